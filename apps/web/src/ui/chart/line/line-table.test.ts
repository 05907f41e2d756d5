// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableRows } from './line-table.tsx';

const line = fc
  .dictionary(fc.nat(60).map(String), fc.option(fc.integer(), { nil: Number.NaN }))
  .map((points) => Object.entries(points).map(([time, value]) => ({ time: Number(time), value })))
  .map((points) => points.toSorted((a, b) => a.time - b.time))
  .map((points) => ({
    times: Float64Array.from(points, ({ time }) => time),
    values: Float64Array.from(points, ({ value }) => value),
  }));

test('every value stands once in the row of its time, and gaps stand nowhere', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const rows = tableRows(lines);
      const times = lines.flatMap(({ times: all, values }) => [...all].filter((_, i) => !Number.isNaN(values[i])));
      expect(rows.map(({ time }) => time)).toEqual([...new Set(times)].sort((a, b) => a - b));
      for (const { time, at } of rows) {
        for (const [i, index] of at.entries()) {
          const { times: all, values } = lines[i] ?? { times: [], values: [] };
          if (index === -1) expect([...all].some((each, k) => each === time && !Number.isNaN(values[k]))).toBe(false);
          else expect([all[index], Number.isNaN(values[index])]).toEqual([time, false]);
        }
      }
    }),
  );
});
