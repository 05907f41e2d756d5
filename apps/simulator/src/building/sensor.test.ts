import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { fromTicks, toTicks } from '@airdeck/domain/stored-value';
import { expect, it } from 'vitest';
import type { RoomState } from './room.ts';
import { createSensor, measure } from './sensor.ts';
import { startRoom } from './start-room.ts';
import { stepRoom } from './step-room.ts';
import { NOON, testRoom } from './test-room.ts';

const room = testRoom({ people: 10 });

function day(visit: (state: RoomState) => void, minutes = 1440) {
  const state = startRoom(room, NOON);
  for (let i = 1; i <= minutes; i += 1) {
    stepRoom(room, state, NOON + i * 60_000);
    visit(state);
  }
}

it.each(SENSOR_TYPES)('reports %s within its range, at its resolution, near the truth', (type) => {
  const sensor = createSensor(room, type, 1);
  const { min, max } = SENSOR_TYPE_INFO[type];
  day((state) => {
    const value = measure(sensor, state);
    if (value === null) return;
    expect(value).toBeGreaterThanOrEqual(min);
    expect(value).toBeLessThanOrEqual(max);
    expect(fromTicks(type, toTicks(type, value))).toBe(value);
    if (type === 'CO2') expect(Math.abs(value / state.co2 - 1)).toBeLessThan(0.12);
  });
});

it('stays in range in air that no sensor can follow', () => {
  const state = { ...startRoom(room, NOON), fine: 5000, co2: 90_000, hcho: 80, moisture: 300 };
  for (const type of SENSOR_TYPES) {
    const { min, max } = SENSOR_TYPE_INFO[type];
    const value = measure(createSensor(room, type, 1), state) ?? min;
    expect(value).toBeLessThanOrEqual(max);
  }
});

it('names sensors as a frame does, and gives each its own error', () => {
  const first = createSensor(room, 'CO2', 1);
  const second = createSensor(room, 'CO2', 2);
  expect([first.key, second.key]).toEqual(['CO2', 'CO2:2']);
  let same = 0;
  day((state) => {
    if (measure(first, state) === measure(second, state)) same += 1;
  }, 200);
  expect(same).toBeLessThan(20);
});

it('drops out now and then, for a while', () => {
  const state = startRoom(room, NOON);
  const sensors = Array.from({ length: 99 }, (_, i) => createSensor(room, 'TEMPERATURE', i + 1));
  let silent = 0;
  const hours = 24 * 30;
  for (let i = 0; i < hours; i += 1) {
    state.time = NOON + i * 3_600_000;
    for (const sensor of sensors) if (measure(sensor, state) === null) silent += 1;
  }
  const share = silent / (hours * sensors.length);
  expect(share).toBeGreaterThan(0.0003);
  expect(share).toBeLessThan(0.004);
});
