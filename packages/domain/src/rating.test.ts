import { describe, expect, it } from 'vitest';
import { GRADES } from './grade.ts';
import { COMFORTS, comfortOf, DRYNESSES, drynessOf, RATINGS, ratingOf } from './rating.ts';
import { GRADED_TYPES } from './sensor-type.ts';
import { DEFAULT_THRESHOLDS } from './threshold.ts';

describe('comfort', () => {
  it.each([
    [-40, 'VERY_COLD'],
    [17.99, 'VERY_COLD'],
    [18, 'SOME_COLD'],
    [19.99, 'SOME_COLD'],
    [20, 'NICE'],
    [26, 'NICE'],
    [26.01, 'SOME_HOT'],
    [28, 'SOME_HOT'],
    [28.01, 'VERY_HOT'],
    [125, 'VERY_HOT'],
  ] as const)('%d °C is %s', (value, comfort) => {
    expect(comfortOf(value, DEFAULT_THRESHOLDS.TEMPERATURE)).toBe(comfort);
  });
});

describe('dryness', () => {
  it.each([
    [0, 'VERY_DRY'],
    [29.99, 'VERY_DRY'],
    [30, 'SOME_DRY'],
    [39.99, 'SOME_DRY'],
    [40, 'COMFORTABLE'],
    [60, 'COMFORTABLE'],
    [60.01, 'SOME_HUMID'],
    [70, 'SOME_HUMID'],
    [70.01, 'VERY_HUMID'],
    [100, 'VERY_HUMID'],
  ] as const)('%d %% is %s', (value, dryness) => {
    expect(drynessOf(value, DEFAULT_THRESHOLDS.HUMIDITY)).toBe(dryness);
  });
});

it('bands go from cold to hot, and from dry to humid', () => {
  expect(COMFORTS).toEqual(['VERY_COLD', 'SOME_COLD', 'NICE', 'SOME_HOT', 'VERY_HOT']);
  expect(DRYNESSES).toEqual(['VERY_DRY', 'SOME_DRY', 'COMFORTABLE', 'SOME_HUMID', 'VERY_HUMID']);
});

it.each([
  ['PM10', 15, 'VERY_GOOD'],
  ['PM10', 15.1, 'GOOD'],
  ['PM2.5', 35, 'NORMAL'],
  ['PM1.0', 75.1, 'VERY_BAD'],
  ['CO2', 1001, 'BAD'],
  ['HCHO', 0.03, 'VERY_GOOD'],
  ['TEMPERATURE', 17.99, 'VERY_COLD'],
  ['TEMPERATURE', 18, 'SOME_COLD'],
  ['TEMPERATURE', 26, 'NICE'],
  ['TEMPERATURE', 26.01, 'SOME_HOT'],
  ['TEMPERATURE', 28.01, 'VERY_HOT'],
  ['HUMIDITY', 29.99, 'VERY_DRY'],
  ['HUMIDITY', 30, 'SOME_DRY'],
  ['HUMIDITY', 60, 'COMFORTABLE'],
  ['HUMIDITY', 70, 'SOME_HUMID'],
  ['HUMIDITY', 70.01, 'VERY_HUMID'],
] as const)('%s of %d is %s', (type, value, rating) => {
  expect(ratingOf(type, value, DEFAULT_THRESHOLDS)).toBe(rating);
});

it.each(GRADED_TYPES)('%s is rated by its own thresholds', (type) => {
  const other = { good: -4, normal: -3, bad: -2, very_bad: -1 };
  const strict = Object.fromEntries(GRADED_TYPES.map((each) => [each, other]));
  const thresholds = { ...DEFAULT_THRESHOLDS, ...strict, [type]: DEFAULT_THRESHOLDS[type] };
  expect(ratingOf(type, 0, thresholds)).toBe('VERY_GOOD');
});

it('lists every grade, comfort and dryness once', () => {
  expect(RATINGS).toEqual([...GRADES, ...COMFORTS, ...DRYNESSES]);
  expect(new Set(RATINGS).size).toBe(15);
});
