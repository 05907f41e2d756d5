import { expect, it } from 'vitest';
import { isStale } from './freshness.ts';

const last = Date.UTC(2024, 0, 1);

it.each([
  ['just measured', last, 60, last, false],
  ['the third frame is due now', last, 60, last + 180_000, false],
  ['the third frame is missed', last, 60, last + 180_001, true],
  ['a longer interval', last, 300, last + 900_000, false],
  ['a longer interval missed', last, 300, last + 900_001, true],
  ['its clock is ahead', last, 60, last - 240_000, false],
  ['it never measured', null, 60, last, true],
  ['it never measured, at the beginning of time', null, 60, 0, true],
] as const)('%s', (_, lastMeasuredMs, intervalS, nowMs, stale) => {
  expect(isStale(lastMeasuredMs, intervalS, nowMs)).toBe(stale);
});
