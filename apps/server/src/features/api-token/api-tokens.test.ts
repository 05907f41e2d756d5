import { MAX_API_TOKENS } from '@airdeck/contract/user/api-token';
import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aMeter, anOrganization, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

let database: TestDatabase;
let web: WebServer;
let organization: TestOrganization;
let admin: TestUser;
let adminSession: string;

beforeAll(async () => {
  database = await testDatabase();
  web = await openWebServer(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  organization = await anOrganization(database.db);
  admin = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
  adminSession = await login(admin);
});

const send = (bearer: string, method: string, path: string, body?: object) =>
  fetch(`${web.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const ask = async (bearer: string, method: string, path: string, body?: object) => {
  const response = await send(bearer, method, path, body);
  return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> };
};
const login = async ({ code, login: id, password }: TestUser): Promise<string> =>
  (await ask('', 'POST', '/login', { code, id, password })).body.access_token;

const create = async (session = adminSession, given: object = {}): Promise<string> => {
  const { body } = await ask(session, 'POST', '/api-tokens', { name: 'Sync', access: 'WRITE', days: 30, ...given });
  return body.token;
};
const list = async (session = adminSession) => (await ask(session, 'GET', '/api-tokens')).body.content;
const statusOf = async (token: string) => {
  const { status, body } = await ask(token, 'GET', '/users/me');
  return status === 200 ? 200 : body.code;
};
const edited = (user: TestUser, change: object) => ({
  ...{ login: user.login, name: 'X', authority: 'LOCAL_ADMIN', version: 1 },
  ...change,
});
const audited = async () =>
  (await ask(adminSession, 'GET', '/audit?size=100')).body.content.map(
    ({ user_login, action, entity, name }: Record<string, unknown>) => [user_login, action, entity, name],
  );

it('is shown once, stored as a hash, and acts as its owner', async () => {
  const before = Date.now();
  const token = await create(adminSession, { name: '  Data   sync ', days: 365 });
  expect(token).toMatch(/^airdeck_[\w-]{43}$/);
  const [row] = await list();
  expect(row).toMatchObject({ name: 'Data sync', access: 'WRITE', user_id: admin.id, user_login: admin.login });
  expect(row).toMatchObject({ last_used_time: null, last_used_ip: null });
  expect(Date.parse(row.expires_time) - before).toBeLessThan(365 * DAY_MS + 60_000);
  const { rows } = await database.db.query(sql`select t::text as row from api_token t`);
  expect(JSON.stringify([await list(), rows])).not.toContain(token.slice(8));
  expect((await ask(token, 'GET', '/users/me')).body.login).toBe(admin.login);
  const [used] = await list();
  expect(used.last_used_ip).toBe('127.0.0.1');
  expect(Date.parse(used.last_used_time)).toBeGreaterThanOrEqual(before);
  const other = await anOrganization(database.db);
  expect((await ask(token, 'GET', `/organizations/${other.id}`)).status).toBe(404);
});

it.each([
  [{ days: 366 }, { days: 'TOO_LARGE' }],
  [{ days: 0 }, { days: 'TOO_SMALL' }],
  [{ access: 'ALL' }, { access: 'INVALID' }],
  [{ name: ' ' }, { name: 'REQUIRED' }],
  [{ name: 'x'.repeat(41) }, { name: 'TOO_LONG' }],
])('with %j is refused at its field', async (given, errors) => {
  const body = { name: 'Sync', access: 'READ', days: 1, ...given };
  expect((await ask(adminSession, 'POST', '/api-tokens', body)).body).toMatchObject({
    code: 'INVALID_PARAMETER',
    errors,
  });
});

it('has a name of its own among those of the user, who has 20 at most', async () => {
  await create();
  const again = await ask(adminSession, 'POST', '/api-tokens', { name: 'SYNC', access: 'READ', days: 1 });
  expect([again.status, again.body.code, again.body.errors]).toEqual([409, 'DUPLICATION_NAME', { name: 'DUPLICATE' }]);
  await database.db.query(sql`
    insert into api_token (user_id, name, access, token_hash, expires_time)
    select ${admin.id}, 'T' || n, 'READ', sha256(convert_to(${admin.login} || n, 'utf8')), now() + interval '1 day'
    from generate_series(2, ${MAX_API_TOKENS}) n`);
  const more = await ask(adminSession, 'POST', '/api-tokens', { name: 'More', access: 'READ', days: 1 });
  expect([more.status, more.body.errors]).toEqual([400, { name: 'TOO_LARGE' }]);
});

it('that may only read changes nothing', async () => {
  const token = await create(adminSession, { access: 'READ' });
  expect((await ask(token, 'GET', '/offices')).status).toBe(200);
  const added = await ask(token, 'POST', '/offices', { organization_id: organization.id, name: 'New' });
  expect([added.status, added.body.code]).toEqual([403, 'ACCESS_DENIED']);
});

it('names its owner and itself in the audit log, with its creation and revocation', async () => {
  const token = await create();
  const added = await ask(token, 'POST', '/offices', { organization_id: organization.id, name: 'New' });
  expect(added.status).toBe(200);
  const [{ id }] = await list();
  expect((await ask(adminSession, 'DELETE', `/api-tokens/${id}`)).status).toBe(200);
  expect(await audited()).toEqual([
    [admin.login, 'delete', 'api_tokens', 'Sync'],
    [`${admin.login} (API 토큰: Sync)`, 'create', 'offices', 'New'],
    [admin.login, 'create', 'api_tokens', 'Sync'],
  ]);
  expect((await ask(adminSession, 'GET', '/audit?search=sync&entity=offices')).body.totalElements).toBe(1);
  await ask(await create(), 'GET', '/users');
  const seen = (await ask(adminSession, 'GET', '/audit?action=read')).body.content;
  expect(seen.map(({ user_login }: { user_login: string }) => user_login)).toEqual([`${admin.login} (API 토큰: Sync)`]);
});

it('is in the file of the audit log, in words', async () => {
  await create();
  const [ko, en] = await Promise.all(
    ['ko', 'en'].map(async (language) => {
      const headers = { authorization: `Bearer ${adminSession}`, 'accept-language': language };
      return (await fetch(`${web.base}/audit/export?format=csv`, { headers })).text();
    }),
  );
  expect(ko).toContain('허용 범위: 읽기와 쓰기');
  expect(ko).toContain('만료 시각: ');
  expect(en).toContain('Access: Read and write');
  expect(en).toContain('Expires: ');
});

it('creates no token, changes no password and no profile, and opens and ends no session', async () => {
  const token = await create();
  const user = await aUser(database.db, { organization });
  const { password } = admin;
  for (const [method, path, body] of [
    ['POST', '/api-tokens', { name: 'Next', access: 'READ', days: 1 }],
    ['DELETE', `/api-tokens/${(await list())[0].id}`, undefined],
    ['PUT', `/users/password/${admin.id}`, { password, new_password: 'Clean-Air-43!' }],
    ['PUT', `/users/${admin.id}`, { id: admin.id, password, name: 'Next' }],
    ['PUT', '/users/me/language', { language: 'en' }],
    ['PUT', `/users/${user.id}`, edited(user, { authority: 'LOCAL_USER' })],
    ['POST', `/users/${user.id}/reset`, {}],
    ['POST', '/users', { organization_id: organization.id, login: 'new.1', name: 'N', authority: 'LOCAL_ADMIN' }],
    ['DELETE', '/sessions', undefined],
    ['POST', '/logout', {}],
  ] as const) {
    const { status, body: answer } = await ask(token, method, path, body);
    expect([method, path, status, answer.code]).toEqual([method, path, 403, 'ACCESS_DENIED']);
  }
  expect(await statusOf(token)).toBe(200);
  expect((await ask(adminSession, 'GET', '/users/me')).status).toBe(200);
});

it('that was revoked ends at once, with its open stream', async () => {
  const token = await create();
  const stream = await send(token, 'GET', '/live?view=agency');
  expect(stream.status).toBe(200);
  const rest = stream.text();
  const [{ id }] = await list();
  await ask(adminSession, 'DELETE', `/api-tokens/${id}`);
  expect(await statusOf(token)).toBe('INVALID_TOKEN');
  expect(await rest).toContain('"type":"ended","code":"INVALID_TOKEN"');
  expect(await list()).toEqual([]);
});

it('that another process revoked ends its stream too', async () => {
  const token = await create();
  const rest = (await send(token, 'GET', '/live?view=agency')).text();
  await database.db.query(sql`delete from api_token where user_id = ${admin.id}`);
  expect(await rest).toContain('"type":"ended","code":"INVALID_TOKEN"');
});

it.each([
  ['is deleted', sql`delete from app_user where id = `, 'INVALID_TOKEN'],
  ['is disabled', sql`update app_user set use = 'N' where id = `, 'INVALID_TOKEN'],
  ['was reset', sql`update app_user set password_state = 'VOID' where id = `, 'INVALID_TOKEN'],
  ['lost the right to tokens', sql`update app_user set authority = 'LOCAL_USER' where id = `, 'INVALID_TOKEN'],
  ['is of a disabled organization', sql`update organization set use = 'N' where id = `, 'INVALID_TOKEN'],
])('ends when its owner %s, and so does its stream', async (_, change, code) => {
  const token = await create();
  expect(await statusOf(token)).toBe(200);
  const rest = (await send(token, 'GET', '/live?view=agency')).text();
  const id = change.sql.includes('organization') ? organization.id : admin.id;
  await database.db.query(sql`${change}${id}`);
  expect(await statusOf(token)).toBe(code);
  expect(await rest).toContain('"type":"ended"');
});

it('has the narrowed rights of its owner at once', async () => {
  const owner = await aUser(database.db, { organization, authority: 'SUPER_ADMIN' });
  const token = await create(await login(owner));
  const meter = await aMeter(database.db, {});
  const path = `/meters/${meter.id}`;
  expect((await ask(token, 'GET', path)).status).toBe(200);
  const rest = (await send(token, 'GET', '/live?view=agency')).text();
  await database.db.query(sql`update app_user set authority = 'LOCAL_ADMIN' where id = ${owner.id}`);
  expect((await ask(token, 'GET', path)).status).toBe(404);
  expect(await rest).toContain('"type":"ended"');
});

it('expires, and leaves the list 30 days later', async () => {
  const token = await create();
  const age = (days: number) =>
    database.db.query(sql`update api_token set expires_time = now() - ${days} * interval '1 day' where name = 'Sync'`);
  await age(1);
  expect(await statusOf(token)).toBe('EXPIRED_TOKEN');
  await create(adminSession, { name: 'Second' });
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Second', 'Sync']);
  await age(31);
  await create(adminSession, { name: 'Third' });
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Third', 'Second']);
});

it.each(['airdeck_', `airdeck_${'A'.repeat(43)}`, `airdeck_${'A'.repeat(5_000)}`])('%s is no token', async (text) => {
  expect(await statusOf(text)).toBe('INVALID_TOKEN');
});

it('of others is seen and revoked by SUPER_ADMIN only', async () => {
  const token = await create();
  const [{ id }] = await list();
  const colleague = await login(await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' }));
  const operator = await login(await aUser(database.db, { organization, authority: 'SUPER_USER' }));
  for (const session of [colleague, operator]) {
    expect(await list(session)).toEqual([]);
    expect((await ask(session, 'DELETE', `/api-tokens/${id}`)).body.code).toBe('RESOURCE_NOT_FOUND');
  }
  const root = await login(await aUser(database.db, { organization, authority: 'SUPER_ADMIN' }));
  const all = await list(root);
  expect(all.find((row: { id: number }) => row.id === id)).toMatchObject({
    ...{ user_login: admin.login, organization_name: organization.name },
  });
  expect((await ask(root, 'DELETE', `/api-tokens/${id}`)).status).toBe(200);
  expect(await statusOf(token)).toBe('INVALID_TOKEN');
});
