import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILT_IN_ERRORS, type BuiltInError, SERVER_ERRORS } from '@airdeck/contract/standard/built-in';
import { masterErrors, organizationErrors } from '@airdeck/contract/standard/routes';
import { BUILT_IN_ERROR_TEXTS } from '@airdeck/phrases/alarm-condition';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { DETECTORS } from '../alarm/detectors/index.ts';
import { addBuiltInErrors } from './built-in-error-queries.ts';
import { masterErrorTable } from './master-error-queries.ts';
import { organizationErrorTable } from './organization-error-queries.ts';

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
  addResource(app.http, { db, changeRegistry: testChangeRegistry(db, registry) }, masterErrors, masterErrorTable);
  addResource(
    app.http,
    { db, changeRegistry: testChangeRegistry(db, registry) },
    organizationErrors,
    organizationErrorTable,
  );
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
  ['a line break in its description', { description: '과열\r\n점검' }, { description: 'CONTROL_CHARACTER' }],
  ['one in its English description', { description_en: 'Hot\nCheck' }, { description_en: 'CONTROL_CHARACTER' }],
  ['a description of 2,001', { description: 'ㄱ'.repeat(2_001) }, { description: 'TOO_LONG' }],
])('is not added with %s', async (_, change, errors) => {
  const fields = { code: 'X901', group: 'METER', severity: 'MINOR', description: '새 장애' };
  const answer = await ask('super', 'POST', '/master-errors', { ...fields, ...change });
  expect([answer.status, answer.body.errors]).toEqual([400, errors]);
});

