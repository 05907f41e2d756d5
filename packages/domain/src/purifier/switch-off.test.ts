import { expect, it, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import { normal, seeded } from '../insight/testing/seeded-random.ts';
import type { AirSample } from './effect.ts';
import { switchOffEffect, TEST_OFF_MS, TEST_ON_MS } from './switch-off.ts';

const TEST = { start: 0, offTime: TEST_ON_MS, end: TEST_ON_MS + TEST_OFF_MS, intervalS: 60 };

interface Room {
  /** Room volumes an hour: of the purifier, and without it. */
  purifier: number;
  leak?: number;
  first?: number;
  /** µg/m³ an hour that come in. */
  source?: number;
  /** Share of the value, and disturbance of the room, µg/m³ per √min. */
  noise?: number;
  unrest?: number;
  seed?: number;
}

/** A reading each minute of a simulated room. */
const roomOf = ({
  purifier,
  leak = 0.5,
  first = 60,
  source = 10,
  noise = 0,
  unrest = 0,
  seed = 1,
}: Room): AirSample[] => {
  const random = seeded(seed);
  const samples: AirSample[] = [];
  let value = first;
  for (let time = 0; time < TEST.end; time += MINUTE_MS) {
    samples.push({ time, value: Math.max(0, value * (1 + noise * normal(random))) });
    const rate = leak + (time < TEST.offTime ? purifier : 0);
    const level = source / rate;
    value = level + (value - level) * Math.exp((-rate * MINUTE_MS) / HOUR_MS) + unrest * normal(random);
  }
  return samples;
};

it.each([0.8, 2, 5])('finds %d room volumes an hour in a still room', (purifier) => {
  const { verdict, airChanges } = switchOffEffect(roomOf({ purifier }), TEST);
  expect(verdict).toBe('HELPS');
  expect(airChanges?.value).toBeCloseTo(purifier, 1);
});

it('does not mistake a room that clears by itself, or one that fills, for an effect', () => {
  expect(switchOffEffect(roomOf({ purifier: 0, leak: 2 }), TEST).verdict).toBe('NO_EFFECT');
  expect(switchOffEffect(roomOf({ purifier: 0, source: 90 }), TEST).verdict).toBe('NO_EFFECT');
});

test.each([
  [0, 0.3],
  [2, 0.3],
  [0, 1],
  [2, 1],
])('intervals contain the truth of %d in rooms with a disturbance of %d', (purifier, unrest) => {
  const rooms = Array.from({ length: 200 }, (_, i) => roomOf({ purifier, noise: 0.04, unrest, seed: i + 1 }));
  const effects = rooms.map((room) => switchOffEffect(room, TEST));
  const hits = effects.filter(({ airChanges: a }) => a !== null && a.low <= purifier && purifier <= a.high);
  expect(hits.length).toBeGreaterThanOrEqual(170);
  const wrong = effects.filter(({ verdict }) => verdict === (purifier === 0 ? 'HELPS' : 'NO_EFFECT'));
  expect(wrong.length).toBeLessThanOrEqual(10);
});

it('sees a good purifier in most noisy rooms', () => {
  const rooms = Array.from({ length: 50 }, (_, seed) =>
    roomOf({ purifier: 3, noise: 0.05, unrest: 0.3, seed: seed + 1 }),
  );
  expect(rooms.filter((room) => switchOffEffect(room, TEST).verdict === 'HELPS').length).toBeGreaterThan(40);
});

it('cannot tell from too few readings, clean air or a restless room', () => {
  const room = roomOf({ purifier: 2 });
  expect(switchOffEffect(room.slice(0, 35), TEST)).toEqual({
    verdict: 'CANNOT_TELL',
    doubt: 'TOO_FEW',
    airChanges: null,
  });
  const gap = room.filter(({ time }) => time > 10 * MINUTE_MS);
  expect(switchOffEffect(gap, TEST).doubt).toBe('TOO_FEW');
  expect(switchOffEffect(roomOf({ purifier: 2, first: 3, source: 1 }), TEST).doubt).toBe('CLEAN');
  const restless = switchOffEffect(roomOf({ purifier: 1, first: 12, source: 6, unrest: 3, seed: 7 }), TEST);
  expect(restless).toMatchObject({ verdict: 'CANNOT_TELL', doubt: 'UNCERTAIN' });
});
