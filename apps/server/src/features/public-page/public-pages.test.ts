import type { PublicPage } from '@airdeck/contract/public-page/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { aSnapshot } from '../../testing/snapshot.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';
import { createPublicPages } from './public-pages.ts';

let database: TestDatabase;
let web: WebServer;
/** A second process on the same database. */
let other: WebServer;
let organization: TestOrganization;
let foreign: TestOrganization;
let admin: string;
let slug: string;
let cafeteria: TestMeter;
let hidden: TestMeter;
let elsewhereMeter: TestMeter;

const ask = async (method: string, path: string, token: string | null = null, body?: object, base = web.base) => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
};
const setting = () => `/organizations/${organization.id}/public-page`;
const read = (address = slug, base = web.base) => ask('GET', `/public-pages/${address}`, null, undefined, base);

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db, { name: '하늘 초등학교' });
  foreign = await anOrganization(db, { name: 'ZZFOREIGN' });
  const department = await aDepartment(db, { organizationId: organization.id, name: '1층' });
  const elsewhere = await aDepartment(db, { organizationId: foreign.id, name: 'ZZFOREIGN' });
  cafeteria = await aMeter(db, { department, name: '급식실', code: 'ZZCODE1', sensors: ['CO2'] });
  const closed = await aDepartment(db, { organizationId: organization.id, name: 'ZZHIDDENROOM' });
  hidden = await aMeter(db, { department: closed, name: 'ZZHIDDEN', code: 'ZZCODE4', sensors: ['CO2'] });
  const unused = await aMeter(db, { department, name: 'ZZUNUSED', code: 'ZZCODE2', sensors: ['CO2'] });
  elsewhereMeter = await aMeter(db, { department: elsewhere, name: 'ZZFOREIGN', code: 'ZZCODE3', sensors: ['CO2'] });
  await db.query(sql`update meter set use = 'N' where id = ${unused.id}`);
  await db.query(sql`update meter set serial = 'ZZSERIAL', model = 'ZZMODEL', ip = '10.9.8.7', certificate_grade = 'GRADE_1',
    certificate_number = 'PM-1', certificate_until = '2020-01-31' where id = ${cafeteria.id}`);
  await db.query(
    sql`update organization set address = 'ZZADDRESS', phone = '010-9999-8888' where id = ${organization.id}`,
  );
  [web, other] = [await openWebServer(database), await openWebServer(database)];
  const user = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  const login = await ask('POST', '/login', null, { code: user.code, id: user.login, password: user.password });
  admin = login.body.access_token;
});
afterAll(async () => {
  await web.close();
  await other.close();
  await database.close();
});
beforeEach(async () => {
  const change = { public_page: 'Y', hide_meters: [hidden.id], show_meters: [cafeteria.id] };
  ({ slug } = (await ask('PUT', setting(), admin, change)).body);
});

it('is off until an administrator switches it on', async () => {
  const path = `/organizations/${foreign.id}/public-page`;
  expect((await ask('PUT', path, admin, { public_page: 'Y' })).status).toBe(404);
  const { rows } = await database.db.query(sql`select public_slug from organization where id = ${foreign.id}`);
  expect(rows).toEqual([{ public_slug: null }]);
});

