import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOrganization, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { HANDED_LINK_MS } from './password-links.ts';

const PASSWORD = 'Fresh-Air-77!';
let database: TestDatabase;
let clock: TestClock;
let app: SessionApp;
let own: TestOrganization;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db);
  admin = await aUser(database.db, { organization: own, authority: 'LOCAL_ADMIN' });
});
afterAll(() => database.close());
beforeEach(async () => {
  clock = testClock();
  app = await sessionApp({ db: database.db, clock });
  user = await aUser(database.db, { organization: own });
  return () => app.http.close();
});

const makeLink = async (): Promise<string> => {
  const answer = await app.ask(await app.bearer(admin), 'POST', `/users/${user.id}/reset`, {});
  return answer.body.token;
};
const post = (path: string, payload: object, remoteAddress = '10.0.0.1') =>
  app.http.inject({ method: 'POST', url: `/api/v1${path}`, payload, remoteAddress });
const check = async (token: string) => {
  const answer = await post('/reset/check', { token });
  return answer.statusCode === 200 ? answer.json() : answer.json().code;
};

it('an open link says whose it is, as often as it is opened', async () => {
  const token = await makeLink();
  const whose = { organization_code: own.code, login: user.login };
  expect([await check(token), await check(token)]).toEqual([whose, whose]);
  expect((await post('/reset', { token, new_password: PASSWORD })).statusCode).toBe(200);
});

it('a used, replaced, expired or unknown link is refused before a password is entered, all alike', async () => {
  const replaced = await makeLink();
  const used = await makeLink();
  expect(await check(replaced)).toBe('BAD_CREDENTIALS');
  await post('/reset', { token: used, new_password: PASSWORD });
  expect(await check(used)).toBe('BAD_CREDENTIALS');
  const expired = await makeLink();
  clock.advance(HANDED_LINK_MS - 1);
  expect(await check(expired)).toMatchObject({ login: user.login });
  clock.advance(1);
  const answers = [expired, used, 'unknown'].map(async (token) => (await post('/reset/check', { token })).json());
  const [first, ...rest] = (await Promise.all(answers)).map((answer) => ({ ...answer, request_id: '' }));
  expect(first).toMatchObject({ code: 'BAD_CREDENTIALS', errors: {} });
  expect(rest).toEqual([first, first]);
});

it('refuses an empty and a long token, and more than 30 checks a minute from one address', async () => {
  for (const token of ['', 'x'.repeat(129)]) {
    expect((await post('/reset/check', { token }, '10.0.0.2')).json()).toMatchObject({
      code: 'INVALID_PARAMETER',
      errors: { token: token === '' ? 'REQUIRED' : 'TOO_LONG' },
    });
  }
  const codes: string[] = [];
  for (let i = 0; i < 31; i++) codes.push((await post('/reset/check', { token: `t${i}` }, '10.0.0.3')).json().code);
  expect(codes.slice(0, 30).every((code) => code === 'BAD_CREDENTIALS')).toBe(true);
  expect(codes[30]).toBe('TOO_MANY_REQUESTS');
});
