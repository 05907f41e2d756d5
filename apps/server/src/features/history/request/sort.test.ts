import { expect, test } from 'vitest';
import { isNewestFirst, parseSort } from './sort.ts';

test('fields in the order in which they count', () => {
  expect(parseSort(['b,DESC', 'a', 'b,ASC'], ['a', 'b'])).toEqual([
    { field: 'b', descending: true },
    { field: 'a', descending: false },
  ]);
});

test.each([
  [['c,ASC'], 'UNKNOWN_FIELD'],
  [[''], 'UNKNOWN_FIELD'],
  [['a,asc'], 'INVALID'],
  [['a,ASC,'], 'INVALID'],
])('%j: %s', (sort, code) => {
  expect(() => parseSort(sort, ['a'])).toThrow(expect.objectContaining({ errors: { sort: code } }));
});

test('newest first unless said', () => {
  expect([[], ['time,DESC'], ['time,ASC'], ['time']].map((sort) => isNewestFirst(sort, 'time'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
