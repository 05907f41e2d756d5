import { expect, test } from 'vitest';
import { legendOf, lineName } from './line-look.ts';
import { sampleLook, sampleSeries } from './sample-look.ts';

const names = (look: ReturnType<typeof sampleLook>) => legendOf(look).map(({ name }) => name);
const weeks = ['이 기간', '1주 전', '', '3주 전'];

test('several series are told apart by name', () => {
  const look = sampleLook({ series: [sampleSeries({ name: '로비' }), sampleSeries({ name: '체육관', hue: 1 })] });
  expect(names(look)).toEqual(['로비', '체육관']);
  expect(look.series.map((each) => lineName(look, each))).toEqual(['로비', '체육관']);
});

test('one series with earlier weeks is told apart by them', () => {
  const look = sampleLook({ series: [sampleSeries(), sampleSeries({ earlier: 3 })], periods: weeks });
  expect(names(look)).toEqual(['이 기간', '3주 전']);
  expect(look.series.map((each) => lineName(look, each))).toEqual(['이 기간', '3주 전']);
});

test('several with earlier weeks by both; only weeks that are drawn are in the legend', () => {
  const both = [0, 1].flatMap((hue) => [0, 1].map((earlier) => sampleSeries({ name: `방 ${hue}`, hue, earlier })));
  const look = sampleLook({ series: both, periods: weeks });
  expect(names(look)).toEqual(['방 0', '방 1', '1주 전']);
  expect(look.series.map((each) => lineName(look, each))).toEqual(['방 0', '방 0 · 1주 전', '방 1', '방 1 · 1주 전']);
});

test('earlier lines have their own dashes', () => {
  const look = sampleLook({ series: [0, 1, 3].map((earlier) => sampleSeries({ earlier })), periods: weeks });
  const dashes = legendOf(look).map(({ mark }) => (mark.kind === 'line' ? mark.dash.length : null));
  expect(dashes).toEqual([0, 2, 4]);
});
