import { describe, expect, it } from 'vitest';
import { comfortOf, roomComfort, seasonOf, voteOf } from './comfort.ts';

describe('comfortOf', () => {
  // ISO 7730:2005, table D.1.
  it.each([
    [22, 22, 0.1, 60, 1.2, 0.5, -0.75, 17],
    [27, 27, 0.1, 60, 1.2, 0.5, 0.77, 17],
    [27, 27, 0.3, 60, 1.2, 0.5, 0.44, 9],
    [23.5, 25.5, 0.1, 60, 1.2, 0.5, -0.01, 5],
    [23.5, 25.5, 0.3, 60, 1.2, 0.5, -0.55, 11],
    [19, 19, 0.1, 40, 1.2, 1, -0.6, 13],
    [23.5, 23.5, 0.3, 40, 1.2, 1, 0.12, 5],
    [23, 21, 0.1, 40, 1.2, 1, 0.05, 5],
    [23, 21, 0.3, 40, 1.2, 1, -0.16, 6],
    [22, 22, 0.1, 60, 1.6, 0.5, 0.05, 5],
    [27, 27, 0.1, 60, 1.6, 0.5, 1.17, 34],
    [27, 27, 0.3, 60, 1.6, 0.5, 0.95, 24],
  ])('%f °C, %f °C, %f m/s, %i %%, %f met, %f clo', (air, radiant, velocity, humidity, met, clo, pmv, ppd) => {
    const comfort = comfortOf({ air, radiant, velocity, humidity, met, clo });
    expect(Math.abs((comfort?.pmv ?? Number.NaN) - pmv)).toBeLessThanOrEqual(0.01);
    expect(Math.abs((comfort?.ppd ?? Number.NaN) - ppd)).toBeLessThanOrEqual(1);
  });

  // ASHRAE 55, validation of the comfort zone.
  it.each([
    [19.6, 86, -0.5],
    [23.9, 66, 0.5],
    [25.7, 15, 0.5],
    [21.2, 20, -0.5],
  ])('%f °C and %i %% of seated people in winter clothes', (air, humidity, pmv) => {
    const comfort = comfortOf({ air, radiant: air, velocity: 0.1, humidity, met: 1.1, clo: 1 });
    expect(comfort?.pmv).toBeCloseTo(pmv, 1);
  });

  const room = { air: 22, radiant: 22, velocity: 0.1, humidity: 50, met: 1.2, clo: 0.7 };
  it.each([
    ['cold air', { air: 9.9 }],
    ['hot air', { air: 30.1 }],
    ['wind', { velocity: 1.1 }],
    ['sleep', { met: 0.7 }],
    ['furs', { clo: 2.1 }],
    ['impossible humidity', { humidity: 101 }],
    ['no value', { air: Number.NaN }],
    ['a vote beyond the model', { air: 10, clo: 0 }],
  ])('says nothing outside of its ranges: %s', (_, change) => {
    expect(comfortOf({ ...room, ...change })).toBeNull();
  });
});

it.each([
  [-2, 'COOL'],
  [-0.51, 'SLIGHTLY_COOL'],
  [-0.49, 'NEUTRAL'],
  [0.49, 'NEUTRAL'],
  [1.6, 'WARM'],
])('a vote of %f is %s', (pmv, vote) => {
  expect(voteOf(pmv)).toBe(vote);
});

it('roomComfort dresses people by the season', () => {
  expect(['2026-01-15', '2026-04-01', '2026-07-31', '2026-09-30', '2026-10-01', '2026-12-01'].map(seasonOf)).toEqual([
    ...['WINTER', 'BETWEEN', 'SUMMER', 'SUMMER', 'BETWEEN', 'WINTER'],
  ]);
  const votes = (['SUMMER', 'BETWEEN', 'WINTER'] as const).map((season) => roomComfort(22, 50, season)?.pmv ?? 0);
  expect(votes).toEqual(votes.toSorted((a, b) => a - b));
});
