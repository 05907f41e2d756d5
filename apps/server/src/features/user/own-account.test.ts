import { HOUR_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOrganization, aUser, type TestUser } from '../../testing/factory.ts';
import { formOf, type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const NEW = 'Fresh-Air-77!';
let database: TestDatabase;
let clock: TestClock;
let app: SessionApp;
let user: TestUser;
let headers: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  clock = testClock();
  app = await sessionApp({ db: database.db, clock });
  user = await aUser(database.db);
  headers = await app.bearer(user);
  return () => app.http.close();
});

const ask = (method: Method, path: string, payload?: object, as = headers) =>
  app.ask(as, method, path, payload, '10.6.0.1');
const changeProfile = (change: object, password = user.password) =>
  ask('PUT', `/users/${user.id}`, { id: user.id, password, ...change });
const changePassword = (new_password: string, password = user.password) =>
  ask('PUT', `/users/password/${user.id}`, { password, new_password });
const mustChange = () =>
  database.db.query(sql`update app_user set password_state = 'MUST_CHANGE' where id = ${user.id}`);

describe('the profile', () => {
  it('is opened by the password, and changed with it again: what is given, and nothing else', async () => {
    const opened = await changeProfile({});
    expect(opened).toMatchObject({ status: 200, body: { id: user.id, version: 1 } });
    const change = { name: '새 이름', email: 'new.name@naver.com', phone: '010-1234-5678', language: 'en' };
    expect((await changeProfile(change)).body).toMatchObject({ ...change, version: 2 });
    expect((await changeProfile({ phone: null })).body).toMatchObject({ ...change, phone: null });
    expect((await ask('GET', '/users/me')).body).toMatchObject({ ...change, phone: null });
    const { rows } = await database.db.query(sql`select user_id, ip from audit where entity_id = ${user.id}`);
    expect(rows).toEqual(Array(2).fill({ user_id: user.id, ip: '10.6.0.1' }));
  });

  it('takes a language without the password, writes down a change of it, and nothing else', async () => {
    const set = (body: object) => ask('PUT', '/users/me/language', body);
    expect((await set({ language: 'en' })).body).toMatchObject({ id: user.id, language: 'en' });
    expect((await set({ language: 'en' })).status).toBe(200);
    expect((await ask('GET', '/users/me')).body.language).toBe('en');
    const { rows } = await database.db.query(
      sql`select after->>'language' as language from audit where entity_id = ${user.id}`,
    );
    expect(rows).toEqual([{ language: 'en' }]);
    expect((await set({ language: 'de' })).body).toMatchObject({
      code: 'INVALID_PARAMETER',
      errors: { language: 'INVALID' },
    });
    expect((await set({ language: 'ko', authority: 'SUPER_ADMIN' })).status).toBe(400);
  });

  it('does not overwrite what an administrator changed meanwhile', async () => {
    const { version } = (await changeProfile({})).body;
    await database.db.query(
      sql`update app_user set phone = '02-111-2222', version = version + 1 where id = ${user.id}`,
    );
    const late = await changeProfile({ phone: '02-999-9999', version });
    expect([late.status, late.body.code]).toEqual([409, 'EDITED_MEANWHILE']);
    expect((await changeProfile({})).body).toMatchObject({ phone: '02-111-2222' });
    expect((await changeProfile({ phone: '02-999-9999', version: version + 1 })).status).toBe(200);
  });

  it.each([
    ['role', { authority: 'LOCAL_ADMIN' }, { authority: 'UNKNOWN_FIELD' }],
    ['organization', { organization_id: 1 }, { organization_id: 'UNKNOWN_FIELD' }],
    ['use', { use: 'N' }, { use: 'UNKNOWN_FIELD' }],
    ['id', { login: 'other.id' }, { login: 'UNKNOWN_FIELD' }],
    ['name to none', { name: '' }, { name: 'REQUIRED' }],
    ['e-mail to none of that form', { email: 'a..b@naver.com' }, { email: 'EMAIL' }],
  ])('never changes the %s', async (_, change, errors) => {
    const before = (await ask('GET', '/users/me')).body;
    const { status, body } = await changeProfile(change);
    expect([status, body.errors]).toEqual([400, errors]);
    expect((await ask('GET', '/users/me')).body).toEqual(before);
  });

  it('stays closed without the password, which is guessed five times at most, here and at Login together', async () => {
    for (let i = 0; i < 3; i++) expect((await changeProfile({}, 'wrong')).body.code).toBe('NOT_SAME_PASSWORD');
    expect((await changePassword(NEW, 'wrong')).body.code).toBe('NOT_SAME_PASSWORD');
    expect((await app.login({ ...formOf(user), password: 'wrong' }, '10.6.0.1')).json().code).toBe('INVALID_PASSWORD');
    expect((await changeProfile({ name: 'X' })).body.code).toBe('RETRY_COUNT_OVER');
    expect((await changePassword(NEW)).body.code).toBe('RETRY_COUNT_OVER');
  });

  it("is one's own, in every role", async () => {
    const admin = await aUser(database.db, {
      organization: { id: user.organizationId, code: user.code, name: '' },
      authority: 'LOCAL_ADMIN',
    });
    const as = await app.bearer(admin);
    const body = { id: user.id, password: admin.password };
    expect((await ask('PUT', `/users/${user.id}`, body, as)).body.code).toBe('ACCESS_DENIED');
    expect((await ask('PUT', `/users/${admin.id}`, body, as)).body.errors).toEqual({ id: 'INVALID' });
    const other = await app.bearer(await aUser(database.db, { organization: await anOrganization(database.db) }));
    expect((await ask('PUT', `/users/${user.id}`, body, other)).body.code).toBe('USER_NOT_FOUND');
  });
});

