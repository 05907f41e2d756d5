import { expect, test } from 'vitest';
import { legendOf, lineName } from './line-model.ts';
import { sampleLineModel, sampleSeries } from './sample-line-model.ts';
import { usualsOf } from './usual.ts';

const names = (model: ReturnType<typeof sampleLineModel>) => legendOf(model).map(({ name }) => name);
const weeks = ['이 기간', '1주 전', '', '3주 전'];

test('several series are distinguished by name', () => {
  const model = sampleLineModel({ series: [sampleSeries({ name: '로비' }), sampleSeries({ name: '체육관', hue: 1 })] });
  expect(names(model)).toEqual(['로비', '체육관']);
  expect(model.series.map((each) => lineName(model, each))).toEqual(['로비', '체육관']);
});

test('one series with earlier weeks is distinguished by them', () => {
  const model = sampleLineModel({ series: [sampleSeries(), sampleSeries({ earlier: 3 })], periods: weeks });
  const before = '3주 전 (1969-12-11 00:00 ~ 1969-12-11 01:00)';
  expect(names(model)).toEqual(['이 기간', before]);
  expect(model.series.map((each) => lineName(model, each))).toEqual(['이 기간', before]);
});

test('several with earlier weeks by both; only weeks that are drawn are in the legend', () => {
  const both = [0, 1].flatMap((hue) => [0, 1].map((earlier) => sampleSeries({ name: `방 ${hue}`, hue, earlier })));
  const model = sampleLineModel({ series: both, periods: weeks });
  const days = '(1969-12-25 00:00 ~ 1969-12-25 01:00)';
  expect(names(model)).toEqual(['방 0', '방 1', `1주 전 ${days}`]);
  expect(model.series.map((each) => lineName(model, each))).toEqual([
    '방 0',
    `방 0 · 1주 전 ${days}`,
    '방 1',
    `방 1 · 1주 전 ${days}`,
  ]);
});

test('earlier lines have their own dashes', () => {
  const model = sampleLineModel({ series: [0, 1, 3].map((earlier) => sampleSeries({ earlier })), periods: weeks });
  const dashes = legendOf(model).map(({ mark }) => (mark.kind === 'line' ? mark.dash.length : null));
  expect(dashes).toEqual([0, 2, 4]);
});

test('several weeks are one band and its middle', () => {
  const both = (hue: number) =>
    [0, 1, 2].map((earlier) => sampleSeries({ name: `방 ${hue}`, hue, earlier, values: [1] }));
  const one = sampleLineModel({ series: both(0), periods: weeks, usuals: usualsOf(both(0), { from: 0, to: 60_000 }) });
  expect(names(one)).toEqual(['이 기간', '지난 주의 범위', '평소']);
  const series = [...both(0), ...both(1)];
  const two = sampleLineModel({ series, periods: weeks, usuals: usualsOf(series, { from: 0, to: 60_000 }) });
  expect(names(two)).toEqual(['방 0', '방 1', '지난 주의 범위', '평소']);
});
