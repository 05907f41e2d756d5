import { expect, test } from 'vitest';
import type { ChartSeries } from '../model/chart-data.ts';
import type { TimeRange } from '../model/time-range.ts';
import { marksOf } from './line-sampling.ts';
import { sampleSeries } from './sample-line-model.ts';

const MINUTE = 60_000;
const GAP = Number.NaN;
const range = (points: number) => ({ from: 0, to: points * MINUTE });

const marked = (series: ChartSeries, inSight: TimeRange, px: number) =>
  marksOf(series, inSight, px).map(({ time, complete }) => `${time / MINUTE}${complete ? '' : ' hollow'}`);

test('of readings only a value that stands alone is marked: no line would show it', () => {
  expect(marked(sampleSeries({ values: [1, 2, GAP, 3, GAP, 4, 5] }), range(7), 1000)).toEqual(['3']);
});

test('means are marked as long as there is room, incomplete ones hollow', () => {
  const series = sampleSeries({ values: [1, 2, 3, GAP], completeness: Float64Array.of(1, 0.5, 0.75, 0) });
  expect(marked(series, range(4), 1000)).toEqual(['0', '1 hollow', '2']);
  expect(marked(series, range(4), 20)).toEqual(['1 hollow']);
  expect(marked(series, range(4), 8)).toEqual([]);
});

test('only what is in sight is marked', () => {
  const series = sampleSeries({ values: [1, 2, 3, 4], completeness: Float64Array.of(1, 1, 1, 1) });
  expect(marked(series, { from: MINUTE, to: 3 * MINUTE }, 1000)).toEqual(['1', '2']);
});
