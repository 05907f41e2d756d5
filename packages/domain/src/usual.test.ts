import { expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from './threshold.ts';
import { timesOf } from './usual.ts';

test.each<[string, number, number, number, number | null]>([
  ['far above the earlier mean', 94, 8.5, 1, 11.1],
  ['equal to the earlier mean', 94, 94, 0.9, 1],
  ['below the earlier mean', 40, 80, 1, 0.5],
  ['75 % completeness suffices', 94, 8.5, 0.75, 11.1],
  ['null below 75 % completeness', 94, 8.5, 0.74, null],
  ['a mean just above half of the good limit is compared', 94, 4, 1, 23.5],
  ['null if the mean is below half of the good limit', 94, 3.9, 1, null],
  ['null if the mean is 0', 94, 0, 1, null],
])('%s', (_, value, mean, completeness, times) => {
  expect(timesOf(value, { mean, completeness }, 'PM2.5', DEFAULT_THRESHOLDS)).toBe(times);
});

test('zero thresholds do not cause a division by zero', () => {
  const thresholds = { ...DEFAULT_THRESHOLDS, CO2: { good: 0, normal: 1, bad: 2, very_bad: 3 } };
  expect(timesOf(5, { mean: 0, completeness: 1 }, 'CO2', thresholds)).toBeNull();
});
