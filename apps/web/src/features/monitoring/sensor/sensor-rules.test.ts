import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { describe, expect, it } from 'vitest';
import { sampleSensor } from '../testing/sample-sensor.ts';
import { ratingOf, sensorIndex, sensorKey, worstSensor } from './sensor-rules.ts';

describe('ratingOf', () => {
  it.each([
    ['CO2', 600, [600, 800, 1000, 1500], 'VERY_GOOD'],
    ['CO2', 601, [600, 800, 1000, 1500], 'GOOD'],
    ['CO2', 601, [700, 900, 1000, 1500], 'VERY_GOOD'],
    ['HCHO', 0.2, [0.03, 0.05, 0.08, 0.1], 'VERY_BAD'],
    ['TEMPERATURE', 26, [18, 20, 26, 28], 'NICE'],
    ['TEMPERATURE', 17.9, [18, 20, 26, 28], 'VERY_COLD'],
    ['HUMIDITY', 61, [30, 40, 60, 70], 'SOME_HUMID'],
  ] as const)('%s %d under %j is %s', (type, value, bounds, rating) => {
    expect(ratingOf(type, value, [...bounds])).toBe(rating);
  });
});

describe('sensorIndex', () => {
  it('goes by the bounds of the sensor, and says nothing about old values', () => {
    const sensor = sampleSensor({ type: 'CO2', value: 1000, bounds: [600, 800, 1000, 1500] });
    expect(sensorIndex(sensor)).toBe(100);
    expect(sensorIndex({ ...sensor, bounds: [600, 800, 1200, 1500] })).toBe(75);
    expect(sensorIndex({ ...sensor, stale: true })).toBeNull();
    expect(sensorIndex({ ...sensor, type: 'TEMPERATURE' })).toBeNull();
  });
});

it('worstSensor prefers the worst current value to any other', () => {
  const bounds = [600, 800, 1000, 1500] as [number, number, number, number];
  const sensors = [
    sampleSensor({ id: 1, type: 'TEMPERATURE', value: 40 }),
    sampleSensor({ id: 2, type: 'CO2', value: 900, bounds }),
    sampleSensor({ id: 3, type: 'CO2', value: 4000, bounds, stale: true }),
    sampleSensor({ id: 4, type: 'CO2', value: 950, bounds }),
  ];
  expect(worstSensor(sensors)?.id).toBe(4);
  expect(worstSensor(sensors.slice(0, 1))?.id).toBe(1);
  expect(worstSensor([])).toBeUndefined();
});

it('sensorKey is unique within a meter', () => {
  const keys = SENSOR_TYPES.flatMap((type) => [1, 2, 3].map((sequence) => sensorKey({ type, sequence })));
  expect(new Set(keys).size).toBe(21);
  expect(sensorKey({ type: 'PM2.5', sequence: 2 })).toBe('PM2.5:2');
});
