import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleShade } from './line-sampling.ts';

const HOUR = 3_600_000;
const buckets = fc.array(fc.option(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(60)), { freq: 9 }), {
  minLength: 1,
});

test('the shade covers every lowest and highest, and no more than they reach', () => {
  fc.assert(
    fc.property(buckets, fc.integer({ min: 4, max: 60 }), (list, px) => {
      const times = Float64Array.from(list, (_, i) => i * HOUR);
      const low = Float64Array.from(list, (each) => each?.[0] ?? Number.NaN);
      const high = Float64Array.from(list, (each) => (each === null ? Number.NaN : each[0] + each[1]));
      const { edge, height } = sampleShade({ times, low, high }, { from: 0, to: list.length * HOUR }, px);
      expect(edge.length).toBe(height.length);
      const known = list.filter((each) => each !== null);
      const edges = [...edge].filter((value, i) => i % 2 === 1 && !Number.isNaN(value));
      expect(edges.length > 0).toBe(known.length > 0);
      if (known.length === 0) return;
      expect(Math.min(...edges)).toBe(Math.min(...known.map(([least]) => least)));
      const sums = [...edge].flatMap((value, i) => (i % 2 === 1 ? value + (height[i] ?? 0) : []));
      expect(Math.max(...sums.filter((sum) => !Number.isNaN(sum)))).toBe(Math.max(...known.map(([a, b]) => a + b)));
    }),
  );
});

test('few buckets are drawn one by one, gaps included', () => {
  const column = (...values: number[]) => Float64Array.from(values);
  const envelope = { times: column(0, 1, 2), low: column(5, Number.NaN, 7), high: column(6, Number.NaN, 9) };
  expect(sampleShade(envelope, { from: 0, to: 3 }, 100)).toEqual({
    edge: column(0, 5, 1, Number.NaN, 2, 7),
    height: column(0, 1, 1, Number.NaN, 2, 2),
  });
});
