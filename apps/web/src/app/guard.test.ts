// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { beginSession, endSession } from '../lib/session/session-store.ts';
import { sampleSession } from '../testing/sample-user.ts';
import { afterLogin, guardAddress, homeAddress, safeNext } from './guard.ts';

afterEach(endSession);

const DENY_MASTER = ['LOCAL_ADMIN', 'LOCAL_USER'] as const;

test.each([
  [
    { address: '/monitoring/meter/3', role: null, deny: [] },
    { to: '/', next: '/monitoring/meter/3' },
  ],
  [{ address: '/monitoring/meter', role: 'LOCAL_USER', deny: [] }, null],
  [{ address: '/management/master/local', role: 'LOCAL_ADMIN', deny: DENY_MASTER }, { to: '/monitoring/agency' }],
  [{ address: '/management/master/local', role: 'SUPER_USER', deny: DENY_MASTER }, null],
] as const)('%o → %o', (visit, sent) => {
  expect(guardAddress(visit)).toEqual(sent);
});

test('login leads to what was asked for, never to another host', () => {
  expect(afterLogin('/monitoring/meter/3', 'https://air.example')).toBe('/monitoring/meter/3');
  expect(afterLogin('//evil.example', 'https://air.example')).toBe('/monitoring/agency');
  expect(afterLogin(undefined, 'https://air.example')).toBe('/monitoring/agency');
});

test.each([
  ['SUPER_ADMIN', '/monitoring/agency'],
  ['SUPER_USER', '/monitoring/agency'],
  ['LOCAL_ADMIN', '/monitoring/grade/2'],
  ['LOCAL_USER', '/monitoring/grade/2'],
] as const)('%s starts at %s: those who see one organization only, with its offices', (authority, home) => {
  beginSession(sampleSession({ authority }));
  expect(homeAddress()).toBe(home);
  expect(afterLogin(undefined, 'https://air.example')).toBe(home);
});

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
