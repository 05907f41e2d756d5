import { expect, test } from 'vitest';
import { legendOf, lineName } from './line-model.ts';
import { sampleLineModel, sampleSeries } from './sample-line-model.ts';

const names = (model: ReturnType<typeof sampleLineModel>) => legendOf(model).map(({ name }) => name);
const weeks = ['이 기간', '1주 전', '', '3주 전'];

test('several series are told apart by name', () => {
  const model = sampleLineModel({ series: [sampleSeries({ name: '로비' }), sampleSeries({ name: '체육관', hue: 1 })] });
  expect(names(model)).toEqual(['로비', '체육관']);
  expect(model.series.map((each) => lineName(model, each))).toEqual(['로비', '체육관']);
});

test('one series with earlier weeks is told apart by them', () => {
  const model = sampleLineModel({ series: [sampleSeries(), sampleSeries({ earlier: 3 })], periods: weeks });
  expect(names(model)).toEqual(['이 기간', '3주 전']);
  expect(model.series.map((each) => lineName(model, each))).toEqual(['이 기간', '3주 전']);
});

test('several with earlier weeks by both; only weeks that are drawn are in the legend', () => {
  const both = [0, 1].flatMap((hue) => [0, 1].map((earlier) => sampleSeries({ name: `방 ${hue}`, hue, earlier })));
  const model = sampleLineModel({ series: both, periods: weeks });
  expect(names(model)).toEqual(['방 0', '방 1', '1주 전']);
  expect(model.series.map((each) => lineName(model, each))).toEqual(['방 0', '방 0 · 1주 전', '방 1', '방 1 · 1주 전']);
});

test('earlier lines have their own dashes', () => {
  const model = sampleLineModel({ series: [0, 1, 3].map((earlier) => sampleSeries({ earlier })), periods: weeks });
  const dashes = legendOf(model).map(({ mark }) => (mark.kind === 'line' ? mark.dash.length : null));
  expect(dashes).toEqual([0, 2, 4]);
});
