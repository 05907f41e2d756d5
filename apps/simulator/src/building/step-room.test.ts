import { expect, it } from 'vitest';
import { hchoFactor } from './gases.ts';
import { ROOM_PROFILES } from './profiles/all.ts';
import type { PurifierUnit } from './purifier.ts';
import { createEnvironment, createRoom } from './room.ts';
import { copyState, startRoom } from './start-room.ts';
import { stepRoom } from './step-room.ts';
import { NOON, testRoom } from './test-room.ts';

const MINUTE = 60_000;
const purifier: PurifierUnit = { cadr_m3_h: 800, mode: 'STRONG', hours: null, filter_period_h: 2000 };

function run(room: ReturnType<typeof testRoom>, state: ReturnType<typeof startRoom>, minutes: number) {
  for (let i = 1; i <= minutes; i += 1) stepRoom(room, state, state.time + MINUTE);
  return state;
}

it('loses CO2 as e^(−λt) of its air changes', () => {
  const air = { infiltration: 1.2, plant: 0, plantOff: 0, windows: 0, filter: 'none' } as const;
  const room = testRoom({ profile: { air } });
  const state = { ...startRoom(room, NOON), co2: 2420 };
  run(room, state, 90);
  expect(state.co2).toBeCloseTo(420 + 2000 * Math.exp(-1.2 * 1.5), 6);
});

it('gathers the CO2 that people breathe out', () => {
  const room = testRoom({ people: 20 });
  const { people, co2 } = run(room, startRoom(room, NOON), 30);
  expect(people).toBeGreaterThanOrEqual(18);
  // People × 0.005 l/s × 3600 s ÷ 200 m³ ÷ 1 air change, with a variation of a tenth in their number.
  expect((co2 - 420) / 1800).toBeCloseTo(1, 0);
  expect(co2).toBeGreaterThan(420 + 1500);
});

it('has λ ÷ (λ + CADR ÷ V) of its particles left with a purifier on', () => {
  const air = startRoom(testRoom(), NOON);
  const cleaned = startRoom(testRoom({ purifiers: [purifier] }), NOON);
  for (const [size, settling] of [
    ['fine', 0.1],
    ['medium', 0.25],
    ['coarse', 1.2],
  ] as const) {
    const loss = 1 + settling;
    expect(cleaned[size] / air[size]).toBeCloseTo(loss / (loss + 800 / 200), 6);
  }
});

it('counts the hours of a purifier, by its flow, and switches it by its timer', () => {
  const room = testRoom({ purifiers: [{ ...purifier, mode: 'WEAK', hours: [9, 13] }] });
  const state = startRoom(room, NOON - 12 * 60 * MINUTE);
  const used = state.purifiers[0]?.filter_h ?? Number.NaN;
  run(room, state, 10 * 60);
  expect(state.purifiers[0]).toMatchObject({ power: true, speed: 'WEAK' });
  run(room, state, 6 * 60);
  expect(state.purifiers[0]).toMatchObject({ power: false, speed: 'STOP' });
  expect((state.purifiers[0]?.filter_h ?? 0) - used).toBeCloseTo(4 * 0.35, 6);
});

it('holds each speed of auto mode for three minutes, and brings a cooking event down', () => {
  const room = testRoom({ purifiers: [{ ...purifier, mode: 'AUTO' }] });
  const state = startRoom(room, NOON);
  const changes: number[] = [];
  const pm25: number[] = [];
  for (let i = 1; i <= 90; i += 1) {
    const before = state.purifiers[0]?.speed ?? 'STOP';
    stepRoom(room, state, state.time + MINUTE, i <= 4 ? { kind: 'cooking', strength: 50 } : null);
    if (state.purifiers[0]?.speed !== before) changes.push(i);
    pm25.push(state.fine + state.medium);
  }
  expect(Math.max(...pm25.slice(0, 3))).toBeGreaterThan(75);
  expect(pm25.at(-1)).toBeLessThan(20);
  changes.slice(1).forEach((minute, i) => {
    expect(minute - (changes[i] ?? 0)).toBeGreaterThanOrEqual(3);
  });
  expect(changes.length).toBeGreaterThan(1);
});

it('gives off more formaldehyde in warm and humid air', () => {
  expect(hchoFactor(23, 50)).toBe(1);
  expect(hchoFactor(30, 50)).toBeCloseTo(2.15, 1);
  expect(hchoFactor(23, 70)).toBeCloseTo(1.35, 6);
});

it.each(Object.entries(ROOM_PROFILES))('keeps a year of air in %s within reason', (kind, profile) => {
  const room = createRoom(createEnvironment(3, 'Asia/Seoul'), kind, {
    profile,
    volume_m3: 800,
    people: 60,
    purifiers: [{ ...purifier, mode: 'AUTO' }],
  });
  const state = startRoom(room, Date.parse('2026-01-01T00:00:00+09:00'));
  const low = copyState(state);
  const high = copyState(state);
  for (let i = 0; i < 365 * 24; i += 1) {
    stepRoom(room, state, state.time + 60 * MINUTE);
    for (const fact of ['co2', 'fine', 'medium', 'coarse', 'hcho', 'temperature', 'moisture'] as const) {
      low[fact] = Math.min(low[fact], state[fact]);
      high[fact] = Math.max(high[fact], state[fact]);
    }
  }
  expect(low.co2).toBeGreaterThan(400);
  expect(high.co2).toBeLessThan(5000);
  expect(Math.min(low.fine, low.medium, low.coarse, low.hcho, low.moisture)).toBeGreaterThan(0);
  expect(Math.max(high.fine, high.medium, high.coarse)).toBeLessThan(400);
  expect(high.hcho).toBeLessThan(1);
  expect(low.temperature).toBeGreaterThan(-15);
  expect(high.temperature).toBeLessThan(45);
});

it('continues from JSON exactly where it was, and repeats itself from the same seed only', () => {
  const room = testRoom({ people: 15, purifiers: [{ ...purifier, mode: 'AUTO' }] });
  const whole = run(room, startRoom(room, NOON), 300);
  const half = run(room, startRoom(room, NOON), 137);
  const again = testRoom({ people: 15, purifiers: [{ ...purifier, mode: 'AUTO' }] });
  expect(run(again, JSON.parse(JSON.stringify(half)), 163)).toEqual(whole);
  const other = testRoom({ people: 15, purifiers: [{ ...purifier, mode: 'AUTO' }], seed: 8 });
  expect(run(other, startRoom(other, NOON), 300)).not.toEqual(whole);
});

it('stands still when time does not go forward', () => {
  const room = testRoom({ people: 5 });
  const state = startRoom(room, NOON);
  const before = copyState(state);
  stepRoom(room, state, NOON);
  stepRoom(room, state, NOON - MINUTE);
  expect(state).toEqual(before);
});
