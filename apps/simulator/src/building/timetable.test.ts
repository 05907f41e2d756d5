import { expect, it } from 'vitest';
import { isSchoolTerm, shareAt, shareTables } from './timetable.ts';

const tables = shareTables({
  weekday: [
    [0, 7, 0.5],
    [9, 12, 1],
    [12, 24, 0.5],
  ],
  saturday: [[10, 11, 0.4]],
  sunday: [],
  holidayShare: 0.1,
});
const at = (hour: number, weekday: number, month = 4) => ({ minute: hour * 60, day: 0, weekday, month, date: 15 });

it.each([
  ['in the middle of a stretch', at(10, 3), 1],
  ['where two stretches meet', at(12, 3), 0.75],
  ['across midnight', at(0, 3), 0.5],
  ['between stretches', at(8, 3), 0],
  ['on a Saturday', at(10.5, 6), 0.4],
  ['on a Sunday', at(10.5, 0), 0],
  ['in the holidays', at(10, 3, 8), 0.1],
])('finds who is there %s', (_, local, share) => {
  expect(shareAt(tables, local)).toBeCloseTo(share, 6);
});

it.each([
  [1, 10, false],
  [3, 1, false],
  [3, 2, true],
  [7, 19, true],
  [7, 20, false],
  [8, 26, true],
  [12, 31, true],
])('knows the school terms: month %d, day %d: %s', (month, date, term) => {
  expect(isSchoolTerm({ month, date })).toBe(term);
});
