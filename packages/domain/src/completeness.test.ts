import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completeness, expectedFrames, isComparable } from './completeness.ts';
import { HOUR_MS } from './duration.ts';

it.each([
  [60, HOUR_MS, 60, 1],
  [45, HOUR_MS, 60, 0.75],
  [44, HOUR_MS, 60, 44 / 60],
  [0, HOUR_MS, 60, 0],
  [61, HOUR_MS, 60, 1],
  [12, HOUR_MS, 300, 1],
  [15, HOUR_MS / 2, 60, 0.5],
  [1440, 25 * HOUR_MS, 60, 0.96],
  [514, HOUR_MS, 7, 1],
])('%i frames in %i ms at %i s are %d', (received, periodMs, intervalS, share) => {
  expect(completeness(received, periodMs, intervalS)).toBe(share);
});

it('expects one frame in a period shorter than the interval', () => {
  expect(expectedFrames(10_000, 60)).toBe(1);
  expect(completeness(0, 10_000, 60)).toBe(0);
  expect(completeness(1, 10_000, 60)).toBe(1);
});

it('counts as comparable from 75 %', () => {
  expect(isComparable(completeness(45, HOUR_MS, 60))).toBe(true);
  expect(isComparable(completeness(44, HOUR_MS, 60))).toBe(false);
});

it('is always between 0 and 1', () => {
  const period = fc.integer({ min: 0, max: 400 * 24 * HOUR_MS });
  fc.assert(
    fc.property(fc.nat(10_000_000), period, fc.integer({ min: 1, max: 86_400 }), (received, periodMs, intervalS) => {
      const share = completeness(received, periodMs, intervalS);
      expect(share >= 0 && share <= 1).toBe(true);
    }),
  );
});
