import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, hourStart, hoursOfDay, localDay, monthOf, startOfLocalDay, yearOf } from './calendar.ts';
import { isZone } from './field-rule.ts';

const HOUR = 3_600_000;
const at = (iso: string) => Date.parse(iso);

describe('local day', () => {
  it.each([
    ['2024-02-28T14:59:59.999Z', 'Asia/Seoul', '2024-02-28'],
    ['2024-02-28T15:00:00Z', 'Asia/Seoul', '2024-02-29'],
    ['2024-02-29T15:00:00Z', 'Asia/Seoul', '2024-03-01'],
    ['2023-12-31T14:59:59.999Z', 'Asia/Seoul', '2023-12-31'],
    ['2023-12-31T15:00:00Z', 'Asia/Seoul', '2024-01-01'],
    ['2024-01-01T04:59:59.999Z', 'America/New_York', '2023-12-31'],
    ['2024-01-01T05:00:00Z', 'America/New_York', '2024-01-01'],
    ['2024-06-01T18:29:59.999Z', 'Asia/Kolkata', '2024-06-01'],
    ['2024-06-01T18:30:00Z', 'Asia/Kolkata', '2024-06-02'],
    ['2024-06-01T18:15:00Z', 'Asia/Kathmandu', '2024-06-02'],
    ['2024-06-01T23:59:59.999Z', 'UTC', '2024-06-01'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
    ['1904-01-01T00:00:00Z', 'Asia/Seoul', '1904-01-01'],
  ])('%s in %s is %s', (instant, zone, day) => {
    expect(localDay(at(instant), zone)).toBe(day);
  });
});

describe('start of a local day', () => {
  it.each([
    ['2024-01-01', 'Asia/Seoul', '2023-12-31T15:00:00Z'],
    ['2024-03-10', 'America/New_York', '2024-03-10T05:00:00Z'],
    ['2024-03-11', 'America/New_York', '2024-03-11T04:00:00Z'],
    ['2024-11-04', 'America/New_York', '2024-11-04T05:00:00Z'],
    ['2024-06-02', 'Asia/Kolkata', '2024-06-01T18:30:00Z'],
    // Daylight saving skips midnight: the day begins at 01:00 on the clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2024-03-31', 'Asia/Beirut', '2024-03-30T22:00:00Z'],
    ['2024-09-08', 'America/Santiago', '2024-09-08T04:00:00Z'],
    // At midnight the clock goes back to 23:00, so the day before is 25 hours long.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
    ['2024-10-27', 'Asia/Beirut', '2024-10-26T22:00:00Z'],
    // Samoa skipped this date: it begins where the next one does.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('%s in %s is %s', (day, zone, instant) => {
    expect(new Date(startOfLocalDay(day, zone)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it.each(['2023-02-30', '2023-13-01', '2023-1-1', 'today', ''])('rejects %j', (day) => {
    expect(() => startOfLocalDay(day, 'UTC')).toThrow(new RangeError(`no day: ${day}`));
    expect(() => addDays(day, 1)).toThrow(new RangeError(`no day: ${day}`));
  });
});

describe('hours of a day', () => {
  /** Lengths in minutes of the day's buckets. */
  function minutes(day: string, zone: string): number[] {
    const starts = hoursOfDay(day, zone);
    const ends = [...starts.slice(1), startOfLocalDay(addDays(day, 1), zone)];
    return starts.map((start, i) => ((ends[i] ?? 0) - start) / 60_000);
  }
  const full = (count: number) => Array.from({ length: count }, () => 60);

  it.each([
    ['an ordinary day', '2024-05-14', 'Asia/Seoul', full(24)],
    ['a leap day', '2024-02-29', 'Asia/Seoul', full(24)],
    ['a half-hour zone', '2024-05-14', 'Asia/Kolkata', full(24)],
    ['a quarter-hour zone', '2024-05-14', 'Asia/Kathmandu', full(24)],
    ['spring', '2024-03-10', 'America/New_York', full(23)],
    ['autumn', '2024-11-03', 'America/New_York', full(25)],
    ['spring in a half-hour zone', '2024-03-10', 'America/St_Johns', full(23)],
    ['spring at 02:45 on the clock', '2024-09-29', 'Pacific/Chatham', [60, 60, 45, 15, ...full(20)]],
    ['autumn at 03:45 on the clock', '2024-04-07', 'Pacific/Chatham', [60, 60, 60, 45, 15, ...full(21)]],
    ['spring that skips midnight', '2018-11-04', 'America/Sao_Paulo', full(23)],
    ['autumn that repeats 23 o’clock', '2018-02-17', 'America/Sao_Paulo', full(25)],
    ['spring that skips midnight in Beirut', '2024-03-31', 'Asia/Beirut', full(23)],
    ['autumn in Beirut', '2024-10-26', 'Asia/Beirut', full(25)],
    ['a spring shift of 30 minutes at 02:00', '2024-10-06', 'Australia/Lord_Howe', [60, 60, 30, ...full(21)]],
    ['an autumn shift of 30 minutes at 02:00', '2024-04-07', 'Australia/Lord_Howe', [60, 60, 30, ...full(22)]],
    ['a shift of 30 minutes at 23:30', '2018-05-04', 'Asia/Pyongyang', [...full(23), 30]],
    ['a date left out', '2011-12-30', 'Pacific/Apia', []],
  ])('%s: %s in %s', (_, day, zone, lengths) => {
    expect(minutes(day, zone)).toEqual(lengths);
  });

  it('cuts where the local clock shows :00, not at UTC hours', () => {
    expect(hoursOfDay('2024-05-14', 'Asia/Kolkata')[0]).toBe(at('2024-05-13T18:30:00Z'));
    expect(hoursOfDay('2024-05-14', 'Asia/Kolkata')[6]).toBe(at('2024-05-14T00:30:00Z'));
  });
});

describe('hour start', () => {
  it.each([
    ['2024-05-14T01:59:59.999Z', 'Asia/Seoul', '2024-05-14T01:00:00Z'],
    ['2024-05-14T00:10:00Z', 'Asia/Kolkata', '2024-05-13T23:30:00Z'],
    ['2024-05-14T00:30:00Z', 'Asia/Kolkata', '2024-05-14T00:30:00Z'],
    // The hour that comes twice is two buckets.
    ['2024-11-03T05:59:00Z', 'America/New_York', '2024-11-03T05:00:00Z'],
    ['2024-11-03T06:01:00Z', 'America/New_York', '2024-11-03T06:00:00Z'],
    // 02:00 +10:30 becomes 02:30 +11 at 15:30 UTC; 02:00 +11 becomes 01:30 +10:30 at 15:00 UTC.
    ['2024-10-05T15:29:59Z', 'Australia/Lord_Howe', '2024-10-05T14:30:00Z'],
    ['2024-10-05T15:45:00Z', 'Australia/Lord_Howe', '2024-10-05T15:30:00Z'],
    ['2024-10-05T16:00:00Z', 'Australia/Lord_Howe', '2024-10-05T16:00:00Z'],
    ['2024-04-06T15:15:00Z', 'Australia/Lord_Howe', '2024-04-06T15:00:00Z'],
    ['2024-04-06T15:30:00Z', 'Australia/Lord_Howe', '2024-04-06T15:30:00Z'],
  ])('of %s in %s is %s', (instant, zone, start) => {
    expect(new Date(hourStart(at(instant), zone)).toISOString()).toBe(new Date(start).toISOString());
  });
});

describe('in every zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instant = fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2037-01-01T00:00:00Z') });

  it('the clock that Intl shows agrees with the local day', () => {
    fc.assert(
      fc.property(instant, zone, (t, z) => {
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: z, dateStyle: 'short' }).format(t);
        expect(localDay(t, z)).toBe(shown);
      }),
      { numRuns: 300 },
    );
  });

  it('an instant lies in its local day and in one of that day’s hours', () => {
    fc.assert(
      fc.property(instant, zone, (t, z) => {
        const day = localDay(t, z);
        const start = startOfLocalDay(day, z);
        expect(localDay(start, z)).toBe(day);
        expect(localDay(start - 1, z) < day).toBe(true);
        expect(start <= t && t < startOfLocalDay(addDays(day, 1), z)).toBe(true);
        const hours = hoursOfDay(day, z);
        expect(hours).toContain(hourStart(t, z));
        expect(hours.filter((h) => h <= t).at(-1)).toBe(hourStart(t, z));
      }),
      { numRuns: 500 },
    );
  });

  it('a year of days is 365 or 366 whole days without gap, 23 to 25 buckets each, none over an hour', () => {
    for (const z of ['Asia/Seoul', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Beirut', 'America/Santiago']) {
      let day = '2024-01-01';
      let previous = hourStart(startOfLocalDay(day, z) - 1, z);
      let count = 0;
      for (; yearOf(day) === '2024'; day = addDays(day, 1)) {
        const hours = hoursOfDay(day, z);
        expect(hours.length >= 23 && hours.length <= 25, `${day} ${z}`).toBe(true);
        for (const start of hours) {
          expect(start > previous && start - previous <= HOUR, `${day} ${z}`).toBe(true);
          expect(hourStart(start, z)).toBe(start);
          expect(hourStart(start - 1, z)).toBe(previous);
          previous = start;
        }
        count += 1;
      }
      expect(count).toBe(366);
    }
  });

  it('adding and subtracting days is symmetric', () => {
    const days = fc.integer({ min: -4000, max: 4000 });
    fc.assert(
      fc.property(days, days, (a, b) => {
        const day = addDays('2024-02-29', a);
        expect(addDays(addDays(day, b), -b)).toBe(day);
        expect(addDays(day, 1) > day).toBe(true);
      }),
    );
  });
});

