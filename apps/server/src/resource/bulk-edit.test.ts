import { metersBulk } from '@airdeck/contract/device/routes';
import { departmentsBulk } from '@airdeck/contract/place/routes';
import { usersBulk } from '@airdeck/contract/user/routes';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { meterTable } from '../features/device/meter-queries.ts';
import { departmentTable } from '../features/place/department-queries.ts';
import { userTable } from '../features/user/user-table-queries.ts';
import { systemClock } from '../platform/clock.ts';
import { createRegistry } from '../registry/registry.ts';
import { testChangeRegistry } from '../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestDepartment,
  type TestOrganization,
  type TestUser,
} from '../testing/factory.ts';
import { type SessionApp, sessionApp } from '../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { createResource } from './resource.ts';
import { addBulkEdit } from './resource-routes.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let admin: TestUser;
let reader: TestUser;
let department: TestDepartment;
let foreign: TestDepartment;
let changes = 0;
let ids: number[];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db);
  admin = await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' });
  reader = await aUser(db, { organization: own, authority: 'LOCAL_USER' });
  department = await aDepartment(db, { organizationId: own.id });
  foreign = await aDepartment(db);
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock: systemClock });
  const deps = { db, changeRegistry: testChangeRegistry(db, registry, () => changes++) };
  addBulkEdit(app.http, metersBulk, createResource(deps, meterTable));
  addBulkEdit(app.http, departmentsBulk, createResource(deps, departmentTable));
  addBulkEdit(app.http, usersBulk, createResource(deps, userTable));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  await db.query(sql`delete from meter`);
  await db.query(sql`delete from audit`);
  ids = [];
  for (const name of ['A', 'B', 'C']) ids.push((await aMeter(db, { department, name })).id);
  changes = 0;
});

const rowsOf = (...chosen: number[]) => chosen.map((id) => ({ id, version: 1 }));
const edit = async (body: object, { commit = true, asker = admin, list = 'meters' } = {}) =>
  app.ask(await app.bearer(asker), 'POST', `/${list}/bulk?commit=${commit ? 'Y' : 'N'}`, body);
const stored = async () => {
  const { rows } = await database.db.query<Record<string, unknown>>(
    sql`select name, use, interval_s, model, version from meter order by id`,
  );
  return rows.map(({ name, use, interval_s, model, version }) => [name, use, interval_s, model, version]);
};
const audits = async () => {
  const { rows } = await database.db.query<{ id: number; action: string; part_of: number | null }>(
    sql`select id, action, entity_id, part_of, before, after from audit order by id`,
  );
  return rows;
};
const AS_IT_WAS = ['A', 'B', 'C'].map((name) => [name, 'Y', 60, null, 1]);

it('changes fields of chosen rows as one change, which a preview shows first', async () => {
  const body = { rows: rowsOf(...ids.slice(0, 2)), fields: { interval_s: 30, model: 'AM-2' } };
  const preview = await edit(body, { commit: false });
  expect(preview.body).toMatchObject({ plan: { changed: 2, unchanged: 0, refused: 0 }, errors: [], changed: 0 });
  expect(preview.body.changes[0]).toEqual({
    ...{ row: ids[0], name: 'A' },
    fields: [
      { field: 'interval_s', before: 60, after: 30 },
      { field: 'model', before: null, after: 'AM-2' },
    ],
  });
  expect([await stored(), await audits(), changes]).toEqual([AS_IT_WAS, [], 0]);
  expect((await edit(body)).body).toMatchObject({ changed: 2, plan: { changed: 2 } });
  expect(await stored()).toEqual([['A', 'Y', 30, 'AM-2', 2], ['B', 'Y', 30, 'AM-2', 2], AS_IT_WAS[2]]);
  const [whole, ...parts] = await audits();
  expect(whole).toMatchObject({
    action: 'bulk_edit',
    entity_id: null,
    after: { interval_s: 30, changed: 2, unchanged: 0 },
  });
  expect(parts.map(({ action, part_of }) => [action, part_of])).toEqual([1, 2].map(() => ['write', whole?.id]));
  expect(changes).toBe(1);
});

