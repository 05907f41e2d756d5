import { describe, expect, it } from 'vitest';
import { actFor, monthVerdict } from './advice.ts';
import { peakHour, percentileOf } from './week-peak.ts';

const judged = (
  verdict: 'MET' | 'EXCEEDED' | 'NOT_ENOUGH_DATA',
  shareOfValid: number | null,
  isRecommended = false,
) => ({
  ...{ verdict, shareOfValid, isRecommended },
});

describe('the verdict of a month', () => {
  it.each([
    ['NO_DATA', []],
    ['NO_DATA', [judged('NOT_ENOUGH_DATA', null)]],
    ['GOOD', [judged('MET', 1), judged('NOT_ENOUGH_DATA', null)]],
    ['ATTENTION', [judged('MET', 1), judged('EXCEEDED', 0.95)]],
    ['BAD', [judged('MET', 1), judged('EXCEEDED', 0.89)]],
    ['ATTENTION', [judged('EXCEEDED', 0.2, true)]],
  ] as const)('is %s', (verdict, rules) => {
    expect(monthVerdict(rules)).toBe(verdict);
  });
});

it('suggests an act for each type, and a purifier only where there is none', () => {
  expect(actFor('CO2', true)).toBe('AIR_MORE');
  expect([actFor('PM2.5', true), actFor('PM2.5', false)]).toEqual(['RUN_PURIFIER', 'PLACE_PURIFIER']);
  expect(actFor('HCHO', true)).toBe('FIND_SOURCE');
});

describe('the worst hour of the week', () => {
  const hour = (weekday: number, hourOfDay: number, value: number) => ({ weekday, hour: hourOfDay, value });

  it('is the one with the highest mean on at least two days', () => {
    const values = [hour(1, 14, 1500), hour(1, 14, 1700), hour(2, 9, 1550), hour(2, 9, 1450), hour(3, 3, 9000)];
    expect(peakHour(values, false)).toEqual({ weekday: 1, hour: 14 });
    expect(peakHour(values, true)).toEqual({ weekday: 2, hour: 9 });
  });

  it('is unknown where no hour has two days', () => {
    expect(peakHour([hour(0, 0, 1)], false)).toBeNull();
  });
});

it.each([
  [[], null],
  [[5], 5],
  [Array.from({ length: 100 }, (_, i) => 100 - i), 95],
  [[1, 2], 2],
])('the 95th percentile of %j is %j', (values, expected) => {
  expect(percentileOf(values, 95)).toBe(expected);
});
