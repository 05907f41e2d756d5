import { expect, test } from 'vitest';
import { marksOf } from './line-marks.ts';
import { sampleSeries } from './sample-look.ts';

const MINUTE = 60_000;
const GAP = Number.NaN;
const view = (points: number) => ({ from: 0, to: points * MINUTE });

test('of readings only a value that stands alone is marked: no line would show it', () => {
  const series = sampleSeries({ values: [1, 2, GAP, 3, GAP, 4, 5] });
  expect(marksOf(series, view(7), 1000)).toEqual({ full: [3 * MINUTE, 3], hollow: [] });
});

test('means are marked as long as there is room, incomplete ones hollow', () => {
  const completeness = Float64Array.of(1, 0.5, 0.75, 0);
  const series = sampleSeries({ values: [1, 2, 3, GAP], completeness });
  expect(marksOf(series, view(4), 1000)).toEqual({ full: [0, 1, 2 * MINUTE, 3], hollow: [MINUTE, 2] });
  expect(marksOf(series, view(4), 20)).toEqual({ full: [], hollow: [MINUTE, 2] });
  expect(marksOf(series, view(4), 8)).toEqual({ full: [], hollow: [] });
});

test('only what is in sight is marked', () => {
  const series = sampleSeries({ values: [1, 2, 3, 4], completeness: Float64Array.of(1, 1, 1, 1) });
  expect(marksOf(series, { from: MINUTE, to: 3 * MINUTE }, 1000).full).toEqual([MINUTE, 2, 2 * MINUTE, 3]);
});
