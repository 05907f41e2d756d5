import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutStretch, legAt, planWalk } from './reading-walk.ts';

const HOUR = 3_600_000;

/** Hours of a zone that begin `offset` half hours later, and rows at times inside them. */
const zone = fc
  .record({
    offset: fc.integer({ min: 0, max: 3 }),
    rows: fc.array(fc.array(fc.integer({ min: 0, max: HOUR - 1 }), { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ offset, rows }) => {
    const hours = rows.map((_, i) => ({ day: '', start: i * HOUR + (offset * HOUR) / 2, end: 0 }));
    for (const hour of hours) hour.end = hour.start + HOUR;
    const times = rows.flatMap((own, i) => own.map((time) => (hours[i]?.start ?? 0) + time));
    return { hours, rows: rows.map((own) => own.length), times };
  });

test('legs cover every row, and know how many come before them as well as hours can tell', () => {
  fc.assert(
    fc.property(fc.array(zone, { minLength: 1, maxLength: 3 }), fc.boolean(), (zones, descending) => {
      const legs = planWalk(zones, descending);
      const times = zones.flatMap((each) => each.times);
      const isIn = (time: number) => legs.filter(({ start, end }) => start <= time && time < end).length;
      for (const time of times) expect(isIn(time)).toBe(1);
      for (const { start, end, sure, maybe, rows } of legs) {
        const before = times.filter((time) => (descending ? time >= end : time < start)).length;
        expect(sure).toBeLessThanOrEqual(before);
        expect(maybe).toBeGreaterThanOrEqual(before);
        expect(times.filter((time) => start <= time && time < end).length).toBeLessThanOrEqual(rows);
      }
    }),
  );
});

test('of one zone hours tell exactly', () => {
  fc.assert(
    fc.property(zone, fc.boolean(), fc.nat(40), (only, descending, at) => {
      const legs = planWalk([only], descending);
      expect(legs.every(({ sure, maybe }) => sure === maybe)).toBe(true);
      const leg = legs[legAt(legs, at)];
      const sorted = only.times.toSorted((a, b) => (descending ? b - a : a - b));
      const time = sorted[at];
      if (time !== undefined) expect(leg && leg.start <= time && time < leg.end).toBe(true);
    }),
  );
});

test.each([
  [0, 100, 4, 200, [0, 25, 50, 75]],
  [0, 100, 4, 40, [0, 10, 20, 30]],
  [0, 100, 4, -5, [0, 25, 50, 75]],
  [0, 2, 4, 9, [0, 1]],
])('%d to %d in %d parts at %d', (start, end, parts, now, starts) => {
  const cut = cutStretch({ start, end }, parts, now);
  expect(cut.map((part) => part.start)).toEqual(starts);
  expect(cut.map((part) => part.end)).toEqual([...starts.slice(1), end]);
});
