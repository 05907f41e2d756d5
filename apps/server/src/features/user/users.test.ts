import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { formOf, type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { departmentTable } from '../place/department-queries.ts';
import { officeTable } from '../place/office-queries.ts';
import { organizationTable } from '../place/organization-queries.ts';

const PASSWORD = 'Fresh-Air-77!';
let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let foreign: TestOrganization;
let superAdmin: TestUser;
let admin: TestUser;
let reader: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  app = await sessionApp({ db, clock: systemClock });
  addResource(
    app.http,
    { db, changeRegistry: testChangeRegistry(db, createRegistry(db)) },
    organizations,
    organizationTable,
  );
  addResource(app.http, { db, changeRegistry: testChangeRegistry(db, createRegistry(db)) }, offices, officeTable);
  addResource(
    app.http,
    { db, changeRegistry: testChangeRegistry(db, createRegistry(db)) },
    departments,
    departmentTable,
  );
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  await db.query(sql`delete from organization`);
  await db.query(sql`delete from audit`);
  own = await anOrganization(db, { name: '가온병원' });
  foreign = await anOrganization(db, { name: '나래학교' });
  superAdmin = await aUser(db, { organization: await anOrganization(db), authority: 'SUPER_ADMIN' });
  admin = await aUser(db, { organization: own, authority: 'LOCAL_ADMIN', name: '박' });
  reader = await aUser(db, { organization: own, name: '정' });
});

const ask = async (method: Method, path: string, payload?: object, asker: TestUser = admin) =>
  app.ask(await app.bearer(asker), method, path, payload);
const kim = () => ({ organization_id: own.id, login: 'kim.su', name: '김수', authority: 'LOCAL_USER' });
const fieldsOf = (user: TestUser) => ({ login: user.login, name: '정', authority: user.authority });
const setPassword = async (token: string, new_password = PASSWORD, remoteAddress = '10.5.0.1') => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/v1/reset',
    payload: { token, new_password },
    remoteAddress,
  });
  return { status: answer.statusCode, body: answer.json() };
};
/** The result of a login: 200 or the code of the error. */
const logIn = async (user: { code: string; login: string }, password = PASSWORD) => {
  const answer = await app.login({ code: user.code, id: user.login, password });
  return answer.statusCode === 200 ? 200 : answer.json().code;
};
const stateOf = async (id: number) => (await ask('GET', `/users/${id}`)).body.account_state;
const audits = async () =>
  (
    await database.db.query(sql`
      select action, entity_id, user_id, organization_id from audit where action <> 'read' order by id`)
  ).rows;

describe('the list of users', () => {
  it('is sorted by organization and name, and holds what the viewer administers', async () => {
    await aUser(database.db, { organization: foreign, name: '가' });
    const names = async (asker: TestUser, query = '') =>
      (await ask('GET', `/users${query}`, undefined, asker)).body.content.map(({ name }: { name: string }) => name);
    expect(await names(admin)).toEqual(['박', '정']);
    const all = await names(superAdmin);
    expect(all.slice(-3)).toEqual(['박', '정', '가']);
    expect(await names(superAdmin, '?organizationName=나래')).toEqual(['가']);
    expect(await names(admin, '?organizationName=나래')).toEqual([]);
    expect(await names(admin, '?sort=name,DESC')).toEqual(['정', '박']);
    expect(await names(admin, `?search=${reader.login}`)).toEqual(['정']);
    expect(await names(admin, '?authority=LOCAL_ADMIN')).toEqual(['박']);
  });

  it('is taken whole by its total, and sorted by nothing that is no field of it', async () => {
    const { totalElements } = (await ask('GET', '/users?size=1')).body;
    expect((await ask('GET', `/users?organizationName=가온&size=${totalElements}`)).body.content).toHaveLength(2);
    for (const field of ['password', 'password_hash', 'organization.name']) {
      expect((await ask('GET', `/users?sort=${field},ASC`)).body).toMatchObject({
        code: 'INVALID_PARAMETER',
        errors: { sort: 'UNKNOWN_FIELD' },
      });
    }
  });
});

