import { expect, test } from 'vitest';
import { maintenanceData } from './line-drawing.ts';
import { legendOf } from './line-model.ts';
import { lineReadout } from './line-readout.ts';
import { sampleLineModel, sampleSeries } from './sample-line-model.ts';

const model = sampleLineModel({
  series: [sampleSeries({ values: [1, 2, 3] })],
  maintenance: [
    { from: 100, to: 300 },
    { from: 800, to: 801 },
  ],
});
const drawn = (from: number, to: number, px: number) =>
  maintenanceData(model, { from, to }, px).map((ends) => ends.map(({ xAxis }) => xAxis));

test('ranges are clipped to the visible part, and those beyond it are left out', () => {
  expect(drawn(200, 700, 500)).toEqual([[200, 300]]);
  expect(drawn(300, 800, 500)).toEqual([]);
});

test('a range stays visible however short it is, and within the plot', () => {
  expect(drawn(0, 1_000, 100)).toEqual([
    [100, 300],
    [800, 820],
  ]);
  expect(drawn(0, 810, 81)).toEqual([
    [100, 300],
    [800, 810],
  ]);
});

test('the legend names them if there are any, and the cursor within them', () => {
  expect(legendOf(model).map(({ name }) => name)).toEqual(['로비', '점검 시간']);
  expect(legendOf({ ...model, maintenance: [] }).map(({ name }) => name)).toEqual(['로비']);
  const minute = { ...model, maintenance: [{ from: 60_000, to: 120_000 }] };
  const named = [0, 60_000, 120_000].map((time) => lineReadout(minute, [0, 10], time).shades.length);
  expect(named).toEqual([0, 1, 0]);
});