describe('days, months, years', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2024-12-31', 1, '2025-01-01'],
    ['2024-03-07', -7, '2024-02-29'],
    ['2024-05-14', 0, '2024-05-14'],
  ])('%s and %i days is %s', (day, n, result) => {
    expect(addDays(day, n)).toBe(result);
  });

  it('are cut from the day', () => {
    expect(monthOf('2024-02-29')).toBe('2024-02');
    expect(yearOf('2024-02-29')).toBe('2024');
  });
});

it.each([
  ['Asia/Seoul', '1900-01-01', '1899-12-31T15:32:08Z'],
  ['Africa/Monrovia', '1950-01-01', '1950-01-01T00:44:30Z'],
])('local mean time of %s counts in seconds', (zone, day, start) => {
  expect(startOfLocalDay(day, zone)).toBe(Date.parse(start));
  expect(localDay(Date.parse(start), zone)).toBe(day);
  expect(localDay(Date.parse(start) - 1, zone)).toBe(addDays(day, -1));
});

describe('zone', () => {
  it.each(['Asia/Seoul', 'Asia/Kolkata', 'UTC', 'America/Argentina/Buenos_Aires'])('%s is one', (zone) => {
    expect(isZone(zone)).toBe(true);
  });
  it.each(['', 'Asia/Nowhere', '+09:00', 'Seoul', 'Asia/Seoul\n', ' UTC', '../etc/passwd'])('%j is none', (zone) => {
    expect(isZone(zone)).toBe(false);
  });
  it('caches the hours of a day', () => {
    expect(hoursOfDay('2026-03-02', 'Asia/Seoul')).toBe(hoursOfDay('2026-03-02', 'Asia/Seoul'));
  });
  it('rejects an unknown zone', () => {
    expect(() => localDay(0, 'Asia/Nowhere')).toThrow(RangeError);
    expect(() => localDay(Number.NaN, 'UTC')).toThrow(RangeError);
  });
});
