import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { clearFailures, pruneUnknownFailures } from './queries.ts';

const clock = testClock();
let database: TestDatabase;
let app: SessionApp;

beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const codeOf = async (form: object) => {
  const answer = await app.login(form);
  expect(answer.statusCode).toBe(400);
  return answer.json().code;
};

describe('login', () => {
  it('answers a token, its end, and the user without a password', async () => {
    const organization = await anOrganization(database.db, { name: '하늘 초등학교' });
    const user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN', language: 'en', name: 'Kim' });
    const answer = await app.login(formOf(user));
    expect(answer.statusCode).toBe(200);
    const { access_token, expires_at, user: shown } = answer.json();
    expect(access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(Date.parse(expires_at) - clock.now()).toBe(24 * 3_600_000);
    expect(shown).toEqual({
      id: user.id,
      login: user.login,
      name: 'Kim',
      email: expect.stringContaining('@example.com'),
      phone: null,
      authority: 'LOCAL_ADMIN',
      use: 'Y',
      language: 'en',
      organization_id: organization.id,
      organization_name: '하늘 초등학교',
      organization_code: organization.code,
    });
    const headers = { authorization: `Bearer ${access_token}` };
    const me = await app.http.inject({ url: '/api/v1/users/me', headers });
    expect(me.json()).toEqual(shown);
  });

  it('writes the login history', async () => {
    const user = await aUser(database.db);
    await app.login(formOf(user));
    const { rows } = await database.db.query(
      sql`select ip, login_time, logout_time from session where user_id = ${user.id}`,
    );
    expect(rows).toEqual([
      { ip: expect.stringMatching(/^10\.1\./), login_time: new Date(clock.now()), logout_time: null },
    ]);
  });

  it.each([
    ['code', { code: '99999999' }],
    ['malformed code', { code: "' or 1=1 --" }],
    ['id', { id: 'nobody' }],
    ['id in other case', { id: 'USER' }],
    ['password', { password: 'wrong' }],
    ['password in other case', { password: 'cLEAN-aIR-42!' }],
  ])('answers a wrong %s like any other, after the same work', async (_what, wrong) => {
    const user = await aUser(database.db);
    const hashed = app.hashed();
    const answer = await app.login({ ...formOf(user), ...wrong });
    expect(answer.statusCode).toBe(400);
    const { request_id, ...rest } = answer.json();
    expect(rest).toEqual({ code: 'INVALID_PASSWORD', message: expect.stringContaining('비밀번호'), errors: {} });
    expect(app.hashed()).toBe(hashed + 1);
  });

  it("does not let in with another organization's code", async () => {
    const [one, other] = [await aUser(database.db), await aUser(database.db)];
    expect(await codeOf({ ...formOf(one), code: other.code })).toBe('INVALID_PASSWORD');
  });

  it('refuses what is missing, too long or unknown before hashing', async () => {
    const form = formOf(await aUser(database.db));
    const hashed = app.hashed();
    const refusals: [object, object][] = [
      [{}, { code: 'REQUIRED', id: 'REQUIRED', password: 'REQUIRED' }],
      [{ ...form, password: '' }, { password: 'REQUIRED' }],
      [{ ...form, password: 'x'.repeat(257) }, { password: 'TOO_LONG' }],
      [{ ...form, id: ['a'] }, { id: 'INVALID' }],
      [{ ...form, id: 'a\u0000' }, { id: 'INVALID' }],
      [{ ...form, authority: 'SUPER_ADMIN' }, { authority: 'UNKNOWN_FIELD' }],
    ];
    for (const [body, errors] of refusals) {
      const answer = await app.login(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETER', errors });
    }
    expect((await app.login({ ...form, password: 'x'.repeat(1_048_576) })).statusCode).toBe(400);
    expect(app.hashed()).toBe(hashed);
  });

  it('says that somebody is inactive only after the right password', async () => {
    const closed = await anOrganization(database.db, { use: 'N' });
    const rows = [
      [await aUser(database.db, { organization: closed }), 'INACTIVE_USER'],
      [await aUser(database.db, { organization: closed, use: 'N' }), 'INACTIVE_USER'],
      [await aUser(database.db, { use: 'N' }), 'USER_UNUSED'],
    ] as const;
    for (const [user, code] of rows) {
      expect(await codeOf({ ...formOf(user), password: 'wrong' })).toBe('INVALID_PASSWORD');
      expect(await codeOf(formOf(user))).toBe(code);
    }
  });

  it('says so too where no password was ever set, after the same work', async () => {
    const user = await aUser(database.db, { hasPassword: false });
    const hashed = app.hashed();
    expect(await codeOf(formOf(user))).toBe('INACTIVE_USER');
    expect(app.hashed()).toBe(hashed + 1);
  });

  it('throttles an address before it has tried many ids', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) {
      const payload = { code: '1', id: `id-${i}`, password: 'x'.repeat(257) };
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload,
        remoteAddress: '10.9.9.9',
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});

describe('lock', () => {
  const fail = async (form: object, times: number) => {
    for (let i = 0; i < times; i++) expect(await codeOf({ ...form, password: 'wrong' })).toBe('INVALID_PASSWORD');
  };

  it('refuses the sixth try after five failures, right or wrong, without hashing', async () => {
    const form = formOf(await aUser(database.db));
    await fail(form, 5);
    const hashed = app.hashed();
    expect(await codeOf(form)).toBe('RETRY_COUNT_OVER');
    expect(await codeOf({ ...form, password: 'wrong' })).toBe('RETRY_COUNT_OVER');
    expect(app.hashed()).toBe(hashed);
  });

  it('locks ids and codes that do not exist in the same way', async () => {
    for (const form of [
      { code: '12345678', id: 'nobody', password: 'x' },
      { code: 'no code', id: 'admin', password: 'x' },
    ]) {
      await fail(form, 5);
      expect(await codeOf(form)).toBe('RETRY_COUNT_OVER');
    }
  });

  it('counts one after the other what is sent at once', async () => {
    const form = { ...formOf(await aUser(database.db)), password: 'wrong' };
    const answers = await Promise.all(Array.from({ length: 9 }, () => codeOf(form)));
    expect(answers.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(5);
    expect(answers.filter((code) => code === 'RETRY_COUNT_OVER')).toHaveLength(4);
  });

  it('locks one id, not its neighbours', async () => {
    const organization = await anOrganization(database.db);
    const [one, other] = [await aUser(database.db, { organization }), await aUser(database.db, { organization })];
    await fail(formOf(one), 5);
    expect((await app.login(formOf(other))).statusCode).toBe(200);
  });

  it('begins again after a success', async () => {
    const form = formOf(await aUser(database.db));
    await fail(form, 4);
    expect((await app.login(form)).statusCode).toBe(200);
    await fail(form, 4);
    expect((await app.login(form)).statusCode).toBe(200);
  });

  it('ends when somebody unlocks it', async () => {
    const user = await aUser(database.db);
    await fail(formOf(user), 5);
    expect(await clearFailures(database.db, user.code, user.login)).toBe(true);
    expect((await app.login(formOf(user))).statusCode).toBe(200);
  });

  it('is forgotten in time for ids that do not exist, never for those that do', async () => {
    const known = formOf(await aUser(database.db));
    const unknown = { code: known.code, id: 'ghost', password: 'x' };
    await fail(known, 5);
    await fail(unknown, 5);
    await pruneUnknownFailures(database.db, clock.now());
    expect(await codeOf(unknown)).toBe('RETRY_COUNT_OVER');
    clock.advance(7 * 24 * 3_600_000 + 1);
    await fail({ code: 'another', id: 'ghost' }, 1);
    await fail(unknown, 1);
    expect(await codeOf(known)).toBe('RETRY_COUNT_OVER');
  });
});

describe('demo login', () => {
  it('lets in by role in the demo', async () => {
    const user = await aUser(database.db, { authority: 'SUPER_USER' });
    const demo = await sessionApp({ db: database.db, clock, isDemo: true });
    const enter = (authority: string) =>
      demo.http.inject({ method: 'POST', url: '/api/v1/demo/login', payload: { authority } });
    expect((await enter('SUPER_USER')).json().user).toMatchObject({ id: user.id, authority: 'SUPER_USER' });
    expect((await enter('SUPER_ADMIN')).json().code).toBe('USER_NOT_FOUND');
    expect((await enter('ROOT')).json().errors).toEqual({ authority: 'INVALID' });
    const welcome = await demo.http.inject('/api/v1/welcome');
    expect(welcome.json()).toEqual({
      version: '1.0.0',
      demo_roles: ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'],
    });
    await demo.http.close();
  });

  it('does not exist elsewhere', async () => {
    const headers = await app.bearer(await aUser(database.db));
    const request = { method: 'POST', url: '/api/v1/demo/login', payload: { authority: 'SUPER_USER' } } as const;
    expect((await app.http.inject(request)).statusCode).toBe(401);
    expect((await app.http.inject({ ...request, headers })).statusCode).toBe(404);
    expect((await app.http.inject('/api/v1/welcome')).json().demo_roles).toEqual([]);
  });
});
