import { expect, it } from 'vitest';
import { baselineOf, dayMean, type Measured } from './averages.ts';

const hour = (mean: number, count = 60): Measured => ({ count, sum: mean * count, min: count === 0 ? null : mean });
const hours = (...means: number[]): Measured[] => means.map((mean) => hour(mean));
const repeat = <T>(value: T, count: number): T[] => new Array<T>(count).fill(value);

it.each([
  ['of a day', hours(...repeat(40, 12), ...repeat(60, 12)), 50],
  ['weighs hours by what was measured', [...repeat(hour(40), 18), ...repeat(hour(100, 30), 6)], 48.571],
  ['of 18 hours', [...repeat(hour(40), 18), ...repeat(hour(0, 0), 6)], 40],
  ['of less than 18 hours is not known', [...repeat(hour(40), 17), hour(40, 59), ...repeat(hour(0, 0), 6)], null],
  ['of nothing is not known', repeat(hour(0, 0), 24), null],
] as const)('the mean %s', (_, given, expected) => {
  const mean = dayMean(given, 60);
  if (expected === null) expect(mean).toBeNull();
  else expect(mean).toBeCloseTo(expected, 3);
});

const day = (min: number, count = 1440): Measured => ({ count, sum: 0, min: count === 0 ? null : min });
const week = (...mins: number[]): Measured[] => mins.map((min) => day(min));

it.each([
  ['is right', week(700, 700, 420, 700, 700, 700, 700), 420, null],
  ['is right at the upper bound', week(...repeat(600, 7)), 600, null],
  ['drifts up', week(...repeat(601, 7)), 601, 600],
  ['is right at the lower bound', week(...repeat(600, 6), 380), 380, null],
  ['drifts down', week(...repeat(600, 6), 379), 379, 380],
] as const)('a baseline that %s', (_, days, min, beyond) => {
  expect(baselineOf(days, 60)).toEqual({ min, beyond });
});

it.each([
  ['six days', week(...repeat(700, 6))],
  ['a day of which a quarter and more is missing', [...week(...repeat(700, 6)), day(700, 1079)]],
  ['a day without anything', [...week(...repeat(700, 6)), day(0, 0)]],
] as const)('%s say nothing of a baseline', (_, days) => {
  expect(baselineOf(days, 60)).toBeNull();
});