it('leaves rows that have the values already', async () => {
  await database.db.query(sql`update meter set use = 'N' where id = ${ids[0]}`);
  const { body } = await edit({ rows: rowsOf(...ids), fields: { use: 'N' } });
  expect(body.plan).toEqual({ changed: 2, unchanged: 1, refused: 0 });
  expect((await stored()).map(([, use, , , version]) => [use, version])).toEqual([
    ['N', 1],
    ['N', 2],
    ['N', 2],
  ]);
});

it('moves meters, but not onto a taken name', async () => {
  const other = await aDepartment(database.db, { organizationId: own.id });
  await aMeter(database.db, { department: other, name: 'b' });
  const body = { rows: rowsOf(...ids), fields: { department_id: other.id } };
  expect((await edit(body)).body).toMatchObject({
    ...{ changed: 0, plan: { changed: 2, refused: 1 } },
    errors: [{ row: ids[1], name: 'B', field: 'name', code: 'DUPLICATE' }],
  });
  expect(await audits()).toEqual([]);
  const free = { ...body, rows: rowsOf(...ids.filter((_, i) => i !== 1)) };
  expect((await edit(free)).body.changed).toBe(2);
});

it.each([
  ['was edited meanwhile', () => ({ rows: [{ id: ids[1], version: 2 }] }), ['id', 'EDITED_MEANWHILE']],
  ['is chosen twice', () => ({ rows: rowsOf(ids[1] ?? 0, ids[1] ?? 0) }), ['id', 'EDITED_MEANWHILE']],
  ['is not there', () => ({ rows: rowsOf(2_000_000) }), ['id', 'NOT_FOUND']],
  ['goes to another organization', () => ({ fields: { department_id: foreign.id } }), ['department_id', 'INVALID']],
])('changes nothing when a row %s', async (_, part, error) => {
  const { body } = await edit({ rows: rowsOf(...ids), fields: { interval_s: 30 }, ...part() });
  const [first] = body.errors;
  expect([first?.field, first?.code]).toEqual(error);
  expect([body.changed, await stored(), await audits()]).toEqual([0, AS_IT_WAS, []]);
});

it('reaches no row of another organization, and is not for readers', async () => {
  const { id } = await aMeter(database.db, { department: foreign, name: 'X' });
  const body = { rows: rowsOf(id), fields: { use: 'N' } };
  expect((await edit(body)).body.errors).toEqual([{ row: id, name: '', field: 'id', code: 'NOT_FOUND' }]);
  expect((await edit({ ...body, rows: rowsOf(...ids) }, { asker: reader })).status).toBe(403);
});

it('locks no one out and raises no one to SUPER_ADMIN', async () => {
  const both = { rows: rowsOf(admin.id, reader.id) };
  const off = await edit({ ...both, fields: { use: 'N' } }, { list: 'users' });
  expect(off.body).toMatchObject({ changed: 0, errors: [{ row: admin.id, field: 'use', code: 'LOCKS_OUT' }] });
  const up = await edit({ ...both, fields: { authority: 'SUPER_ADMIN' } }, { list: 'users' });
  expect([up.status, up.body.errors]).toEqual([400, { 'fields.authority': 'INVALID' }]);
});

it.each([
  ['no field', { fields: {} }, { fields: 'REQUIRED' }],
  ['a field of its own', { fields: { code: 'X' } }, { fields: 'REQUIRED', 'fields.code': 'UNKNOWN_FIELD' }],
  ['a wrong value', { fields: { interval_s: 0 } }, { 'fields.interval_s': 'TOO_SMALL' }],
  ['no row', { rows: [] }, { rows: 'REQUIRED' }],
  [
    'too many rows',
    { rows: Array.from({ length: 1_001 }, (_, i) => ({ id: i + 1, version: 1 })) },
    { rows: 'TOO_LONG' },
  ],
])('is refused with %s', async (_, part, errors) => {
  const { status, body } = await edit({ rows: rowsOf(...ids), fields: { use: 'N' }, ...part });
  expect([status, body.errors]).toEqual([400, errors]);
});
