import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleAnswer } from '../testing/sample-series.ts';
import { axisRangeOf, chartSeriesOf, maintenanceOf, timesOf } from './series-model.ts';

const column = (...values: number[]) => Float64Array.from(values);
const line = { id: 7, name: '로비', weeks_ago: 0, interval_s: 60 };

test('times are the first and the steps between them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1 }), (list) => {
      const times = list.toSorted((a, b) => a - b);
      expect(timesOf(times.map((time, i) => time - (times[i - 1] ?? 0)))).toEqual(times);
    }),
  );
});

test('readings have a gap where more than three intervals are missing', () => {
  const series = { ...line, weeks_ago: 2, times: [1_000, 60, 180, 181], values: [1, 2, 3, 4] };
  expect(chartSeriesOf(series, 'each', '로비', 1)).toEqual({
    name: '로비',
    hue: 1,
    earlier: 2,
    stepMs: 60_000,
    times: column(1_000_000, 1_060_000, 1_240_000, 1_420_000, 1_421_000),
    values: column(1, 2, 3, Number.NaN, 4),
  });
});

test('buckets have a gap where nothing was measured, and keep what they are means of', () => {
  const series = {
    ...line,
    times: [0, 3_600, 7_200],
    values: [5, null, 7],
    min: [4, null, 6],
    max: [6, null, 8],
    completeness: [1, 0, 0.5],
  };
  expect(chartSeriesOf(series, 'hour', '로비', 0)).toEqual({
    name: '로비',
    hue: 0,
    earlier: 0,
    stepMs: 3_600_000,
    times: column(0, 3_600_000, 10_800_000),
    values: column(5, Number.NaN, 7),
    low: column(4, Number.NaN, 6),
    high: column(6, Number.NaN, 8),
    completeness: column(1, 0, 0.5),
  });
});

test('a line of nothing is empty', () => {
  expect(chartSeriesOf({ ...line, times: [], values: [] }, 'each', '로비', 0).times).toEqual(column());
});

describe('maintenance', () => {
  // 23:00 of 14 July to 01:00 of the 15th in Seoul.
  const maintenance = [{ start: '2025-07-14T14:00:00.000Z', end: '2025-07-14T16:00:00.000Z' }];
  const days = { start: '2025-07-13T15:00:00.000Z', end: '2025-07-16T15:00:00.000Z', maintenance };
  const iso = (ranges: ReturnType<typeof maintenanceOf>) =>
    ranges.map(({ from, to }) => [from, to].map((time) => new Date(time).toISOString()));

  test('of readings has its own times', () => {
    expect(iso(maintenanceOf(sampleAnswer(days)))).toEqual([['2025-07-14T14:00:00.000Z', '2025-07-14T16:00:00.000Z']]);
  });

  test('of buckets surrounds the point of each bucket that it touches, within the axis', () => {
    const answer = sampleAnswer({ ...days, step: 'day' });
    const ranges = maintenanceOf(answer);
    expect(iso(ranges)).toEqual([
      ['2025-07-13T03:00:00.000Z', '2025-07-14T03:00:00.000Z'],
      ['2025-07-14T03:00:00.000Z', '2025-07-15T03:00:00.000Z'],
    ]);
    expect(ranges[0]?.from).toBe(axisRangeOf(answer).from);
  });
});
