import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stackBars } from './stack-drawing.ts';
import type { StackModel } from './stack-model.ts';
import { hoursText, stackReadout } from './stack-readout.ts';

const HOUR = 3_600_000;
const column = (...values: number[]) => Float64Array.from(values);

const lookOf = (panels: StackModel['panels'], buckets: number): StackModel => ({
  parts: ['자동', '꺼짐'].map((name) => ({ name, mark: { kind: 'fill', color: '#000' } })),
  panels,
  starts: Float64Array.from({ length: buckets }, (_, i) => i * HOUR),
  lengths: new Float64Array(buckets).fill(HOUR),
  stepMs: HOUR,
  ticks: [],
  language: 'ko',
  timeZone: 'UTC',
  timeForm: 'minute',
  whole: { from: -HOUR / 2, to: (buckets - 0.5) * HOUR },
  period: { from: 0, to: buckets * HOUR },
});

test('each bucket is a bar over its start, as high as its share', () => {
  const model = lookOf([{ name: '1호', parts: [column(HOUR / 2, Number.NaN), column(HOUR / 4, Number.NaN)] }], 2);
  expect(stackBars(model, model.whole, 1000)).toEqual({
    joined: 1,
    panels: [[column(0, 0.5, HOUR, Number.NaN), column(0, 0.25, HOUR, Number.NaN)]],
  });
});

test('too many buckets are joined, and all of the time stays', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: HOUR }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 40, max: 400 }), (list, px) => {
      const model = lookOf([{ name: '1호', parts: [Float64Array.from(list)] }], list.length);
      const { joined, panels } = stackBars(model, model.whole, px);
      const bars = panels[0]?.[0] ?? column();
      expect(bars.length / 2).toBe(Math.ceil(list.length / joined));
      expect(bars.length / 2).toBeLessThanOrEqual(px / 4 + 1);
      const sum = [...bars].reduce((all, value, i) => {
        const buckets = Math.min(joined, list.length - ((i - 1) / 2) * joined);
        return i % 2 === 1 ? all + value * buckets * HOUR : all;
      }, 0);
      expect(sum).toBeCloseTo(
        list.reduce((all, each) => all + each, 0),
        0,
      );
    }),
  );
});

test.each([
  [0, '0:00'],
  [29_999, '0:00'],
  [59.6 * 60_000, '1:00'],
  [7 * HOUR + 5 * 60_000, '7:05'],
  [744 * HOUR, '744:00'],
])('%d ms are %s', (ms, text) => {
  expect(hoursText(ms)).toBe(text);
});

test('a bucket is read with the share of what has passed of it, from the top down, without what is not there', () => {
  const panels = [
    { name: '1호', parts: [column(0, HOUR / 4), column(0, HOUR / 4)] },
    { name: '2호', parts: [column(0, 0), column(0, 0)] },
  ];
  const readout = stackReadout(lookOf(panels, 2), HOUR * 0.8);
  expect(readout).toMatchObject({ time: HOUR, columns: ['1호', '2호'] });
  expect(readout.rows.map(({ name, cells }) => [name, cells])).toEqual([
    [
      '꺼짐',
      [
        { text: '0:15', note: '50 %' },
        { text: '0:00', note: '0 %' },
      ],
    ],
    [
      '자동',
      [
        { text: '0:15', note: '50 %' },
        { text: '0:00', note: '0 %' },
      ],
    ],
  ]);
  expect(stackReadout(lookOf(panels, 2), 0).rows).toEqual([]);
});
