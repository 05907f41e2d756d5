import { expect, test } from 'vitest';
import { bandsBetween, extentOf, pointsOf } from './chart-data.ts';

test('a missing stretch becomes a gap, a regular step does not', () => {
  expect(pointsOf([0, 60, 300, 360], [1, 2, 3, 4], 180)).toEqual([
    [0, 1],
    [60_000, 2],
    [240_000, null],
    [300_000, 3],
    [360_000, 4],
  ]);
  expect(pointsOf([], [], 60)).toEqual([]);
});

test.each([
  [
    [400, 1000],
    [328, 1072],
  ],
  [
    [0, 100],
    [0, 112],
  ],
  [
    [-5, 5],
    [-6.2, 6.2],
  ],
  [
    [50, 50],
    [47.5, 52.5],
  ],
])('values %j span %j', (values, span) => {
  const extent = extentOf([{ name: 'a', points: values.map((value, i) => [i, value]) }]);
  expect(extent?.[0]).toBeCloseTo(span[0] ?? 0);
  expect(extent?.[1]).toBeCloseTo(span[1] ?? 0);
});

test('gaps span nothing', () => {
  expect(extentOf([{ name: 'a', points: [[0, null]] }])).toBeNull();
  expect(extentOf([])).toBeNull();
});

test('only the bands in sight are drawn, cut at the edges', () => {
  const bands = {
    bounds: [600, 800, 1000, 1500],
    ratings: ['VERY_GOOD', 'GOOD', 'NORMAL', 'BAD', 'VERY_BAD'],
  } as const;
  expect(bandsBetween(bands, [700, 1200])).toEqual([
    { from: 700, to: 800, rating: 'GOOD' },
    { from: 800, to: 1000, rating: 'NORMAL' },
    { from: 1000, to: 1200, rating: 'BAD' },
  ]);
});
