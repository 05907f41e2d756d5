import { expect, test } from 'vitest';
import { roundTicks } from './axis-option.ts';

test.each([
  [0, 100, [0, 20, 40, 60, 80]],
  [380, 1340, [400, 600, 800, 1000, 1200]],
  [-4, 31, [0, 10, 20, 30]],
  [0.011, 0.052, [0.02, 0.03, 0.04, 0.05]],
])('between %d and %d stand %j', (low, high, ticks) => {
  expect(roundTicks(low, high)).toEqual(ticks);
});
