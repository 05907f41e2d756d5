import { HOUR_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRanges, rangeIndexOf, splitRange } from './range-plan.ts';

/** Hours of a zone that begin `offset` half hours later, and rows at times within them. */
const zone = fc
  .record({
    offset: fc.integer({ min: 0, max: 3 }),
    rows: fc.array(fc.array(fc.integer({ min: 0, max: HOUR_MS - 1 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    }),
  })
  .map(({ offset, rows }) => {
    const hours = rows.map((_, i) => ({ day: '', start: i * HOUR_MS + (offset * HOUR_MS) / 2, end: 0 }));
    for (const hour of hours) hour.end = hour.start + HOUR_MS;
    const times = rows.flatMap((own, i) => own.map((time) => (hours[i]?.start ?? 0) + time));
    return { hours, rows: rows.map((own) => own.length), times };
  });

test('ranges cover every row and bound the number of rows before them', () => {
  fc.assert(
    fc.property(fc.array(zone, { minLength: 1, maxLength: 3 }), fc.boolean(), (zones, descending) => {
      const ranges = planRanges(zones, descending);
      const times = zones.flatMap((each) => each.times);
      const isIn = (time: number) => ranges.filter(({ start, end }) => start <= time && time < end).length;
      for (const time of times) expect(isIn(time)).toBe(1);
      for (const { start, end, minBefore, maxBefore, rows } of ranges) {
        const before = times.filter((time) => (descending ? time >= end : time < start)).length;
        expect(minBefore).toBeLessThanOrEqual(before);
        expect(maxBefore).toBeGreaterThanOrEqual(before);
        expect(times.filter((time) => start <= time && time < end).length).toBeLessThanOrEqual(rows);
      }
    }),
  );
});

test('the bounds are exact for a single zone', () => {
  fc.assert(
    fc.property(zone, fc.boolean(), fc.nat(40), (only, descending, at) => {
      const ranges = planRanges([only], descending);
      expect(ranges.every(({ minBefore, maxBefore }) => minBefore === maxBefore)).toBe(true);
      const range = ranges[rangeIndexOf(ranges, at)];
      const sorted = only.times.toSorted((a, b) => (descending ? b - a : a - b));
      const time = sorted[at];
      if (time !== undefined) expect(range && range.start <= time && time < range.end).toBe(true);
    }),
  );
});

test.each([
  [0, 100, 4, 200, [0, 25, 50, 75]],
  [0, 100, 4, 40, [0, 10, 20, 30]],
  [0, 100, 4, -5, [0, 25, 50, 75]],
  [0, 2, 4, 9, [0, 1]],
])('%d to %d in %d parts at %d', (start, end, parts, now, starts) => {
  const cut = splitRange({ start, end }, parts, now);
  expect(cut.map((part) => part.start)).toEqual(starts);
  expect(cut.map((part) => part.end)).toEqual([...starts.slice(1), end]);
});
