import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../duration.ts';
import { dewPoint, hasMouldRisk, longestHumid, wallSurface } from './moisture.ts';

it.each([
  [24, 60, 15.75],
  [20, 50, 9.26],
  [31.6, 59.6, 22.78],
  [29.3, 75.4, 24.49],
  [27.1, 66.4, 20.3],
  [20, 100, 20],
])('the dew point of %f °C and %f %% is %f °C', (celsius, humidity, expected) => {
  expect(dewPoint(celsius, humidity)).toBeCloseTo(expected, 2);
});

it.each([0, -1, 101, Number.NaN])('has no dew point at %f %%', (humidity) => {
  expect(dewPoint(20, humidity)).toBeNull();
});

it.each([
  [50, 0.7, 12.5, 80.6],
  [50, 0.6, 10, 95.1],
  [60, 0.7, 12.5, 96.7],
  [60, 0.4, 5, 100],
])(
  'at 20 °C and %i %%, −5 °C outdoors, a wall of factor %f has %f °C and %f %%',
  (humidity, factor, celsius, surface) => {
    const wall = wallSurface({ celsius: 20, humidity }, -5, factor);
    expect(wall.celsius).toBeCloseTo(celsius, 6);
    expect(Math.round(wall.humidity * 10) / 10).toBe(surface);
  },
);

const hours = (values: readonly number[]) => values.map((value, i) => ({ time: i * HOUR_MS, value }));

describe('hasMouldRisk', () => {
  it.each([
    ['six hours above 80 %', hours([81, 85, 90, 85, 82, 81, 81]), true],
    ['just six readings', hours([81, 85, 90, 85, 82, 81]), false],
    ['a break', hours([81, 85, 90, 80, 82, 81, 81, 90]), false],
    ['a gap', [...hours([81, 85, 90, 85]), { time: 6 * HOUR_MS, value: 90 }, { time: 7 * HOUR_MS, value: 90 }], false],
    ['dry air', hours([50, 50, 50, 50, 50, 50, 50, 50]), false],
    ['no readings', [], false],
  ])('%s', (_, samples, expected) => {
    expect(hasMouldRisk(longestHumid(samples))).toBe(expected);
  });

  it('counts the whole of six hourly means', () => {
    expect(hasMouldRisk(longestHumid(hours([81, 85, 90, 85, 82, 81]), HOUR_MS))).toBe(true);
    expect(hasMouldRisk(longestHumid(hours([81, 85, 90, 85, 82]), HOUR_MS))).toBe(false);
  });
});

it('finds the longest of several humid times', () => {
  const samples = hours([90, 90, 70, 90, 90, 90, 70, 90]);
  expect(longestHumid(samples, HOUR_MS)).toEqual({ start: 3 * HOUR_MS, end: 6 * HOUR_MS });
});
