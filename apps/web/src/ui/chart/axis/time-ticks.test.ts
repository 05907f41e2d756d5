import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate } from '../../../lib/format/date.ts';
import { timeTicks } from './time-ticks.ts';

const at = (text: string) => Date.parse(text);
const written = (
  from: string,
  to: string,
  zone: string,
  most: number,
  form: 'hourMinute' | 'date' | 'month' | 'year',
) =>
  timeTicks(at(from), at(to), zone, most).times.map((time) =>
    formatDate(time, form, { language: 'ko', timeZone: zone }),
  );

const KOREAN_DAY = ['2025-07-01T00:00+09:00', '2025-07-02T00:00+09:00', 'Asia/Seoul'] as const;

test('a day is labelled in hours of the zone, both midnights included', () => {
  expect(written(...KOREAN_DAY, 8, 'hourMinute')).toEqual([
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '00:00',
  ]);
});

test('the hour that comes twice in autumn has two ticks, the one that spring skips has none', () => {
  const zone = 'America/New_York';
  expect(written('2024-11-03T00:00-04:00', '2024-11-03T04:00-05:00', zone, 6, 'hourMinute')).toEqual([
    '00:00',
    '01:00',
    '01:00',
    '02:00',
    '03:00',
    '04:00',
  ]);
  expect(written('2024-03-10T00:00-05:00', '2024-03-10T05:00-04:00', zone, 6, 'hourMinute')).toEqual([
    '00:00',
    '01:00',
    '03:00',
    '04:00',
    '05:00',
  ]);
  expect(written('2024-11-03T00:00-04:00', '2024-11-04T00:00-05:00', zone, 9, 'hourMinute')).toEqual([
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '00:00',
  ]);
});

test('a zone of half hours has its ticks on its own full hours', () => {
  expect(written('2025-07-01T00:00+05:30', '2025-07-01T02:00+05:30', 'Asia/Kolkata', 4, 'hourMinute')).toEqual([
    '00:00',
    '00:30',
    '01:00',
    '01:30',
    '02:00',
  ]);
});

test('days of a month, without crowding its end', () => {
  expect(written('2025-01-01T00:00Z', '2025-02-28T00:00Z', 'UTC', 8, 'date')).toEqual([
    '2025-01-01',
    '2025-01-11',
    '2025-01-21',
    '2025-02-01',
    '2025-02-11',
    '2025-02-21',
  ]);
});

test('months and years begin at local midnight', () => {
  expect(written('2024-12-31T15:00Z', '2025-12-31T15:00Z', 'Asia/Seoul', 6, 'month')).toEqual([
    '2025-01',
    '2025-04',
    '2025-07',
    '2025-10',
    '2026-01',
  ]);
  expect(written('2019-06-01T00:00Z', '2026-06-01T00:00Z', 'UTC', 8, 'year')).toEqual([
    '2020',
    '2021',
    '2022',
    '2023',
    '2024',
    '2025',
    '2026',
  ]);
});

test.each([
  [DAY_MS, 'day'],
  [30 * DAY_MS, 'month'],
  [365 * DAY_MS, 'year'],
])('between buckets of %d ms there is nothing finer than a %s', (finest, unit) => {
  const from = at('2025-07-01T00:00Z');
  expect(timeTicks(from, from + 2 * finest, 'UTC', 12, finest).unit).toBe(unit);
});

test('ticks rise, lie inside, and are neither many nor none', () => {
  const zones = fc.constantFrom('Asia/Seoul', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
  const start = fc.integer({ min: at('2015-01-01T00:00Z'), max: at('2030-01-01T00:00Z') });
  const width = fc.integer({ min: 5 * 60_000, max: 900 * DAY_MS });
  fc.assert(
    fc.property(start, width, zones, fc.integer({ min: 3, max: 12 }), (from, ms, zone, most) => {
      const { times } = timeTicks(from, from + ms, zone, most);
      expect(times.length).toBeLessThanOrEqual(most + 2);
      expect(
        times.every((time, i) => time >= from && time <= from + ms && (i === 0 || time > (times[i - 1] ?? 0))),
      ).toBe(true);
      if (ms > 2 * HOUR_MS && most > 6) expect(times.length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
