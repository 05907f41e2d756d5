import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleLine } from './line-sampling.ts';

interface Point {
  time: number;
  value: number;
}

const pointsOf = (flat: Float64Array): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => ({ time: flat[i * 2] ?? 0, value: flat[i * 2 + 1] ?? 0 }));

/** Many points a minute apart, some of them gaps, and a stretch of them to draw. */
const drawn = fc
  .record({
    values: fc.array(
      fc.oneof({ weight: 9, arbitrary: fc.integer() }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
      {
        minLength: 1,
        maxLength: 600,
      },
    ),
    from: fc.double({ min: 0, max: 0.9, noNaN: true }),
    share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    px: fc.integer({ min: 4, max: 120 }),
  })
  .map(({ values, from, share, px }) => {
    const columns = { times: Float64Array.from(values, (_, i) => i * 60_000), values: Float64Array.from(values) };
    const span = values.length * 60_000;
    return { columns, from: from * span, to: (from + share) * span, px };
  });

const inSight = ({
  columns,
  from,
  to,
}: {
  columns: { times: Float64Array; values: Float64Array };
  from: number;
  to: number;
}) =>
  pointsOf(Float64Array.from([...columns.times].flatMap((time, i) => [time, columns.values[i] ?? 0]))).filter(
    ({ time }) => time >= from && time <= to,
  );

test('only points of the line, in their order, and few enough', () => {
  fc.assert(
    fc.property(drawn, (question) => {
      const { columns, from, to, px } = question;
      const sample = pointsOf(sampleLine(columns, from, to, px));
      expect(sample.length).toBeLessThanOrEqual((px / 2 + 3) * 4);
      let before = Number.NEGATIVE_INFINITY;
      for (const { time, value } of sample) {
        expect(time).toBeGreaterThan(before);
        expect(value).toBe(columns.values[time / 60_000]);
        before = time;
      }
    }),
  );
});

test('a point outside hides no visible one', () => {
  const columns = {
    times: Float64Array.of(0, 60_000, 120_000, 180_000, 240_000),
    values: Float64Array.of(1, 0, -1, -1, -1),
  };
  expect(pointsOf(sampleLine(columns, 1, 240_001, 4)).map(({ value }) => value)).toContain(0);
});

test('the lowest and the highest value in sight are drawn', () => {
  fc.assert(
    fc.property(drawn, (question) => {
      const known = inSight(question).flatMap(({ value }) => (Number.isNaN(value) ? [] : [value]));
      const sample = pointsOf(sampleLine(question.columns, question.from, question.to, question.px)).map(
        ({ value }) => value,
      );
      for (const extreme of known.length === 0 ? [] : [Math.min(...known), Math.max(...known)]) {
        expect(sample).toContain(extreme);
      }
    }),
  );
});

test('a gap wider than a column stays one', () => {
  const values = Float64Array.from({ length: 10_000 }, (_, i) => (i >= 5_000 && i < 5_200 ? Number.NaN : i % 7));
  const times = Float64Array.from(values, (_, i) => i * 1000);
  const sample = pointsOf(sampleLine({ times, values }, 0, 10_000_000, 200));
  const gap = sample.findIndex(({ value }) => Number.isNaN(value));
  expect(sample[gap - 1]?.time).toBeLessThan(5_000_000);
  expect(sample[gap - 1]?.time).toBeGreaterThan(4_850_000);
  const after = sample.slice(gap).find(({ value }) => !Number.isNaN(value));
  expect(after?.time).toBeGreaterThanOrEqual(5_200_000);
  expect(after?.time).toBeLessThan(5_350_000);
});

test('one gap point of a missing hour is enough to part the line', () => {
  const times = Float64Array.from({ length: 2_001 }, (_, i) => (i < 1_000 ? i : i === 1_000 ? 999.5 : i + 3_000));
  const values = Float64Array.from({ length: 2_001 }, (_, i) => (i === 1_000 ? Number.NaN : 1));
  const sample = pointsOf(sampleLine({ times, values }, 0, 5_000, 100));
  expect(sample.filter(({ value }) => Number.isNaN(value))).toHaveLength(1);
});

test('a line that is moved by less than a column keeps its points', () => {
  const values = Float64Array.from({ length: 50_000 }, (_, i) => Math.sin(i * 12.9898) * 43_758.5453);
  const times = Float64Array.from(values, (_, i) => i * 1000);
  const inner = (from: number) =>
    pointsOf(sampleLine({ times, values }, from, from + 20_000_000, 400)).filter(
      ({ time }) => time > 11_000_000 && time < 29_000_000,
    );
  expect(inner(10_030_000)).toEqual(inner(10_000_000));
});

test('the line runs on to the points just outside', () => {
  const columns = { times: Float64Array.of(0, 100, 200, 300), values: Float64Array.of(1, 2, 3, 4) };
  expect([...sampleLine(columns, 110, 190, 100)]).toEqual([100, 2, 200, 3]);
  expect([...sampleLine(columns, 120, 130, 100)]).toEqual([100, 2, 200, 3]);
});