describe('a new password', () => {
  it('counts from now on, and ends all other sessions', async () => {
    const elsewhere = await app.bearer(user);
    expect((await ask('GET', '/users/me', undefined, elsewhere)).status).toBe(200);
    expect((await changePassword(NEW)).status).toBe(200);
    expect((await ask('GET', '/users/me', undefined, elsewhere)).body.code).toBe('INVALID_TOKEN');
    expect((await ask('GET', '/users/me')).status).toBe(200);
    expect((await app.login({ ...formOf(user), password: NEW })).statusCode).toBe(200);
    expect((await app.login(formOf(user))).json().code).toBe('INVALID_PASSWORD');
  });

  it('keeps the rules, and differs from the one before', async () => {
    expect((await changePassword(user.password)).body.errors).toEqual({ new_password: 'SAME_PASSWORD' });
    for (const weak of ['Ab1-xyz', 'ab1-xyzw', 'AB1-XYZW', 'Abc-xyzw', 'Abc1xyzw']) {
      expect((await changePassword(weak)).body.errors).toEqual({ new_password: 'PASSWORD' });
    }
  });

  it("is never another user's", async () => {
    const as = await app.bearer(await aUser(database.db, { authority: 'SUPER_ADMIN' }));
    const passwords = { password: user.password, new_password: NEW };
    expect((await ask('PUT', `/users/password/${user.id}`, passwords, as)).body.code).toBe('ACCESS_DENIED');
    expect((await app.login(formOf(user))).statusCode).toBe(200);
  });
});

describe('a user whose password another person has seen', () => {
  it('reaches nothing but oneself until another is set, and then everything at once', async () => {
    await mustChange();
    const session = (await app.login(formOf(user))).json();
    expect(session.user.must_renew).toBe(true);
    const as = { authorization: `Bearer ${session.access_token}` };
    expect((await ask('GET', '/users/me', undefined, as)).body.must_renew).toBe(true);
    const admin = await aUser(database.db, { authority: 'SUPER_ADMIN' });
    await database.db.query(sql`update app_user set password_state = 'MUST_CHANGE' where id = ${admin.id}`);
    const asAdmin = { authorization: `Bearer ${(await app.login(formOf(admin))).json().access_token}` };
    expect((await ask('GET', '/users', undefined, asAdmin)).body.code).toBe('ACCESS_DENIED');
    const passwords = { password: admin.password, new_password: NEW };
    expect((await ask('PUT', `/users/password/${admin.id}`, passwords, asAdmin)).status).toBe(200);
    expect((await ask('GET', '/users', undefined, asAdmin)).status).toBe(200);
    expect((await ask('GET', '/users/me', undefined, asAdmin)).body.must_renew).toBe(false);
  });

  it('is stopped also where the session was open before', async () => {
    const as = await app.bearer(await aUser(database.db, { authority: 'SUPER_ADMIN' }));
    expect((await ask('GET', '/users', undefined, as)).status).toBe(200);
    await database.db.query(sql`update app_user set password_state = 'MUST_CHANGE'`);
    clock.advance(1_000);
    expect((await ask('GET', '/users', undefined, as)).body.code).toBe('ACCESS_DENIED');
  });
});

