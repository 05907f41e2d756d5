import { expect, test } from 'vitest';
import { peakOf } from './week-peak.ts';

/** A week of 400 with its highest at an hour of each day; null leaves a day out. */
const weekOf = (hours: readonly (number | null)[], top = 1000): (number | null)[] =>
  hours.flatMap((peak, day) =>
    Array.from({ length: 24 }, (_, hour) => (peak === null ? null : hour === peak ? top + day : 400)),
  );

/** The same with half of it at the weekend. */
const quieter = (week: (number | null)[]) => week.map((value, at) => (at < 5 * 24 ? value : value && value / 2));

test.each([
  ['the kitchen', quieter(weekOf([12, 12, 12, 12, 12, 3, 20])), { days: 'weekdays', hour: 12, weekday: 4 }],
  [
    'an hour earlier or later is the same time',
    quieter(weekOf([11, 12, 13, 12, 12, 3, 20])),
    { days: 'weekdays', hour: 12, weekday: 4 },
  ],
  ['closed on one weekday', weekOf([12, null, 12, 12, 12, null, null]), { days: 'weekdays', hour: 12, weekday: 4 }],
  ['every day', weekOf([8, 8, 8, 8, 8, 8, 8]), { days: 'every', hour: 8, weekday: 6 }],
  ['the weekend', weekOf([1, 5, 9, 13, 17, 15, 15]), { days: 'weekend', hour: 15, weekday: 6 }],
  ['one day among others', weekOf([1, 5, 9, 13, 17, 21, 15]), { days: 'day', hour: 15, weekday: 6 }],
  [
    'a single day that was measured',
    weekOf([null, null, 9, null, null, null, null]),
    { days: 'day', hour: 9, weekday: 2 },
  ],
  ['no peak', weekOf([12, 12, 12, 12, 12, 12, 12], 410), { days: 'flat' }],
  [
    'below zero',
    weekOf([6, 6, 6, 6, 6, 6, 6]).map((value) => value && value - 2000),
    { days: 'every', hour: 6, weekday: 6 },
  ],
] as const)('%s', (_, means, peak) => {
  expect(peakOf(means)).toEqual(peak);
});

test('nothing measured has no peak', () => {
  expect(peakOf(weekOf([null, null, null, null, null, null, null]))).toBeNull();
});
