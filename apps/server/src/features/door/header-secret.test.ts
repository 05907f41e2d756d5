import { request as requestHttp } from 'node:http';
import { API_BASE } from '@airdeck/contract/route';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Ask, type Body, logIn } from '../../testing/signed-in.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

let database: TestDatabase;
let web: WebServer;
let own: TestOrganization;
let ask: Ask;

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db, {});
  web = await openWebServer(database);
  ask = await logIn(web.base, await aUser(database.db, { organization: own, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await web.close();
  await database.close();
});

let count = 0;
const addDoor = (fields: object): Promise<{ status: number; body: Body }> =>
  ask('POST', '/device-doors', { organization_id: own.id, name: `Door ${++count}`, kind: 'HTTP', ...fields });
const edit = async ({ id, name }: Body, fields: object): Promise<{ status: number; body: Body }> => {
  const { version } = (await ask('GET', `/device-doors/${id}`)).body;
  return ask('PUT', `/device-doors/${id}`, { name, ...fields, version });
};
const post = async ({ credential: { path } }: Body, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await fetch(`${web.base.replace(API_BASE, '')}${path}`, { method: 'POST', headers, body: 'x' });
  const { code = '' } = (await answer.json()) as { code?: string };
  return `${answer.status} ${code}`.trim();
};
const storedOf = async ({ id }: Body): Promise<number> => {
  const { rows } = await database.db.query<{ count: number }>(
    sql`select count(*)::integer as count from door_message where door_id = ${id}`,
  );
  return rows[0]?.count ?? 0;
};

const SECRET = 'correct-horse-battery';
const REFUSED = '401 INVALID_TOKEN';

test('refuses requests without the second secret, and stores nothing of them', async () => {
  const { body: door } = await addDoor({ header_name: 'X-Api-Key', header_secret: SECRET });
  expect(await post(door)).toBe(REFUSED);
  expect(await post(door, { 'x-api-key': `${SECRET}!` })).toBe(REFUSED);
  expect(await post(door, { 'x-api-key': '' })).toBe(REFUSED);
  expect(await post(door, { 'x-airdeck-secret': SECRET })).toBe(REFUSED);
  expect(await storedOf(door)).toBe(0);
  expect(await post(door, { 'X-API-Key': SECRET })).toBe('200');
  expect(await storedOf(door)).toBe(1);
  // A stranger does not learn which doors ask for one.
  expect(await post({ credential: { path: `${API_BASE}/doors/nonsense` } })).toBe('404 RESOURCE_NOT_FOUND');
});

test('takes a login of the sender as the second secret', async () => {
  const { body: door } = await addDoor({ header_name: 'Authorization', header_secret: `Bearer ${SECRET}` });
  expect(await post(door, { authorization: SECRET })).toBe(REFUSED);
  expect(await post(door, { authorization: `Bearer ${SECRET}` })).toBe('200');
});

test('refuses the header when it is sent twice', async () => {
  const { body: door } = await addDoor({ header_secret: SECRET });
  const status = await new Promise((resolve, reject) => {
    const headers = ['Host', 'airdeck.test', 'X-Airdeck-Secret', SECRET, 'X-Airdeck-Secret', 'another-secret'];
    const url = `${web.base.replace(API_BASE, '')}${door.credential.path}`;
    requestHttp(url, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end('x');
  });
  expect(status).toBe(401);
  expect(await storedOf(door)).toBe(0);
});

test('is set, changed and removed by an administrator, and never shown again', async () => {
  const { body: door } = await addDoor({});
  expect(door).toMatchObject({ header_name: null });
  expect(await post(door)).toBe('200');
  expect((await edit(door, { header_name: 'X-Api-Key' })).body).toMatchObject({
    errors: { header_secret: 'REQUIRED' },
  });

  const set = await edit(door, { header_secret: SECRET });
  expect(set.body).toMatchObject({ header_name: 'X-Airdeck-Secret' });
  expect(await post(door)).toBe(REFUSED);
  expect(await post(door, { 'x-airdeck-secret': SECRET })).toBe('200');

  // Without a new secret the old one stays, under the new name too.
  await edit(door, { header_name: 'X-Api-Key' });
  expect(await post(door, { 'x-airdeck-secret': SECRET })).toBe(REFUSED);
  expect(await post(door, { 'x-api-key': SECRET })).toBe('200');
  await edit(door, { header_name: 'X-Api-Key', header_secret: 'another secret' });
  expect(await post(door, { 'x-api-key': SECRET })).toBe(REFUSED);
  expect(await post(door, { 'x-api-key': 'another secret' })).toBe('200');

  expect((await edit(door, {})).body).toMatchObject({ header_name: null });
  expect(await post(door)).toBe('200');

  const { rows } = await database.db.query<{ kept: string }>(sql`
    select d::text || coalesce((select string_agg(l::text, ' ') from audit l), '') as kept from door d where id = ${door.id}`);
  expect(rows[0]?.kept).toContain('X-Api-Key');
  expect(JSON.stringify([set.body, (await ask('GET', `/device-doors/${door.id}`)).body, rows])).not.toContain(SECRET);
});

test.each([
  ['a name that is no token', { header_name: 'X Key', header_secret: SECRET }, { header_name: 'INVALID' }],
  ['a name that is too long', { header_name: 'X'.repeat(65), header_secret: SECRET }, { header_name: 'TOO_LONG' }],
  ['a name that HTTP uses', { header_name: 'Content-Length', header_secret: SECRET }, { header_name: 'INVALID' }],
  ['a short secret', { header_secret: '1234567' }, { header_secret: 'TOO_SHORT' }],
  ['a long secret', { header_secret: 'x'.repeat(201) }, { header_secret: 'TOO_LONG' }],
  ['a secret that no header can hold', { header_secret: '비밀번호비밀번호' }, { header_secret: 'INVALID' }],
  ['a secret with a space at its end', { header_secret: `${SECRET} ` }, { header_secret: 'INVALID' }],
  ['a secret of another kind of door', { kind: 'BROKER', header_secret: SECRET }, { header_name: 'INVALID' }],
])('refuses %s', async (_, fields, errors) => {
  const { status, body } = await addDoor(fields);
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors });
});