it('contains names, values, the grade, the time and the certificate, and nothing else', async () => {
  expect(slug).toMatch(/^[\w-]{22}$/);
  const { status, headers, body } = await read();
  expect(status).toBe(200);
  const page: PublicPage = {
    organization: '하늘 초등학교',
    time: expect.any(String),
    time_zone: 'Asia/Seoul',
    left_out: 0,
    meters: [
      {
        ...{ office: expect.any(String), department: '1층', name: '급식실', time: null, grade: null, values: [] },
        certificate: { grade: 'GRADE_1', number: 'PM-1', valid_until: '2020-01-31', is_expired: true },
      },
    ],
  };
  expect(body).toEqual(page);
  expect(JSON.stringify(body)).not.toMatch(/ZZ|10\.9\.8\.7|9999|"id"|_id"|code/);
  expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([null, 'no-store']);
});

it('has no trace of a hidden meter in any process, and shows it again', async () => {
  expect((await ask('GET', setting(), admin)).body.hidden_meters).toEqual([hidden.id]);
  for (const language of ['ko', 'en']) {
    expect(JSON.stringify((await read(`${slug}?language=${language}`)).body)).not.toContain('ZZ');
  }
  // An answer that is fresh is not repeated with the meter.
  const shown = { public_page: 'Y', show_meters: [hidden.id] };
  expect((await ask('PUT', setting(), admin, shown)).body).toEqual({ slug, hidden_meters: [] });
  expect((await read()).body.meters).toHaveLength(2);
  await expect.poll(async () => (await read(slug, other.base)).body.meters?.length).toBe(2);
  await ask('PUT', setting(), admin, { hide_meters: [hidden.id] });
  expect(JSON.stringify((await read()).body)).not.toContain('ZZ');
  await expect.poll(async () => (await read(slug, other.base)).body.meters?.length).toBe(1);
  expect((await read()).body.left_out).toBe(0);
  const { rows } = await database.db.query(sql`select before, after from audit
    where entity = 'meters' and entity_id = ${hidden.id} order by id desc limit 1`);
  const name = 'ZZHIDDEN';
  expect(rows).toEqual([{ before: { name, public_page: 'Y' }, after: { name, public_page: 'N' } }]);
});

it('publishes nothing that another administrator has hidden or switched off meanwhile', async () => {
  await ask('PUT', setting(), admin, { public_page: 'Y', hide_meters: [cafeteria.id] });
  const { body } = await ask('PUT', setting(), admin, { public_page: 'Y', hide_meters: [hidden.id] });
  expect(new Set(body.hidden_meters)).toEqual(new Set([cafeteria.id, hidden.id]));
  expect((await read()).body.meters).toEqual([]);
  await ask('PUT', setting(), admin, { public_page: 'N' });
  expect((await ask('PUT', setting(), admin, { show_meters: [cafeteria.id] })).body.slug).toBeNull();
});

it('refuses meters of others and lists without a bound, and changes nothing then', async () => {
  const put = async (change: object) => (await ask('PUT', setting(), admin, { public_page: 'N', ...change })).status;
  expect(await put({ hide_meters: [cafeteria.id, elsewhereMeter.id] })).toBe(400);
  expect(await put({ show_meters: [hidden.id, elsewhereMeter.id] })).toBe(400);
  expect(await put({ hide_meters: Array.from({ length: 1_001 }, (_, i) => i + 1) })).toBe(400);
  expect((await ask('GET', setting(), admin)).body).toEqual({ slug, hidden_meters: [hidden.id] });
});

it('has no more to say to a person who is logged in', async () => {
  const { body } = await ask('GET', `/public-pages/${slug}`, admin);
  expect(Object.keys(body)).toEqual(Object.keys((await read()).body));
});

it('is gone in every process when it is switched off, also while an answer is fresh', async () => {
  await expect.poll(async () => (await read(slug, other.base)).status).toBe(200);
  expect((await read()).status).toBe(200);
  expect((await ask('PUT', setting(), admin, { public_page: 'N' })).body).toMatchObject({ slug: null });
  expect((await read()).body.code).toBe('RESOURCE_NOT_FOUND');
  await expect.poll(async () => (await read(slug, other.base)).status).toBe(404);
  expect((await ask('POST', `${setting()}/address`, admin)).body).toMatchObject({ slug: null });
});

it('gets another address, which the audit log does not contain', async () => {
  const { slug: renewed } = (await ask('POST', `${setting()}/address`, admin)).body;
  expect(renewed).not.toBe(slug);
  expect([(await read()).status, (await read(renewed)).status]).toEqual([404, 200]);
  const { rows } = await database.db.query<{ after: object }>(sql`select after, before from audit
    where entity = 'organizations' and entity_id = ${organization.id} order by id`);
  expect(rows.at(-1)).toEqual({ before: null, after: { link: 'renewed' } });
  expect(rows[0]).toEqual({ before: { public_page: 'N' }, after: { public_page: 'Y' } });
  expect(JSON.stringify(rows)).not.toContain(renewed);
});

it('keeps its address when it is switched on again by a second administrator', async () => {
  expect((await ask('PUT', setting(), admin, { public_page: 'Y' })).body).toMatchObject({ slug });
});

it('does not exist while its organization is disabled', async () => {
  await database.db.query(sql`update organization set use = 'N' where id = ${organization.id}`);
  const fresh = await openWebServer(database);
  expect((await read(slug, fresh.base)).status).toBe(404);
  await fresh.close();
  await database.db.query(sql`update organization set use = 'Y' where id = ${organization.id}`);
});

it.each([
  ['an id', '1'],
  ['a code', '00000000'],
  ['null', 'null'],
  ['a guess', 'a'.repeat(22)],
  ['a pattern', '%25'.repeat(22)],
  ['an address above', '..%2forganizations%2f1'],
  ['a long one', 'a'.repeat(5_000)],
])('has no page for %s', async (_, guess) => {
  expect((await read(guess)).status).toBe(404);
});

it.each(['language=fr', 'language=ko&language=en', 'organizationId=2'])('refuses the query %s', async (query) => {
  expect((await read(`${slug}?${query}`)).status).toBe(400);
});

it('refuses the 301st request of an address in a minute', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 301; n++) answers.push((await read('b'.repeat(22), other.base)).status);
  expect(answers.at(-1)).toBe(429);
});

it('computes an answer once in three seconds for each language, and again after a change', () => {
  const snapshot = aSnapshot([{ id: 1, offices: [] }]);
  const own = snapshot.organizations.get(1);
  if (!own) throw new Error('no organization');
  own.publicSlug = slug;
  let now = 0;
  const looks: string[] = [];
  const page = { organization: 'A', time: '', time_zone: 'UTC', meters: [], left_out: 0 };
  const pages = createPublicPages({
    clock: { now: () => now },
    snapshot: () => snapshot,
    lookAt: ({ language }) => {
      looks.push(`${language} ${now}`);
      return page;
    },
  });
  for (now of [0, 1_000, 2_999, 3_000]) for (const language of ['ko', 'en'] as const) pages(slug, language);
  expect(looks).toEqual(['ko 0', 'en 0', 'ko 3000', 'en 3000']);
  own.revision++;
  pages(slug, 'ko');
  expect(looks).toHaveLength(5);
  own.publicSlug = null;
  expect(pages(slug, 'ko')).toBeNull();
});
