import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandsBetween, columnsOf, extentOf, firstIndexFrom, nearestIndex } from './chart-data.ts';

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

const points = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.option(fc.integer(), { nil: Number.NaN })))
  .map((list) => {
    const sorted = [...new Map(list)].toSorted(([a], [b]) => a - b);
    return {
      times: Float64Array.from(sorted, ([time]) => time),
      values: Float64Array.from(sorted, ([, value]) => value),
    };
  });
const time = fc.integer({ min: -50, max: 450 });

test('firstFrom is what looking at every one finds', () => {
  fc.assert(
    fc.property(points, time, ({ times }, at) => {
      const found = times.findIndex((each) => each >= at);
      expect(firstIndexFrom(times, at)).toBe(found < 0 ? times.length : found);
    }),
  );
});

test('nearest is as near as any point with a value, and never beyond the reach', () => {
  fc.assert(
    fc.property(points, time, fc.integer({ min: 0, max: 80 }), ({ times, values }, at, reach) => {
      const distances = [...times].map((each, i) =>
        Number.isNaN(values[i]) ? Number.POSITIVE_INFINITY : Math.abs(each - at),
      );
      const best = Math.min(...distances);
      const found = nearestIndex(times, values, at, reach);
      expect(found === null ? null : distances[found]).toBe(best <= reach ? best : null);
    }),
  );
});
