import { describe, expect, it } from 'vitest';
import { coversDay, type DayRange, newRange } from './partition-ranges.ts';

const TODAY = 20_000;
const day = (first: number): DayRange => ({ first, end: first + 1 });

describe('newRange', () => {
  it.each<[string, number, DayRange[], DayRange]>([
    ['tomorrow', TODAY + 1, [], day(TODAY + 1)],
    ['today', TODAY, [], day(TODAY)],
    ['three days ago', TODAY - 3, [day(TODAY - 4), day(TODAY - 2)], day(TODAY - 3)],
    ['four days ago', TODAY - 4, [], { first: Number.NEGATIVE_INFINITY, end: TODAY - 3 }],
    ['long ago', 5, [day(TODAY - 3), day(TODAY)], { first: Number.NEGATIVE_INFINITY, end: TODAY - 3 }],
    ['between others', 15, [day(3), day(10), day(20), day(30)], { first: 11, end: 20 }],
    ['next to others', 11, [day(10), day(12)], day(11)],
    ['before 1970', -5, [day(-10)], { first: -9, end: TODAY - 3 }],
    [
      'above what there was',
      TODAY - 4,
      [{ first: Number.NEGATIVE_INFINITY, end: TODAY - 10 }, day(TODAY - 8)],
      { first: TODAY - 7, end: TODAY - 3 },
    ],
  ])('%s', (_, wanted, taken, range) => {
    expect(newRange(wanted, TODAY, taken)).toEqual(range);
    expect(coversDay(range, wanted)).toBe(true);
  });

  it.each([TODAY + 2, Number.POSITIVE_INFINITY, Number.NaN])('%d has not come yet', (wanted) => {
    expect(() => newRange(wanted, TODAY, [])).toThrow(RangeError);
  });
});
