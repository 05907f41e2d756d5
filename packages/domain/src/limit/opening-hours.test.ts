import { describe, expect, it, test } from 'vitest';
import { isOpenIn, openingHoursIn, openTimes, parseOpeningHours } from './opening-hours.ts';

const SCHOOL = `Mon-Fri 09:00-12:00 13:00-18:00
토 9:00~13:00
2026-12-25 closed
2026-08-01~2026-08-15 10:00-24:00`;

const known = (text: string) => parseOpeningHours(text) ?? expect.unreachable();
const open = (day: string, zone = 'Asia/Seoul') =>
  openTimes(known(SCHOOL), day, zone).map(({ start, end }) => [start, end].map((at) => new Date(at).toISOString()));

describe('parseOpeningHours', () => {
  it('reads weekdays in both languages, and days that differ', () => {
    const { week, exceptions } = known(SCHOOL);
    expect(week.map((periods) => periods.length)).toEqual([2, 2, 2, 2, 2, 1, 0]);
    expect(exceptions).toEqual([
      { from: '2026-08-01', to: '2026-08-15', periods: [{ start: '1000', end: '2359' }] },
      { from: '2026-12-25', to: '2026-12-25', periods: [] },
    ]);
  });

  it.each([
    '',
    'Mon',
    'Mon 9-18',
    'Fri-Mon 09:00-18:00',
    'Moon 09:00-18:00',
    'Mon 18:00-09:00',
    'Mon 09:00-12:00 11:00-18:00',
    'Mon 09:00-25:00',
    '2026-02-30 closed',
    '2026-03-02~2026-03-01 closed',
  ])('refuses %j', (text) => expect(parseOpeningHours(text)).toBeNull());
});

describe('openTimes', () => {
  it('follow the weekday, an exception first', () => {
    expect(open('2026-03-02')).toEqual([
      ['2026-03-02T00:00:00.000Z', '2026-03-02T03:00:00.000Z'],
      ['2026-03-02T04:00:00.000Z', '2026-03-02T09:00:00.000Z'],
    ]);
    expect(open('2026-03-08')).toEqual([]);
    expect(open('2026-12-25')).toEqual([]);
    expect(open('2026-08-15')).toEqual([['2026-08-15T01:00:00.000Z', '2026-08-15T15:00:00.000Z']]);
  });

  it('keep the hour of the clock on days of 23 and 25 hours', () => {
    const sunday = parseOpeningHours('Sun 01:00-04:00') ?? expect.unreachable();
    const hours = (day: string) =>
      openTimes(sunday, day, 'Europe/Berlin').map(({ start, end }) => (end - start) / 3_600_000);
    expect([hours('2026-03-29'), hours('2026-10-25')]).toEqual([[2], [4]]);
  });
});

it.each([
  [0, 60, false],
  [0, 90, true],
  [60, 120, true],
  [0, 30, false],
])('an hour from minute %d to %d is open: %s', (start, end, isOpen) => {
  expect(isOpenIn([{ start: 45, end: 120 }], { start, end })).toBe(isOpen);
});

test.each([
  ['월-금 09:00-18:00\n2026-12-25 휴무', 'en', 'Mon-Fri 09:00-18:00\n2026-12-25 closed'],
  ['mon~fri 09:00-18:00\nSAT Closed', 'ko', '월~금 09:00-18:00\n토 휴무'],
  ['2026-08-01~2026-08-15 10:00-16:00', 'ko', '2026-08-01~2026-08-15 10:00-16:00'],
  ['by appointment', 'ko', 'by appointment'],
] as const)('the opening hours %j in %s', (text, language, expected) => {
  expect(openingHoursIn(language, text)).toBe(expected);
});
