import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signOnProviders } from '@airdeck/contract/sign-on/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { createRegistry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createProviderFetch, MAX_ANSWER_BYTES } from './provider-fetch.ts';
import { createSignOnProviderTable } from './provider-queries.ts';

const seal = createPasswordSeal(new Uint8Array(32).fill(5), systemRandom);
const SECRET = 's3cret of the client';
const FIELDS = {
  ...{ name: '경기교육 통합 로그인', issuer: 'https://login.school.example/realms/air', client_id: 'airdeck' },
  organization_claim: 'school_code',
};

let database: TestDatabase;
let app: SessionApp;
let headers: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  app = await sessionApp({ db, clock: systemClock });
  const changeRegistry = testChangeRegistry(db, createRegistry(db));
  addResource(app.http, { db, changeRegistry }, signOnProviders, createSignOnProviderTable(seal));
  headers = await app.bearer(await aUser(db, { authority: 'SUPER_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = (method: Method, path: string, payload?: object) => app.ask(headers, method, path, payload);
const stored = async (id: number): Promise<Buffer> => {
  const { rows } = await database.db.query<{ client_secret: Buffer }>(
    sql`select client_secret from sign_on_provider where id = ${id}`,
  );
  return rows[0]?.client_secret ?? Buffer.alloc(0);
};

describe('a provider', () => {
  it('keeps its secret sealed, never answers it, and keeps it while it is not given again', async () => {
    const made = await ask('POST', '/sign-on-providers', { ...FIELDS, client_secret: SECRET });
    expect(made.body).toMatchObject({ ...FIELDS, organization_id: null, scopes: 'openid profile email', version: 1 });
    const { id } = made.body;
    const first = await stored(id);
    expect(first.includes(SECRET)).toBe(false);
    expect(seal.open(first)).toBe(SECRET);

    const renamed = await ask('PUT', `/sign-on-providers/${id}`, { ...FIELDS, name: 'SSO', version: 1 });
    expect(renamed.body).toMatchObject({ name: 'SSO', version: 2 });
    expect(await stored(id)).toEqual(first);
    await ask('PUT', `/sign-on-providers/${id}`, { ...FIELDS, client_secret: 'new', version: 2 });
    expect(seal.open(await stored(id))).toBe('new');

    const said = [made, renamed, await ask('GET', '/sign-on-providers')].map(({ text }) => text).join();
    expect(said).not.toMatch(/client_secret|s3cret/);
    const { rows } = await database.db.query(sql`select before, after from audit where entity = 'sign_on_providers'`);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/client_secret|s3cret|"new"/);
  });

  it('is one of the installation and one of each organization, which has no claim for it', async () => {
    const { id: organization_id } = await anOrganization(database.db);
    const own = { ...FIELDS, client_secret: SECRET, organization_id };
    const made = await ask('POST', '/sign-on-providers', own);
    expect(made.body).toMatchObject({ organization_id, organization_claim: null });
    for (const again of [own, { ...own, organization_id: null }]) {
      const answer = await ask('POST', '/sign-on-providers', again);
      expect([answer.status, answer.body.errors]).toEqual([400, { organization_id: 'DUPLICATE' }]);
    }
    expect((await ask('POST', '/sign-on-providers', { ...own, organization_id: 999_999 })).status).toBe(404);
  });

  it.each([
    ['no secret', { client_secret: '' }, { client_secret: 'REQUIRED' }],
    ['an issuer without TLS', { issuer: 'http://login.school.example' }, { issuer: 'ISSUER' }],
    ['an issuer with a user', { issuer: 'https://me@login.school.example' }, { issuer: 'ISSUER' }],
    ['an issuer with a query', { issuer: 'https://login.school.example/?a' }, { issuer: 'ISSUER' }],
    ['an issuer with no port', { issuer: 'https://login.school.example:99999' }, { issuer: 'ISSUER' }],
    ['a host that is an address', { endpoint_hosts: 'a.example\nhttps://b.example' }, { endpoint_hosts: 'INVALID' }],
    ['other scopes', { scopes: 'profile email' }, { scopes: 'INVALID' }],
    ['no claim of the organization', { organization_claim: null }, { organization_claim: 'REQUIRED' }],
    ['a secret without end', { client_secret: 'a'.repeat(513) }, { client_secret: 'TOO_LONG' }],
    ['values without end', { admin_values: 'a'.repeat(4_001) }, { admin_values: 'TOO_LONG' }],
  ])('is not added with %s', async (_, change, errors) => {
    const answer = await ask('POST', '/sign-on-providers', { ...FIELDS, client_secret: SECRET, ...change });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });
});

describe('requests to a provider', () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const size = Number(request.url?.slice(1));
      if (Number.isNaN(size)) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      else response.end('a'.repeat(size));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('end with an answer that is too large, and follow no other address', async () => {
    const ask = createProviderFetch(origin, []);
    expect((await (await ask(`${origin}/${MAX_ANSWER_BYTES}`, {})).text()).length).toBe(MAX_ANSWER_BYTES);
    await expect(ask(`${origin}/${MAX_ANSWER_BYTES + 1}`, {})).rejects.toMatchObject({ code: 'SSO_UNREACHABLE' });
    expect((await ask(`${origin}/elsewhere`, {})).status).toBe(302);
  });

  it.each([
    ['http://login.school.example/keys', 'without TLS'],
    ['https://elsewhere.example/keys', 'to another host'],
    ['https://login.school.example:8443/keys', 'to another port'],
    ['https://login.school.example.evil.example/keys', 'to a host that begins like it'],
  ])('do not go %s: %s', async (address) => {
    const ask = createProviderFetch('https://login.school.example/realms/air', ['keys.school.example']);
    await expect(ask(address, {})).rejects.toMatchObject({ code: 'SSO_SETUP' });
  });
});
