import { spanAt } from '@airdeck/domain/zone-clock';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRecordedTime, weeksToNow } from './recorded-time.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

it.each([
  ['2025-05-28 14:35', 'Asia/Seoul', '2025-05-28T14:35:00+09:00'],
  ['2025-05-28 14:35:30', 'Asia/Seoul', '2025-05-28T14:35:30+09:00'],
  ['2025/05/28 14:35:30.250', 'UTC', '2025-05-28T14:35:30.250Z'],
  ['2021-09-07 00:05 +08:00', 'Asia/Seoul', '2021-09-07T00:05:00+08:00'],
  ['2021-09-07T00:05:00-0330', 'Asia/Seoul', '2021-09-07T00:05:00-03:30'],
  ['2021-09-07T00:05:00Z', 'Asia/Seoul', '2021-09-07T00:05:00Z'],
  ['2025-07-01 12:00', 'Europe/Berlin', '2025-07-01T12:00:00+02:00'],
  ['2025-03-30 03:30', 'Europe/Berlin', '2025-03-30T03:30:00+02:00'],
])('reads %s in %s', (text, zone, instant) => {
  expect(parseRecordedTime(text, zone)).toBe(Date.parse(instant));
});

it.each(['', 'yesterday', '28.05.2025 14:35', '2025-02-30 10:00', '2025-05-28 24:30', '2025-13-01 10:00', '14:35'])(
  'does not take "%s" for a time',
  (text) => {
    expect(parseRecordedTime(text, 'Asia/Seoul')).toBeNull();
  },
);

it('moves by whole weeks to just before now, at the same hour of the same weekday', () => {
  const zones = fc.constantFrom('Asia/Seoul', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York');
  const instant = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2030, 0) });
  fc.assert(
    fc.property(zones, instant, instant, (zone, last, now) => {
      const moved = weeksToNow(last, now, zone)(last);
      expect(moved).toBeLessThanOrEqual(now);
      expect(now - moved).toBeLessThan(WEEK + HOUR);
      const shown = (time: number) => time + spanAt(time, zone).offset;
      const off = (shown(moved) - shown(last)) % WEEK;
      // Only an hour that daylight saving skips cannot be shown; the next hour is used.
      expect([0, HOUR / 2, HOUR]).toContain(Math.abs(off < -HOUR ? off + WEEK : off));
      if (zone === 'Asia/Seoul') expect(Math.abs(off)).toBe(0);
    }),
  );
});

it('keeps the hour over a change of the clock', () => {
  const winter = Date.parse('2025-03-27T09:00:00+01:00');
  const move = weeksToNow(winter, Date.parse('2025-04-04T12:00:00+02:00'), 'Europe/Berlin');
  expect(move(winter)).toBe(Date.parse('2025-04-03T09:00:00+02:00'));
});
