import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addStandardRoutes } from './routes.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let foreign: TestOrganization;
const bearers = {} as Record<'super' | 'local', { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  app = await sessionApp({ db, clock: systemClock });
  const registry = createRegistry(db);
  await registry.reload();
  addStandardRoutes(app.http, { db, changeRegistry: testChangeRegistry(db, registry), clock: systemClock });
  bearers.super = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_USER' }));
  bearers.local = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = (asker: 'super' | 'local', method: Method, path: string, payload?: object) =>
  app.ask(bearers[asker], method, path, payload);
const codes = (body: { content: { code: string }[] }) => body.content.map(({ code }) => code);
const ofOrganization = async (code: string, organization = own) =>
  (await ask('super', 'GET', `/organization-errors?organizationId=${organization.id}&search=${code}`)).body.content[0];

it('ships every error with its severity, for meters and purifiers', async () => {
  const { body } = await ask('super', 'GET', '/master-errors?size=100');
  expect(body.totalElements).toBe(36);
  expect(body.content[0]).toMatchObject({ group: 'METER', code: 'A001' });
  const worst = await ask('super', 'GET', '/master-errors?sort=severity,ASC&sort=code,ASC&size=4');
  expect(codes(worst.body)).toEqual(['M001', 'M002', 'P001', 'P002']);
  expect(codes((await ask('super', 'GET', '/master-errors?group=AIR_PURIFIER&severity=MINOR')).body)).toEqual([
    'P008',
    'P009',
  ]);
});

it('an error is added for every organization, changed and taken away', async () => {
  const fields = { code: 'X900', group: 'METER', severity: 'MINOR', description: '새 장애' };
  const { status, body } = await ask('super', 'POST', '/master-errors', fields);
  expect([status, body]).toEqual([200, expect.objectContaining({ ...fields, override_count: 0, version: 1 })]);
  for (const organization of [own, foreign]) {
    expect(await ofOrganization('X900', organization)).toMatchObject({
      use: 'Y',
      severity: null,
      master_severity: 'MINOR',
    });
  }
  expect((await ask('super', 'POST', '/master-errors', fields)).body.code).toBe('DUPLICATION_CODE');
  const edited = await ask('super', 'PUT', `/master-errors/${body.id}`, { ...fields, severity: 'MAJOR', version: 1 });
  expect(edited.body).toMatchObject({ severity: 'MAJOR', version: 2 });
  expect((await ask('super', 'DELETE', `/master-errors/${body.id}?version=2`)).status).toBe(200);
  expect(await ofOrganization('X900')).toBeUndefined();
});

it('an organization says something else, is found by it, and goes back to the master', async () => {
  const { id, version } = await ofOrganization('M010');
  const said = { use: 'Y', severity: 'CRITICAL', description: '팬 점검' };
  const path = `/organization-errors/${id}`;
  expect((await ask('local', 'PUT', path, { ...said, version })).body).toMatchObject({
    ...said,
    master_severity: 'WARNING',
  });
  const list = (query: string) => ask('local', 'GET', `/organization-errors?${query}`);
  expect(codes((await list('overridden=Y')).body)).toEqual(['M010']);
  expect(codes((await list('severity=CRITICAL&group=METER')).body)).toEqual(['M001', 'M002', 'M010']);
  expect((await ask('super', 'GET', '/master-errors?search=M010')).body.content[0].override_count).toBe(1);
  expect((await ofOrganization('M010', foreign)).severity).toBeNull();
  const back = await ask('local', 'PUT', path, { use: 'Y', severity: null, description: null, version: version + 1 });
  expect(back.body).toMatchObject({ severity: null, description: null });
  expect((await list('overridden=Y')).body.totalElements).toBe(0);
});

it.each([
  ['a severity that is none', { severity: 'LOUD' }, { severity: 'INVALID' }],
  ['a code with a space', { code: 'X 9' }, { code: 'DEVICE_CODE' }],
  ['no description', { description: '' }, { description: 'REQUIRED' }],
  ['a description of 2,001', { description: 'ㄱ'.repeat(2_001) }, { description: 'TOO_LONG' }],
])('is not added with %s', async (_, change, errors) => {
  const fields = { code: 'X901', group: 'METER', severity: 'MINOR', description: '새 장애' };
  const answer = await ask('super', 'POST', '/master-errors', { ...fields, ...change });
  expect([answer.status, answer.body.errors]).toEqual([400, errors]);
});

it("another organization's are not there, and nothing of theirs is written down", async () => {
  const theirs = await ofOrganization('M001', foreign);
  const path = `/organization-errors/${theirs.id}`;
  const change = { use: 'N', version: 1 };
  expect([(await ask('local', 'GET', path)).status, (await ask('local', 'PUT', path, change)).status]).toEqual([
    404, 404,
  ]);
  expect((await database.db.query(sql`select from audit where organization_id = ${foreign.id}`)).rowCount).toBe(0);
});