it('a line break that was stored before is shown, and refused until it is removed', async () => {
  const { rows } = await database.db.query<{ id: number; version: number }>(
    sql`update master_error set description = ${'과열\r\n점검'} where code = 'M002' returning id, version`,
  );
  const [{ id, version } = { id: 0, version: 0 }] = rows;
  const { body: shown } = await ask('super', 'GET', `/master-errors/${id}`);
  expect(shown.description).toBe('과열\r\n점검');
  const { code, group, severity } = shown;
  const edit = (description: string) =>
    ask('super', 'PUT', `/master-errors/${id}`, { code, group, severity, description, version });
  const refused = await edit(shown.description);
  expect([refused.status, refused.body.errors]).toEqual([400, { description: 'CONTROL_CHARACTER' }]);
  expect((await edit('과열 점검')).body.description).toBe('과열 점검');
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

const masterError = async (code: string) =>
  (await ask('super', 'GET', `/master-errors?search=${code}`)).body.content[0];
const fields = { code: 'X910', group: 'METER', severity: 'MINOR', description: '자체 장애' };

const BUILT_IN_CODES = Object.keys(BUILT_IN_ERRORS).toSorted();
const errorsOf = async (of: TestDatabase) =>
  (
    await of.db.query<
      { code: string } & Record<string, unknown>
    >(sql`select code, device_group as "group", severity, description as ko, description_en as en
      from master_error order by code`)
  ).rows;

it('the built-in errors are those that a new server has, and every code that a rule or a detector raises is one', async () => {
  const shipped = await testDatabase();
  await addBuiltInErrors(shipped.db);
  const listed = BUILT_IN_CODES.map((code) => ({
    code,
    ...BUILT_IN_ERRORS[code as BuiltInError],
    ...BUILT_IN_ERROR_TEXTS[code as BuiltInError],
  }));
  expect(await errorsOf(shipped)).toEqual(listed);
  const { rows } = await shipped.db.query<{ code: string }>(sql`select code from alarm_rule`);
  await shipped.close();
  const raised = DETECTORS.flatMap(({ codes }) => codes);
  expect(raised).toContain('M001');
  const known = [...BUILT_IN_CODES, ...SERVER_ERRORS];
  expect(known).toEqual(expect.arrayContaining([...raised, ...rows.map(({ code }) => code)]));
});

it('built-in errors that a database lacks are added for every organization; what was changed stays', async () => {
  const older = await testDatabase();
  const organization = await anOrganization(older.db);
  await addBuiltInErrors(older.db);
  const before = await errorsOf(older);
  await older.db.query(sql`delete from master_error where code in ('M009', 'P016')`);
  await older.db.query(sql`update master_error set severity = 'INFO', description = '확인' where code = 'M002'`);
  await Promise.all([addBuiltInErrors(older.db), addBuiltInErrors(older.db)]);
  const after = await errorsOf(older);
  const { rows } = await older.db.query<{ codes: string[] }>(sql`
    select array(select m.code from organization_error e join master_error m on m.id = e.master_error_id
      where e.organization_id = ${organization.id} order by m.code) as codes`);
  await older.close();
  expect(after).toEqual(before.map((row) => (row.code === 'M002' ? { ...row, severity: 'INFO', ko: '확인' } : row)));
  expect(rows[0]?.codes).toEqual(BUILT_IN_CODES);
});

it('a built-in error is not deleted, but put out of use', async () => {
  const row = await masterError('M001');
  expect(row).toMatchObject({ built_in: 'Y', use: 'Y' });
  const refused = await ask('super', 'DELETE', `/master-errors/${row.id}?version=${row.version}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'BUILT_IN_ERROR']);
  const { code, group, severity, description, description_en } = row;
  const edited = { code, group, severity, description, description_en, use: 'N', version: row.version };
  expect((await ask('super', 'PUT', `/master-errors/${row.id}`, edited)).body).toMatchObject({ use: 'N' });
  expect(codes((await ask('super', 'GET', '/master-errors?use=N')).body)).toEqual(['M001']);
  expect(await ofOrganization('M001')).toMatchObject({ use: 'Y', master_use: 'N' });
  expect(codes((await ask('local', 'GET', '/organization-errors?use=N')).body)).toEqual(['M001']);
  const back = { ...edited, use: 'Y', version: row.version + 1 };
  expect((await ask('super', 'PUT', `/master-errors/${row.id}`, back)).body).toMatchObject({ use: 'Y' });
});

it.each([
  ['its code', { code: 'X911' }, { code: 'BUILT_IN' }],
  ['its device', { group: 'AIR_PURIFIER' }, { group: 'BUILT_IN' }],
])('a built-in error keeps %s', async (_, change, errors) => {
  const { id, code, group, severity, description, version } = await masterError('M001');
  const edited = { code, group, severity, description, version, ...change };
  const { status, body } = await ask('super', 'PUT', `/master-errors/${id}`, edited);
  expect([status, body.errors]).toEqual([400, errors]);
});

it('no error gets the code of an alarm of the server itself', async () => {
  expect((await ask('super', 'POST', '/master-errors', { ...fields, code: 'S001' })).body.code).toBe(
    'DUPLICATION_CODE',
  );
  const { body } = await ask('super', 'POST', '/master-errors', { ...fields, code: 'X912' });
  const edited = { ...fields, code: 'S002', version: body.version };
  expect((await ask('super', 'PUT', `/master-errors/${body.id}`, edited)).body.code).toBe('DUPLICATION_CODE');
});

it('an error says what depends on it, and takes its rules and settings along', async () => {
  const { db } = database;
  const { body } = await ask('super', 'POST', '/master-errors', fields);
  expect(body).toMatchObject({ built_in: 'N', override_count: 0, rule_count: 0, open_alarm_count: 0 });
  const said = await ofOrganization('X910');
  await ask('local', 'PUT', `/organization-errors/${said.id}`, { use: 'Y', severity: 'MAJOR', version: said.version });
  await db.query(
    sql`insert into alarm_rule (organization_id, code, grade) values (null, 'X910', 'BAD'), (${own.id}, 'X910', 'BAD')`,
  );
  await db.query(sql`insert into alarm (organization_id, category, code, source, severity, description, since_time,
      occurred_time, cleared_time)
    select ${own.id}, 'METER', 'X910', 'DEVICE', 'MINOR', '자체 장애', now(), now(), cleared
    from unnest(array[null, now()]) as cleared`);
  const row = await masterError('X910');
  expect(row).toMatchObject({ override_count: 1, rule_count: 2, open_alarm_count: 1 });
  expect((await ask('super', 'DELETE', `/master-errors/${row.id}?version=${row.version}`)).status).toBe(200);
  expect((await db.query(sql`select from alarm_rule where code = 'X910'`)).rowCount).toBe(0);
  expect((await db.query(sql`select from alarm where code = 'X910'`)).rowCount).toBe(2);
});

it('built-in errors that an older version allowed to delete come back in use', async () => {
  const older = await testDatabase();
  const organization = await anOrganization(older.db);
  await older.db.query(sql`alter table master_error drop column use`);
  await older.db.query(sql`delete from master_error where code in ('M001', 'P010')`);
  await older.db.query(sql`update master_error set severity = 'INFO' where code = 'M002'`);
  const migration = join(import.meta.dirname, '../../migrations/0030-error-codes.sql');
  await older.db.query({ text: await readFile(migration, 'utf8'), values: [] });
  const { rows } = await older.db.query(sql`
    select m.code, m.severity, m.use, e.use as own_use from master_error m
    join organization_error e on e.master_error_id = m.id and e.organization_id = ${organization.id}
    where m.code in ('M001', 'M002', 'P010') order by m.code`);
  await older.close();
  expect(rows).toEqual([
    { code: 'M001', severity: 'CRITICAL', use: 'Y', own_use: 'Y' },
    { code: 'M002', severity: 'INFO', use: 'Y', own_use: 'Y' },
    { code: 'P010', severity: 'WARNING', use: 'Y', own_use: 'Y' },
  ]);
});
