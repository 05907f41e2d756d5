import { expect, test } from 'vitest';
import { sortBy } from './paging.ts';

const sort = sortBy(['a', 'b']);

test('fields in the order in which they count', () => {
  expect(sort.parse(['b,DESC', 'a', 'b,ASC'])).toEqual([
    { field: 'b', descending: true },
    { field: 'a', descending: false },
  ]);
  expect(sort.parse('a,DESC')).toEqual([{ field: 'a', descending: true }]);
  expect(sort.parse(undefined)).toEqual([]);
});

test.each([
  ['password', 'UNKNOWN_FIELD'],
  ['', 'UNKNOWN_FIELD'],
  ['__proto__', 'UNKNOWN_FIELD'],
  [['a', 'c,ASC'], 'UNKNOWN_FIELD'],
  ['a,asc', 'INVALID'],
  ['a,ASC,', 'INVALID'],
  [Array(9).fill('a'), 'TOO_LONG'],
])('%j: %s', (given, code) => {
  expect(sort.safeParse(given).error?.issues[0]?.message).toBe(code);
});

test('a list without an order takes none', () => {
  expect(sortBy([]).safeParse('id').error?.issues[0]?.message).toBe('UNKNOWN_FIELD');
});
