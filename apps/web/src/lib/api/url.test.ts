import { expect, test } from 'vitest';
import { apiUrl } from './url.ts';

test.each([
  ['/users', {}, {}, '/api/v1/users'],
  ['/users/:id', { id: 7 }, {}, '/api/v1/users/7'],
  ['/a/:x/b', { x: 'ä/ö' }, {}, '/api/v1/a/%C3%A4%2F%C3%B6/b'],
  ['/users', {}, { sort: ['name,ASC', 'id,DESC'], page: 0 }, '/api/v1/users?sort=name%2CASC&sort=id%2CDESC&page=0'],
  ['/users', {}, { name: null, page: undefined, size: 12 }, '/api/v1/users?size=12'],
  ['/users', {}, { use: false, ids: [] }, '/api/v1/users?use=false'],
] as const)('%s %o %o', (path, params, query, url) => {
  expect(apiUrl(path, params, query)).toBe(url);
});

test('a missing parameter is the caller’s mistake', () => {
  expect(() => apiUrl('/users/:id')).toThrow('id is missing');
});
