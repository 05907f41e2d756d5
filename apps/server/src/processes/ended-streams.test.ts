import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOrganization, aUser, type TestUser } from '../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { openWebServer, type WebServer } from '../testing/web-server.ts';

let database: TestDatabase;
let web: WebServer;
let admin: TestUser;
let reader: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  web = await openWebServer(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  const organization = await anOrganization(database.db);
  admin = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
  reader = await aUser(database.db, { organization });
});

const ask = async (method: string, path: string, body?: object, token?: string) => {
  const response = await fetch(`${web.base}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response;
};
const tokenOf = async ({ code, login, password }: TestUser): Promise<string> =>
  ((await (await ask('POST', '/login', { code, id: login, password })).json()) as { access_token: string })
    .access_token;

const edited = (change: object) => ({
  login: reader.login,
  name: 'X',
  authority: 'LOCAL_USER',
  version: 1,
  ...change,
});

it.each([
  ['is disabled', (token: string) => ask('PUT', `/users/${reader.id}`, edited({ use: 'N' }), token)],
  [
    'gets another role',
    (token: string) => ask('PUT', `/users/${reader.id}`, edited({ authority: 'LOCAL_ADMIN' }), token),
  ],
  ['is deleted', (token: string) => ask('DELETE', `/users/${reader.id}?version=1`, undefined, token)],
  ['is reset', (token: string) => ask('POST', `/users/${reader.id}/reset`, {}, token)],
  ['ends the others of their sessions', async () => ask('DELETE', '/sessions', undefined, await tokenOf(reader))],
  [
    'sets another password',
    async () => {
      const passwords = { password: reader.password, new_password: 'Fresh-Air-77!' };
      return ask('PUT', `/users/password/${reader.id}`, passwords, await tokenOf(reader));
    },
  ],
])('notifies and closes an open stream when its user %s', async (_, change) => {
  const token = await tokenOf(reader);
  const stream = await ask('GET', '/live?view=agency', undefined, token);
  await change(await tokenOf(admin));
  // Reads to the end, which exists only because the stream ends.
  const told = await stream.text();
  expect(told).toContain('"type":"hello"');
  expect(told).toContain('{"type":"ended","code":"INVALID_TOKEN"}');
});
