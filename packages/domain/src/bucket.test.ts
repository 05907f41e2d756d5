import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUCKET_UNITS, bucketsOf, firstDayOf, nextBucketDay } from './bucket.ts';
import { addDays, localDay, startOfLocalDay } from './calendar.ts';

const ZONES = [
  'Asia/Seoul',
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Australia/Lord_Howe',
];

test.each([
  ['day', '2024-02-29', '2024-02-29', '2024-03-01'],
  ['month', '2024-02-29', '2024-02-01', '2024-03-01'],
  ['month', '2026-12-31', '2026-12-01', '2027-01-01'],
  ['month', '2026-01-01', '2026-01-01', '2026-02-01'],
  ['year', '2024-02-29', '2024-01-01', '2025-01-01'],
  ['year', '0099-05-05', '0099-01-01', '0100-01-01'],
] as const)('the %s of %s begins on %s, the next one on %s', (unit, day, first, next) => {
  expect(firstDayOf(unit, day)).toBe(first);
  expect(nextBucketDay(unit, day)).toBe(next);
});

describe('bucketsOf', () => {
  test.each([
    ['hour', '2026-03-29', '2026-03-29', 'Europe/Berlin', 23],
    ['hour', '2026-10-25', '2026-10-25', 'Europe/Berlin', 25],
    ['hour', '2024-02-29', '2024-02-29', 'Asia/Kolkata', 24],
    ['day', '2024-02-01', '2024-02-29', 'Asia/Seoul', 29],
    ['day', '2025-12-31', '2026-01-01', 'Asia/Seoul', 2],
    ['month', '2025-12-31', '2026-01-01', 'Asia/Seoul', 2],
    ['month', '2024-01-01', '2024-12-31', 'Asia/Seoul', 12],
    ['year', '2024-06-01', '2026-02-03', 'Asia/Seoul', 3],
    ['day', '2026-01-02', '2026-01-01', 'Asia/Seoul', 0],
  ] as const)('%s, %s to %s in %s: %i', (unit, from, to, zone, count) => {
    expect(bucketsOf(unit, from, to, zone)).toHaveLength(count);
  });

  test('omits a day that the zone skipped', () => {
    const buckets = bucketsOf('day', '2011-12-29', '2011-12-31', 'Pacific/Apia');
    expect(buckets.map(({ day }) => day)).toEqual(['2011-12-29', '2011-12-31']);
    expect(bucketsOf('hour', '2011-12-30', '2011-12-30', 'Pacific/Apia')).toEqual([]);
  });

  test('limits a partial month to the days of the period', () => {
    const [first, second] = bucketsOf('month', '2024-01-30', '2024-02-02', 'Asia/Seoul');
    expect(first).toEqual({
      day: '2024-01-30',
      start: Date.parse('2024-01-30T00:00+09:00'),
      end: Date.parse('2024-02-01T00:00+09:00'),
    });
    expect(second).toEqual({
      day: '2024-02-01',
      start: Date.parse('2024-02-01T00:00+09:00'),
      end: Date.parse('2024-02-03T00:00+09:00'),
    });
  });

  test('cover the period without gap or overlap in every zone', () => {
    const days = fc.integer({ min: 0, max: 4_000 }).map((n) => addDays('2018-01-01', n));
    fc.assert(
      fc.property(
        fc.constantFrom(...BUCKET_UNITS),
        days,
        fc.nat(70),
        fc.constantFrom(...ZONES),
        (unit, from, n, zone) => {
          const to = addDays(from, n);
          const buckets = bucketsOf(unit, from, to, zone);
          expect(buckets[0]?.start).toBe(startOfLocalDay(from, zone));
          expect(buckets.at(-1)?.end).toBe(startOfLocalDay(addDays(to, 1), zone));
          for (const [i, bucket] of buckets.entries()) {
            expect(bucket.end).toBeGreaterThan(bucket.start);
            expect(bucket.start).toBe(buckets[i - 1]?.end ?? bucket.start);
            expect(localDay(bucket.start, zone)).toBe(bucket.day);
          }
        },
      ),
    );
  });
});

test('averages are taken over hours, days, months and years', () => {
  expect(BUCKET_UNITS).toEqual(['hour', 'day', 'month', 'year']);
});
