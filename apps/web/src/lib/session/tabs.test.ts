import { expect, test } from 'vitest';
import { sampleUser } from '../../testing/sample-user.ts';
import { reactTo } from './tabs.ts';

const jwt = (payload: object, signature = 'x') =>
  `e30.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.${signature}`;
const OWN = jwt({ iat: 100 }, 'm');
const login = { user: { ...sampleUser(), password: '' }, code: '00000012' };
const session = (token: string) => ({ type: 'session', session: { token, login, language: null } });
const does = (data: unknown, own: string | null = OWN) => reactTo(data, own).do;

test('a tab answers a question only when it is logged in', () => {
  expect(does({ type: 'ask' })).toBe('tell');
  expect(does({ type: 'ask' }, null)).toBe('nothing');
});

test('a tab without a session takes the one it hears of', () => {
  expect(reactTo(session(OWN), null)).toEqual({ do: 'enter', session: session(OWN).session });
});

test.each([
  ['the same', OWN, 'nothing'],
  ['a newer', jwt({ iat: 101 }), 'follow'],
  ['an older', jwt({ iat: 99 }), 'tell'],
  ['one of the same second, by its text,', jwt({ iat: 100 }, 'n'), 'follow'],
  ['one of the same second, by its text,', jwt({ iat: 100 }, 'l'), 'tell'],
  ['one that tells no time', 'a.b.c', 'tell'],
])('a tab that hears of %s session (%#): %s → %s', (_, token, reaction) => {
  expect(does(session(token))).toBe(reaction);
});

test('of two sessions both tabs choose the same', () => {
  for (const [one, other] of [
    [jwt({ iat: 5 }), jwt({ iat: 6 })],
    [jwt({ iat: 5 }, 'a'), jwt({ iat: 5 }, 'b')],
    ['a.b.c', 'a.b.d'],
  ] as const) {
    expect([does(session(other), one), does(session(one), other)].toSorted()).toEqual(['follow', 'tell']);
  }
});

test('an end counts for the session that ended, and for no other', () => {
  expect(reactTo({ type: 'ended', token: OWN, why: 'LOGOUT' }, OWN)).toEqual({ do: 'leave', why: 'LOGOUT' });
  expect(does({ type: 'ended', token: jwt({ iat: 1 }), why: 'EXPIRED' })).toBe('nothing');
  expect(does({ type: 'ended', token: OWN, why: 'EXPIRED' }, null)).toBe('nothing');
});

test('a logout that begins in one tab is known in the others before the server tells them', () => {
  expect(reactTo({ type: 'leaving', token: OWN }, OWN)).toEqual({ do: 'expect', token: OWN });
  expect(does({ type: 'leaving', token: jwt({ iat: 1 }) })).toBe('nothing');
});

test('a tab goes on with a session that another one closes', () => {
  expect(does({ type: 'closing', token: OWN })).toBe('stay');
  expect(does({ type: 'closing', token: jwt({ iat: 1 }) })).toBe('nothing');
});

test.each([
  [null],
  ['ask'],
  [{ type: 'toString' }],
  [{ type: 'session' }],
  [session('no token')],
  [session(`a.${'b'.repeat(5_000)}.c`)],
  [
    {
      ...session(jwt({ iat: 200 })),
      session: { token: jwt({ iat: 200 }), login: { user: { id: 1 } }, language: null },
    },
  ],
  [{ type: 'session', session: { token: jwt({ iat: 200 }), login, language: 'fr' } }],
  [
    {
      type: 'session',
      session: {
        token: jwt({ iat: 200 }),
        login: { ...login, user: { ...login.user, password: 'x' } },
        language: null,
      },
    },
  ],
  [{ type: 'ended', token: OWN, why: 'BECAUSE' }],
])('%j is no message', (data) => {
  expect([does(data), does(data, null)]).toEqual(['nothing', 'nothing']);
});
