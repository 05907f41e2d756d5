import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleSeries } from './sample-line-model.ts';
import { differenceAt, stripBars, stripLimit, usualsOf } from './usual.ts';

const MINUTE = 60_000;
const GAP = Number.NaN;
const hours = (earlier: number, values: number[], completeness?: number[]) =>
  sampleSeries({
    earlier,
    values,
    stepMs: 60 * MINUTE,
    times: Float64Array.from(values, (_, i) => i * 60 * MINUTE),
    completeness: Float64Array.from(completeness ?? values.map(() => 1)),
  });
const RANGE = { from: 0, to: 4 * 60 * MINUTE };

test('the band of three weeks: lowest, middle, highest, hour by hour', () => {
  const [usual] = usualsOf(
    [
      hours(0, [100, 90, 80, GAP]),
      hours(1, [50, 60, GAP, 40]),
      hours(2, [70, 40, GAP, 40]),
      hours(3, [60, GAP, GAP, 40], [1, 1, 1, 0.5]),
    ],
    RANGE,
  );
  if (usual === undefined) throw new Error('there is no usual');
  expect([...usual.low]).toEqual([50, 40, GAP, 40]);
  expect([...usual.middle]).toEqual([60, 50, GAP, 40]);
  expect([...usual.high]).toEqual([70, 60, GAP, 40]);
  expect([...usual.thin]).toEqual([0, 0, 0, 1]);
  expect(differenceAt(usual, 'share', 0)).toBeCloseTo(2 / 3);
  expect(differenceAt(usual, 'plain', 1)).toBe(40);
  expect(differenceAt(usual, 'share', 2)).toBeNaN();
  expect(differenceAt(usual, 'share', 3)).toBeNaN();
});

test('one week is a line, and needs no band', () => {
  expect(usualsOf([hours(0, [1]), hours(1, [2])], RANGE)).toEqual([]);
});

test('each of several series has its own', () => {
  const other = (earlier: number, value: number) => ({ ...hours(earlier, [value]), hue: 1 });
  const usuals = usualsOf([hours(0, [1]), hours(1, [2]), hours(2, [4]), other(0, 5), other(1, 6), other(3, 8)], RANGE);
  expect(usuals.map(({ hue, middle }) => [hue, [...middle]])).toEqual([
    [0, [3]],
    [1, [7]],
  ]);
});

test('readings of a minute are put together, so that a band of a day is no hedge', () => {
  const day = 24 * 60;
  const week = (earlier: number, level: number) =>
    sampleSeries({ earlier, values: Array.from({ length: day }, (_, i) => level + (i % 2 === 0 ? 10 : -10)) });
  const range = { from: 0, to: day * MINUTE };
  const [usual] = usualsOf([week(0, 500), week(1, 400), week(2, 420), week(3, 440)], range);
  expect(usual?.stepMs).toBe(10 * MINUTE);
  expect(usual?.times).toHaveLength(144);
  expect(new Set(usual?.low)).toEqual(new Set([400]));
  expect(new Set(usual?.middle)).toEqual(new Set([420]));
  expect(new Set(usual?.high)).toEqual(new Set([440]));
  expect(usual?.thin.every((each) => each === 0)).toBe(true);
});

test('the middle lies in the band, and the band holds every week', () => {
  const column = fc.array(fc.option(fc.integer({ min: 1, max: 900 }), { nil: GAP }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(column, fc.array(column, { minLength: 2, maxLength: 3 }), (now, weeks) => {
      const [usual] = usualsOf([hours(0, now), ...weeks.map((values, i) => hours(i + 1, values))], RANGE);
      // Without a value of any week there is no band at all.
      if (weeks.flat().every(Number.isNaN)) return expect(usual).toBeUndefined();
      for (let at = 0; at < 4; at++) {
        const known = weeks.flatMap((values) => (Number.isNaN(values[at]) ? [] : (values[at] ?? 0)));
        const [low, middle, high] = [usual?.low[at], usual?.middle[at], usual?.high[at]] as [number, number, number];
        if (known.length === 0) expect([low, middle, high]).toEqual([GAP, GAP, GAP]);
        else expect([low, high]).toEqual([Math.min(...known), Math.max(...known)]);
        if (known.length > 0) expect(middle >= low && middle <= high).toBe(true);
      }
    }),
  );
});

test('the strip: a bar for each stretch as long as there is room, then for several', () => {
  const values = [120, 80, 100, 150];
  const flat = [100, 100, 100, 100];
  const [usual] = usualsOf([hours(0, values), hours(1, flat), hours(2, flat)], RANGE);
  if (usual === undefined) throw new Error('there is no usual');
  const wide = stripBars(usual, 'share', RANGE, 400);
  const rounded = (bars: Float64Array) => [...bars].map((each) => Number(each.toFixed(3)));
  const at = (hour: number) => hour * 60 * MINUTE;
  expect(rounded(wide.above)).toEqual([at(0), 0.2, at(2), 0, at(3), 0.5]);
  expect(rounded(wide.below)).toEqual([at(1), -0.2]);
  expect(wide.barPx).toBe(100);
  const narrow = stripBars(usual, 'share', RANGE, 8);
  expect(rounded(narrow.above)).toEqual([at(0.5), 0, at(2.5), 0.25]);
  expect(stripLimit(usual, 'share')).toBe(0.5);
  expect(stripLimit(usual, 'plain')).toBe(50);
});
