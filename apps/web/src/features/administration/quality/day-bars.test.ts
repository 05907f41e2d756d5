import { expect, it } from 'vitest';
import { completenessOf } from './day-bars.tsx';

it.each([
  ['all of it', 24, 24, 100],
  ['more than was expected', 30, 24, 100],
  ['a little less: never rounded up to all of it', 1439, 1440, 99],
  ['none of it', 0, 24, 0],
  ['a day on which nothing was expected', 0, 0, null],
  ['a day on which nothing was expected and something came', 3, 0, 100],
])('%s', (_, frames, expected, percent) => {
  expect(completenessOf({ day: '2026-11-21', frames, expected })).toBe(percent);
});
