import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

test.each([
  ['', {}],
  ['?next=/monitoring/meter/3', { next: '/monitoring/meter/3' }],
  ['?sort=name,ASC&sort=id,DESC&page=2', { sort: ['name,ASC', 'id,DESC'], page: '2' }],
  ['?q=%ED%95%9C+%26', { q: '한 &' }],
])('%s reads and writes back', (text, search) => {
  expect(parseSearch(text)).toEqual(search);
  expect(stringifySearch(search)).toBe(text);
});

test('leaves out empty values', () => {
  expect(stringifySearch({ a: undefined, b: null, c: [], d: 0, e: false })).toBe('?d=0&e=false');
});
