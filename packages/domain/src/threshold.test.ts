import { describe, expect, it } from 'vitest';
import { SENSOR_TYPES } from './sensor-type.ts';
import {
  DEFAULT_THRESHOLDS,
  THRESHOLD_FIELDS,
  THRESHOLD_ISSUES,
  thresholdBounds,
  thresholdIssues,
} from './threshold.ts';

describe('default thresholds', () => {
  it.each([
    ['PM10', [15, 30, 80, 150]],
    ['PM2.5', [8, 15, 35, 75]],
    ['PM1.0', [8, 15, 35, 75]],
    ['CO2', [600, 800, 1000, 1500]],
    ['TEMPERATURE', [18, 20, 26, 28]],
    ['HUMIDITY', [30, 40, 60, 70]],
    ['HCHO', [0.03, 0.05, 0.08, 0.1]],
  ] as const)('%s %j', (type, values) => {
    const thresholds: Record<string, number> = DEFAULT_THRESHOLDS[type];
    expect(THRESHOLD_FIELDS[type].map((field) => thresholds[field])).toEqual(values);
  });

  it('are valid', () => {
    for (const type of SENSOR_TYPES) expect(thresholdIssues(type, DEFAULT_THRESHOLDS[type])).toEqual({});
  });
});

describe('threshold issues', () => {
  const co2 = DEFAULT_THRESHOLDS.CO2;
  it.each([
    [{ ...co2, normal: 600 }, { normal: 'NOT_ASCENDING' }],
    [{ ...co2, normal: 599 }, { normal: 'NOT_ASCENDING' }],
    [{ ...co2, good: 900 }, { normal: 'NOT_ASCENDING' }],
    [{ ...co2, very_bad: 10_000 }, {}],
    [{ ...co2, very_bad: 10_001 }, { very_bad: 'OUT_OF_RANGE' }],
    [{ ...co2, good: 0 }, {}],
    [{ ...co2, good: -1 }, { good: 'OUT_OF_RANGE' }],
    [{ ...co2, bad: Number.NaN }, { bad: 'OUT_OF_RANGE' }],
    [
      { ...co2, good: Number.NaN, normal: 100_000 },
      { good: 'OUT_OF_RANGE', normal: 'OUT_OF_RANGE', bad: 'NOT_ASCENDING' },
    ],
  ])('CO2 %j', (thresholds, issues) => {
    expect(thresholdIssues('CO2', thresholds)).toEqual(issues);
  });

  it('respects a narrowed range', () => {
    expect(thresholdIssues('CO2', co2, { min: 700, max: 1200 })).toEqual({
      good: 'OUT_OF_RANGE',
      very_bad: 'OUT_OF_RANGE',
    });
  });

  it('accepts ascending temperatures below zero', () => {
    const cold = { some_cold: -30, nice: -20, some_hot: -10, very_hot: 0 };
    expect(thresholdIssues('TEMPERATURE', cold)).toEqual({});
    expect(thresholdIssues('TEMPERATURE', { ...cold, nice: -31 })).toEqual({ nice: 'NOT_ASCENDING' });
  });

  it('reports missing fields for thresholds of another type', () => {
    expect(thresholdIssues('HUMIDITY', co2)).toEqual({
      very_dry: 'OUT_OF_RANGE',
      some_dry: 'OUT_OF_RANGE',
      some_humid: 'OUT_OF_RANGE',
      very_humid: 'OUT_OF_RANGE',
    });
  });
});

it.each([
  ['CO2', [600, 800, 1000, 1500]],
  ['TEMPERATURE', [18, 20, 26, 28]],
  ['HUMIDITY', [30, 40, 60, 70]],
  ['HCHO', [0.03, 0.05, 0.08, 0.1]],
] as const)('the bounds of %s are %j', (type, bounds) => {
  expect(thresholdBounds(type, DEFAULT_THRESHOLDS)).toEqual(bounds);
});

it('lists the issues of a threshold', () => {
  expect(THRESHOLD_ISSUES).toEqual(['OUT_OF_RANGE', 'NOT_ASCENDING']);
});
