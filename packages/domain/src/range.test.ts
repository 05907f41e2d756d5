import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hoursOfDay } from './calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from './duration.ts';
import { dayCount, shiftDays, timeRangeOf } from './range.ts';

it('defines durations in milliseconds', () => {
  expect([MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS]).toEqual([60_000, 3_600_000, 86_400_000, 604_800_000]);
});

describe('timeRangeOf', () => {
  it.each([
    ['2026-03-02', '2026-03-02', 'Asia/Seoul', '2026-03-02T00:00+09:00', '2026-03-03T00:00+09:00'],
    ['2026-02-28', '2026-03-01', 'UTC', '2026-02-28T00:00Z', '2026-03-02T00:00Z'],
    // A day of 23 hours and one of 25.
    ['2026-03-29', '2026-03-29', 'Europe/Berlin', '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00'],
    ['2026-10-25', '2026-10-25', 'Europe/Berlin', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'],
  ])('%s to %s in %s', (from, to, zone, start, end) => {
    expect(timeRangeOf({ from, to }, zone)).toEqual({ start: Date.parse(start), end: Date.parse(end) });
  });

  it('spans the first hour of the first day to the last hour of the last', () => {
    const { start, end } = timeRangeOf({ from: '2026-10-24', to: '2026-10-25' }, 'Europe/Berlin');
    expect(start).toBe(hoursOfDay('2026-10-24', 'Europe/Berlin')[0]);
    expect(end).toBe((hoursOfDay('2026-10-25', 'Europe/Berlin').at(-1) ?? 0) + HOUR_MS);
  });

  it('rejects an invalid day', () => {
    expect(() => timeRangeOf({ from: '2026-02-30', to: '2026-03-01' }, 'UTC')).toThrow(RangeError);
    expect(() => timeRangeOf({ from: '2026-02-01', to: '2026-02-30' }, 'UTC')).toThrow(RangeError);
  });
});

it.each([
  ['2026-03-02', '2026-03-02', 1],
  ['2026-02-27', '2026-03-02', 4],
  ['2024-02-27', '2024-03-02', 5],
  ['2026-03-02', '2026-03-01', 0],
])('%s to %s are %i days', (from, to, days) => expect(dayCount({ from, to })).toBe(days));

it('shifts a range without changing its length, and back', () => {
  expect(shiftDays({ from: '2026-03-02', to: '2026-03-08' }, -7)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: -900, max: 900 }), (length, n) => {
      const range = { from: '2026-03-02', to: shiftDays({ from: '2026-03-02', to: '2026-03-02' }, length).to };
      const shifted = shiftDays(range, n);
      expect(dayCount(shifted)).toBe(length + 1);
      expect(shiftDays(shifted, -n)).toEqual(range);
    }),
  );
});
