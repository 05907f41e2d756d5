import { expect, test } from 'vitest';
import { safeNext } from './next-address.ts';

const HERE = 'https://air.example';

test.each([
  [undefined, null],
  ['', null],
  ['/', null],
  ['/monitoring/meter/3', '/monitoring/meter/3'],
  ['/current/error/history?page=2&sort=a,ASC#top', '/current/error/history?page=2&sort=a,ASC#top'],
  ['//evil.example/x', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['monitoring', null],
])('%s → %s', (next, expected) => {
  expect(safeNext(next, HERE)).toBe(expected);
});
