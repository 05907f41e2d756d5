import { describe, expect, it } from 'vitest';
import { COMFORTS, comfortOf, DRYNESSES, drynessOf } from './comfort.ts';
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
