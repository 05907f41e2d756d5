import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstFrom, nearest } from './find.ts';

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
      expect(firstFrom(times, at)).toBe(found < 0 ? times.length : found);
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
      const found = nearest(times, values, at, reach);
      expect(found === null ? null : distances[found]).toBe(best <= reach ? best : null);
    }),
  );
});