describe("one's own sessions", () => {
  const list = async (as = headers) => (await ask('GET', '/sessions', undefined, as)).body.content;

  it('are listed newest first, and say which one asks', async () => {
    clock.advance(60_000);
    const second = await app.bearer(user);
    const [newest, first, ...more] = await list(second);
    expect(more).toEqual([]);
    expect(newest).toEqual({
      id: expect.any(String),
      ip: '127.0.0.1',
      login_time: new Date(clock.now()).toISOString(),
      last_seen_time: expect.any(String),
      is_current: true,
    });
    expect(first.is_current).toBe(false);
  });

  it('are not those that have ended, expired or been idle too long', async () => {
    const [{ id }] = await list();
    clock.advance(8 * HOUR_MS);
    headers = await app.bearer(user);
    expect((await list()).map((session: { id: string }) => session.id)).not.toContain(id);
  });

  it('end one by one, and all others together, streams included', async () => {
    const others = [await app.bearer(user), await app.bearer(user), await app.bearer(user)];
    for (const other of others) await list(other);
    const mine = (await list()).filter((session: { is_current: boolean }) => !session.is_current);
    expect(mine).toHaveLength(3);
    const ended: string[] = [];
    app.bus.on('session.ended', ({ sessionId }) => ended.push(sessionId));
    expect((await ask('DELETE', `/sessions/${mine[0].id}`)).status).toBe(200);
    expect(ended).toEqual([mine[0].id]);
    expect((await ask('DELETE', `/sessions/${mine[0].id}`)).status).toBe(404);
    expect((await ask('DELETE', '/sessions')).status).toBe(200);
    expect(ended.toSorted()).toEqual(mine.map(({ id }: { id: string }) => id).toSorted());
    expect(await list()).toHaveLength(1);
  });

  it("are not another user's", async () => {
    const stranger = await app.bearer(await aUser(database.db));
    const [{ id }] = await list();
    for (const wrong of [id, 'x', '00000000-0000-4000-8000-000000000000']) {
      expect((await ask('DELETE', `/sessions/${wrong}`, undefined, stranger)).status).toBe(404);
    }
    expect(await list()).toHaveLength(1);
  });
});

describe('who forgot', () => {
  let last = 0;
  const search = async (query: string, remoteAddress = `10.7.0.${++last}`) => {
    const answer = await app.http.inject({ url: `/api/v1/search/${query}`, remoteAddress });
    return { status: answer.statusCode, body: answer.json() };
  };
  const emailOf = async () => (await ask('GET', '/users/me')).body.email as string;

  it('an id gets the beginning of it, by e-mail', async () => {
    const email = await emailOf();
    const masked = `us${'*'.repeat(user.login.length - 2)}`;
    expect((await search(`id?email=${email.toUpperCase()}`)).body).toEqual({ login: masked });
    expect((await search(`password?email=${email}&login=${user.login}`)).body).toEqual({ login: masked });
  });

  it('and is not registered gets that answer, also for an id that belongs to another e-mail or is not in use', async () => {
    const email = await emailOf();
    expect((await search('id?email=nobody@example.com')).body.code).toBe('USER_NOT_FOUND');
    expect((await search(`password?email=${email}&login=other.id`)).body.code).toBe('USER_NOT_FOUND');
    expect((await search('id?email=%25@example.com')).body.errors).toEqual({ email: 'EMAIL' });
    await database.db.query(sql`update app_user set use = 'N' where id = ${user.id}`);
    expect((await search(`id?email=${email}`)).body.code).toBe('USER_NOT_FOUND');
  });

  it('tries five times an hour for an address, and from one client', async () => {
    const email = await emailOf();
    for (let i = 0; i < 5; i++) expect((await search(`id?email=${email}`)).status).toBe(200);
    expect((await search(`password?email=${email}&login=${user.login}`)).body.code).toBe('TOO_MANY_REQUESTS');
    for (let i = 0; i < 5; i++) expect((await search(`id?email=n${i}@example.com`, '10.8.0.1')).status).toBe(404);
    expect((await search('id?email=n6@example.com', '10.8.0.1')).status).toBe(429);
    clock.advance(HOUR_MS);
    expect((await search(`id?email=${email}`, '10.8.0.1')).status).toBe(200);
  });
});
