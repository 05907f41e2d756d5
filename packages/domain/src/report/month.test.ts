import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { daysOfMonth, dueMonth, isMonth, monthBefore } from './month.ts';

const SEOUL = 'Asia/Seoul';
const at = (text: string) => Date.parse(text);

it.each([
  ['2026-02', { from: '2026-02-01', to: '2026-02-28' }],
  ['2028-02', { from: '2028-02-01', to: '2028-02-29' }],
  ['2026-12', { from: '2026-12-01', to: '2026-12-31' }],
])('%s has the days of its month', (month, days) => {
  expect(daysOfMonth(month)).toEqual(days);
});

it.each(['2026-00', '2026-13', '2026-1', '1999-12', '2026-10-01', ''])('%j is no month', (text) => {
  expect(isMonth(text)).toBe(false);
});

test('twelve months before is the same month of the year before', () => {
  const months = fc.tuple(fc.integer({ min: 2001, max: 2099 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(months, ([year, number]) => {
      const two = String(number).padStart(2, '0');
      expect(monthBefore(`${year}-${two}`, 12)).toBe(`${year - 1}-${two}`);
    }),
  );
});

describe('a schedule on the second at eight', () => {
  const time = { day: 2, hour: 8 };
  const since = at('2026-01-15T00:00:00Z');
  it.each([
    ['2026-11-02T07:59:00+09:00', null],
    ['2026-11-02T08:00:00+09:00', '2026-10'],
    ['2026-11-30T23:59:00+09:00', '2026-10'],
    ['2026-12-01T12:00:00+09:00', null],
    ['2027-01-02T08:00:00+09:00', '2026-12'],
  ])('at %s the month %s is due', (now, month) => {
    expect(dueMonth(time, at(now), SEOUL, since)).toBe(month);
  });

  it('is not due for a month that was due before it was entered or changed', () => {
    expect(dueMonth(time, at('2026-11-20T00:00:00Z'), SEOUL, at('2026-11-10T00:00:00Z'))).toBeNull();
    expect(dueMonth(time, at('2026-12-02T00:00:00Z'), SEOUL, at('2026-11-10T00:00:00Z'))).toBe('2026-11');
  });
});
