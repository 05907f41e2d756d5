import { expect, test } from 'vitest';
import { bandsBetween, columnsOf, extentOf } from './chart-data.ts';

const column = (...values: number[]) => Float64Array.from(values);

test('a missing stretch becomes a gap, a regular step does not, and null is one by itself', () => {
  expect(columnsOf([0, 60, 300, 360], [1, null, 3, 4], 180)).toEqual({
    times: column(0, 60_000, 240_000, 300_000, 360_000),
    values: column(1, Number.NaN, Number.NaN, 3, 4),
  });
  expect(columnsOf([0, 180], [1, 2], 180).values).toEqual(column(1, 2));
  expect(columnsOf([], [], 60)).toEqual({ times: column(), values: column() });
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
  const extent = extentOf([column(...values), column(Number.NaN)]);
  expect(extent?.[0]).toBeCloseTo(span[0] ?? 0);
  expect(extent?.[1]).toBeCloseTo(span[1] ?? 0);
});

test('gaps span nothing', () => {
  expect(extentOf([column(Number.NaN)])).toBeNull();
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
