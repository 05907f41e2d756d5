import { expect, test } from 'vitest';
import { readoutText } from '../interaction/cursor-card.tsx';
import { lineReadout } from './line-readout.ts';
import { sampleLineModel, sampleSeries } from './sample-line-model.ts';
import { usualsOf } from './usual.ts';

const EXTENT = [0, 1000] as const;
const MINUTE = 60_000;
const GAP = Number.NaN;

test('the cursor stands at the nearest point, and every line says what it was near then', () => {
  const lobby = sampleSeries({ name: '로비', values: [400, 500, 600] });
  const late = sampleSeries({
    name: '체육관',
    hue: 1,
    times: lobby.times.map((time) => time + 20_000),
    values: [1, 2, 3],
  });
  const readout = lineReadout(sampleLineModel({ series: [lobby, late] }), EXTENT, MINUTE * 1.1);
  expect(readout).toMatchObject({ time: MINUTE, title: '1970-01-01 00:01', unit: 'ppm', columns: [] });
  expect(readout.rows.map(({ name, cells }) => [name, cells])).toEqual([
    ['로비', [{ text: '500' }]],
    ['체육관', [{ text: '2' }]],
  ]);
  expect(readout.dots.map(({ time, top }) => [time, top])).toEqual([
    [MINUTE, 0.5],
    [MINUTE + 20_000, 0.998],
  ]);
});

test('in a gap nothing is announced, and the cursor stays', () => {
  const series = sampleSeries({ values: [400, GAP, GAP, GAP, 500] });
  const readout = lineReadout(sampleLineModel({ series: [series] }), EXTENT, 2 * MINUTE);
  expect(readout).toMatchObject({ time: 2 * MINUTE, dots: [] });
  expect(readout.rows[0]?.cells).toEqual([{ text: '–' }]);
});

test('a mean tells its lowest and highest; an incomplete one that it is about so much, and how complete', () => {
  const series = sampleSeries({
    values: [812, 640],
    low: Float64Array.of(700, 600),
    high: Float64Array.of(930, 700),
    completeness: Float64Array.of(1, 0.749),
  });
  const cellAt = (time: number) => lineReadout(sampleLineModel({ series: [series] }), EXTENT, time).rows[0]?.cells[0];
  expect(cellAt(0)).toEqual({ text: '812', note: '700~930' });
  expect(cellAt(MINUTE)).toEqual({ text: '≈ 640', note: '600~700 · 74 %' });
});

test('several series with earlier weeks are a grid, to be heard as well', () => {
  const line = (hue: number, earlier: number) =>
    sampleSeries({ name: `방 ${hue}`, hue, earlier, values: [100 * hue + earlier] });
  const model = sampleLineModel({ series: [line(0, 0), line(0, 1), line(1, 0)], periods: ['지금', '1주 전'] });
  const readout = lineReadout(model, EXTENT, 0);
  expect(readout.columns).toEqual(['지금', '1주 전 · 1969-12-25']);
  expect(readout.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['0', '1'],
    ['100', '–'],
  ]);
  expect(readoutText(readout)).toBe(
    '1970-01-01 00:00: 방 0 지금 0 ppm, 방 0 1주 전 · 1969-12-25 1 ppm, 방 1 지금 100 ppm, 방 1 1주 전 · 1969-12-25 – ppm',
  );
});

test('a period beside several weeks: each at its own day, then what was usual and how far it is from it', () => {
  const day = 24 * 60;
  const week = (earlier: number, level: number) =>
    sampleSeries({ earlier, values: new Array<number>(day).fill(level) });
  const series = [week(0, 600), week(1, 400), week(2, 500), week(3, 900)];
  const range = { from: 0, to: day * MINUTE };
  const periods = ['이 기간', '1주 전', '2주 전', '3주 전'];
  const model = sampleLineModel({ series, periods, ...range, usuals: usualsOf(series, range), difference: 'share' });
  const rows = lineReadout(model, EXTENT, 600 * MINUTE).rows.map(({ name, cells }) => [name, cells[0]]);
  expect(rows).toEqual([
    ['이 기간', { text: '600' }],
    ['1주 전 · 1969-12-25', { text: '400' }],
    ['2주 전 · 1969-12-18', { text: '500' }],
    ['3주 전 · 1969-12-11', { text: '900' }],
    ['평소', { text: '500', note: '+20 %' }],
  ]);
  const plain = lineReadout({ ...model, difference: 'plain' }, EXTENT, 600 * MINUTE).rows.at(-1);
  expect(plain?.cells).toEqual([{ text: '500', note: '+100 ppm' }]);
});