describe('a new user', () => {
  it('sets the first password with a link that works once, and logs in', async () => {
    const { status, body } = await ask('POST', '/users', { ...kim(), email: 'kim@example.com', language: 'en' });
    expect([status, body.account_state, body.use]).toEqual([200, 'INVITED', 'Y']);
    expect(Date.parse(body.link.expires_time) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    const user = { code: own.code, login: 'kim.su' };
    expect(await logIn(user)).toBe('INVALID_PASSWORD');
    expect(await setPassword(body.link.token)).toMatchObject({ status: 200, body: {} });
    expect(await logIn(user)).toBe(200);
    expect((await setPassword(body.link.token, 'Other-Air-77!')).body.code).toBe('BAD_CREDENTIALS');
    expect(await stateOf(body.id)).toBe('ACTIVE');
    expect((await ask('GET', `/users/${body.id}`)).body.link).toBeUndefined();
    const mine = { entity_id: body.id, organization_id: own.id };
    expect(await audits()).toEqual([
      { action: 'create', user_id: admin.id, ...mine },
      { action: 'write', user_id: body.id, ...mine },
    ]);
  });

  it.each([
    ['a role above', { authority: 'SUPER_ADMIN' }, { authority: 'INVALID' }],
    ['no id', { login: '' }, { login: 'REQUIRED' }],
    ['a short id', { login: 'kim' }, { login: 'LOGIN_ID' }],
    ['markup for a name', { name: '<b>' }, { name: 'NAME' }],
    ['half an e-mail', { email: 'kim@' }, { email: 'EMAIL' }],
    ['letters for a phone', { phone: 'call me' }, { phone: 'PHONE' }],
    ['a language that is none', { language: 'fr' }, { language: 'INVALID' }],
    ['a password', { password: PASSWORD }, { password: 'UNKNOWN_FIELD' }],
  ])('is not made with %s', async (_, change, errors) => {
    const { status, body } = await ask('POST', '/users', { ...kim(), ...change });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  it("belongs to the administrator's organization, and has an id and an e-mail of their own", async () => {
    expect(await ask('POST', '/users', { ...kim(), organization_id: foreign.id })).toMatchObject({
      status: 404,
      body: { errors: { organization_id: 'INVALID' } },
    });
    const twice = await ask('POST', '/users', { ...kim(), login: reader.login });
    expect(twice.body).toMatchObject({ code: 'DUPLICATION_ID', errors: { login: 'DUPLICATE' } });
    const { email } = (await ask('GET', `/users/${reader.id}`)).body;
    const answer = await ask('POST', '/users', { ...kim(), email: email.toUpperCase() });
    expect(answer).toMatchObject({ status: 409, body: { code: 'DUPLICATION_EMAIL', errors: { email: 'DUPLICATE' } } });
  });

  it('is deleted with the version that was seen, or without one', async () => {
    const add = async (login: string) => (await ask('POST', '/users', { ...kim(), login })).body.id;
    const [first, second] = [await add('first.one'), await add('second.one')];
    expect((await ask('DELETE', `/users/${first}?version=2`)).body.code).toBe('EDITED_MEANWHILE');
    expect((await ask('DELETE', `/users/${first}?version=1`)).status).toBe(200);
    expect((await ask('DELETE', `/users/${second}?version=x`)).body.errors).toEqual({ version: 'INVALID' });
    expect((await ask('DELETE', `/users/${second}`)).status).toBe(200);
    expect((await ask('GET', `/users/${second}`)).body.code).toBe('USER_NOT_FOUND');
  });

  it('has an id that differs from others by more than case', async () => {
    const answer = await ask('POST', '/users', { ...kim(), login: reader.login.toUpperCase() });
    expect(answer).toMatchObject({ status: 409, body: { code: 'DUPLICATION_ID', errors: { login: 'DUPLICATE' } } });
  });

  it('may have the e-mail of a person of another organization, who is not revealed', async () => {
    const theirs = await aUser(database.db, { organization: foreign });
    const { rows } = await database.db.query<{ email: string }>(
      sql`select email from app_user where id = ${theirs.id}`,
    );
    expect(await ask('POST', '/users', { ...kim(), email: rows[0]?.email })).toMatchObject({ status: 200 });
  });
});

describe('a change of a user', () => {
  it('is made by their administrators, and seen by the second editor', async () => {
    const edited = { ...fieldsOf(reader), name: '정다온', phone: '02-1234-5678', version: 1 };
    expect((await ask('PUT', `/users/${reader.id}`, edited)).body).toMatchObject({ ...edited, version: 2 });
    expect((await ask('PUT', `/users/${reader.id}`, edited)).body.code).toBe('EDITED_MEANWHILE');
    expect((await ask('PUT', `/users/${reader.id}`, { ...edited, name: '' })).body.errors).toEqual({
      name: 'REQUIRED',
    });
    expect((await ask('PUT', `/users/${reader.id}`, { ...edited, password: 'x' })).status).toBe(400);
  });

  it("is not made of those above, of another organization's, or by those who administer no users", async () => {
    const above = await aUser(database.db, { organization: own, authority: 'SUPER_USER' });
    const stranger = await aUser(database.db, { organization: foreign });
    const change = async (user: TestUser, asker: TestUser) => {
      const body = { ...fieldsOf(user), authority: 'LOCAL_USER', version: 1 };
      return (await ask('PUT', `/users/${user.id}`, body, asker)).body.code;
    };
    expect(await change(above, superAdmin)).toBe('ACCESS_DENIED');
    expect(await change(above, admin)).toBe('ACCESS_DENIED');
    expect(await change(stranger, admin)).toBe('USER_NOT_FOUND');
    expect(await change(admin, reader)).toBe('ACCESS_DENIED');
    for (const path of [`/users/${above.id}?version=1`, `/users/${superAdmin.id}?version=1`]) {
      expect((await ask('DELETE', path, undefined, superAdmin)).status).not.toBe(200);
    }
    for (const action of ['reset', 'unlock']) {
      expect((await ask('POST', `/users/${above.id}/${action}`, {}, superAdmin)).body.code).toBe('ACCESS_DENIED');
      expect((await ask('POST', `/users/${stranger.id}/${action}`, {}, admin)).body.code).toBe('USER_NOT_FOUND');
    }
    expect(await audits()).toEqual([]);
  });

  it('leaves administrators a way in: no user disables, demotes, resets or deletes their own account', async () => {
    const mine = { ...fieldsOf(admin), version: 1 };
    const answers = [
      await ask('PUT', `/users/${admin.id}`, { ...mine, use: 'N' }),
      await ask('PUT', `/users/${admin.id}`, { ...mine, authority: 'LOCAL_USER' }),
      await ask('POST', `/users/${admin.id}/reset`, {}),
      await ask('DELETE', `/users/${admin.id}?version=1`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.errors])).toEqual([
      [409, 'LOCKS_OUT', { use: 'LOCKS_OUT' }],
      [409, 'LOCKS_OUT', { authority: 'LOCKS_OUT' }],
      [409, 'LOCKS_OUT', {}],
      [409, 'LOCKS_OUT', {}],
    ]);
    expect((await ask('PUT', `/users/${admin.id}`, { ...mine, name: '박새별' })).status).toBe(200);
  });

  it("nor through the organization: one's own, or that of a SUPER_ user, stays and stays in use", async () => {
    const fields = (organization: TestOrganization) => ({ code: organization.code, name: 'X', use: 'N', version: 1 });
    const home = { id: superAdmin.organizationId, code: superAdmin.code, name: '' };
    const answers = [
      await ask('PUT', `/organizations/${own.id}`, fields(own)),
      await ask('PUT', `/organizations/${home.id}`, fields(home), superAdmin),
      await ask('DELETE', `/organizations/${home.id}?version=1`, undefined, superAdmin),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(['LOCKS_OUT', 'LOCKS_OUT', 'LOCKS_OUT']);
    expect((await ask('PUT', `/organizations/${own.id}`, fields(own), superAdmin)).status).toBe(200);
    expect((await ask('DELETE', `/organizations/${own.id}?version=2`, undefined, superAdmin)).status).toBe(200);
  });
});

describe('a reset', () => {
  it('ends password and sessions, and its link sets another', async () => {
    const headers = await app.bearer(reader);
    const ended: string[] = [];
    const me = () => app.http.inject({ url: '/api/v1/users/me', headers });
    expect((await me()).statusCode).toBe(200);
    app.bus.on('session.ended', ({ code }) => ended.push(code));
    const { body: link } = await ask('POST', `/users/${reader.id}/reset`, {});
    expect(ended).toEqual(['INVALID_TOKEN']);
    expect((await me()).json().code).toBe('INVALID_TOKEN');
    expect(await stateOf(reader.id)).toBe('RESET');
    // Only a client that knows the password learns that it no longer counts.
    expect(await logIn(reader, reader.password)).toBe('INACTIVE_USER');
    expect(await logIn(reader, 'wrong')).toBe('INVALID_PASSWORD');
    expect((await setPassword(link.token, reader.password)).body.errors).toEqual({ new_password: 'SAME_PASSWORD' });
    expect((await setPassword(link.token)).status).toBe(200);
    expect([await logIn(reader), await stateOf(reader.id)]).toEqual([200, 'ACTIVE']);
  });

  it('is the newest one only, until it expires, and of one who is no more not at all', async () => {
    const old = (await ask('POST', `/users/${reader.id}/reset`, {})).body;
    const next = (await ask('POST', `/users/${reader.id}/reset`, {})).body;
    expect((await setPassword(old.token)).body.code).toBe('BAD_CREDENTIALS');
    await database.db.query(sql`update password_link set expires_time = now() - interval '1 s'`);
    expect((await setPassword(next.token)).body.code).toBe('BAD_CREDENTIALS');
    const last = (await ask('POST', `/users/${reader.id}/reset`, {})).body;
    await database.db.query(sql`delete from app_user where id = ${reader.id}`);
    expect((await setPassword(last.token)).body.code).toBe('BAD_CREDENTIALS');
  });

  it('sets one password, however many try at once', async () => {
    const { body: link } = await ask('POST', `/users/${reader.id}/reset`, {});
    const passwords = [1, 2, 3, 4].map((n) => `Fresh-Air-${n}!`);
    const answers = await Promise.all(passwords.map((password) => setPassword(link.token, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const logins = await Promise.all(passwords.map((password) => logIn(reader, password)));
    expect(logins.filter((code) => code === 200)).toHaveLength(1);
  });

  it('keeps no token: what the database holds opens nothing', async () => {
    const { body: link } = await ask('POST', `/users/${reader.id}/reset`, {});
    const { rows } = await database.db.query<{ text: string }>(sql`
      select encode(token_hash, 'base64') || (select coalesce(string_agg(after::text, ''), '') from audit) as text
      from password_link`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(link.token);
  });

  it('takes good passwords only, before it looks at the link', async () => {
    for (const [password, code] of [
      ['short-1A', 'ok'],
      ['alllower-1', 'PASSWORD'],
      ['Ab-1', 'PASSWORD'],
      ['', 'REQUIRED'],
      [`Aa1-${'x'.repeat(253)}`, 'TOO_LONG'],
    ] as const) {
      const { body } = await setPassword('no such link', password, '10.5.0.2');
      if (code === 'ok') expect(body.code).toBe('BAD_CREDENTIALS');
      else expect(body.errors).toEqual({ new_password: code });
    }
  });

  it('is throttled for an address', async () => {
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await setPassword('x', PASSWORD, '10.5.0.3')).status);
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});

describe('unlocking', () => {
  it('lets in again who failed too often', async () => {
    for (let i = 0; i < 5; i++) {
      await app.login({ ...formOf(reader), password: 'wrong' }, '10.5.1.1');
    }
    expect((await app.login(formOf(reader), '10.5.1.1')).json().code).toBe('RETRY_COUNT_OVER');
    expect(await stateOf(reader.id)).toBe('LOCKED');
    expect((await ask('POST', `/users/${reader.id}/unlock`, {})).status).toBe(200);
    expect(await stateOf(reader.id)).toBe('ACTIVE');
    expect((await app.login(formOf(reader), '10.5.1.1')).statusCode).toBe(200);
  });
});

describe('what an administrator does is felt by open sessions', () => {
  it.each([
    ['disabling', (id: number) => ask('PUT', `/users/${id}`, { ...fieldsOf(reader), use: 'N', version: 1 })],
    [
      'another role',
      (id: number) => ask('PUT', `/users/${id}`, { ...fieldsOf(reader), authority: 'LOCAL_ADMIN', version: 1 }),
    ],
    ['deleting', (id: number) => ask('DELETE', `/users/${id}?version=1`)],
    ['a reset', (id: number) => ask('POST', `/users/${id}/reset`, {})],
  ])('%s ends them with the next sweep, streams included', async (_, change) => {
    const { access_token } = (await app.login(formOf(reader))).json();
    const { sessionId } = await app.sessions.authenticate(access_token);
    const release = app.sessions.hold(sessionId);
    const ended: string[] = [];
    app.bus.on('session.ended', (event) => ended.push(event.sessionId));
    expect((await change(reader.id)).status).toBe(200);
    await app.sessions.sweep();
    expect(ended).toContain(sessionId);
    release();
  });
});
