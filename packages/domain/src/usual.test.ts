import { expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from './threshold.ts';
import { timesOf } from './usual.ts';

test.each<[string, number, number, number, number | null]>([
  ['many times', 94, 8.5, 1, 11.1],
  ['as usual', 94, 94, 0.9, 1],
  ['better than it was', 40, 80, 1, 0.5],
  ['three quarters of the hour are enough', 94, 8.5, 0.75, 11.1],
  ['less of it is not', 94, 8.5, 0.74, null],
  ['half of what is very good is compared with', 94, 4, 1, 23.5],
  ['cleaner air is not', 94, 3.9, 1, null],
  ['nor is none', 94, 0, 1, null],
])('%s', (_, value, mean, completeness, times) => {
  expect(timesOf(value, { mean, completeness }, 'PM2.5', DEFAULT_THRESHOLDS)).toBe(times);
});

test('thresholds of zero cause no division by zero', () => {
  const thresholds = { ...DEFAULT_THRESHOLDS, CO2: { good: 0, normal: 1, bad: 2, very_bad: 3 } };
  expect(timesOf(5, { mean: 0, completeness: 1 }, 'CO2', thresholds)).toBeNull();
});
