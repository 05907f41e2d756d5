import { facilityFactsRoutes } from '@airdeck/contract/limit/facts';
import { ownLimits } from '@airdeck/contract/limit/own-limit';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRegistry } from '../../registry/registry.ts';
import { addResource } from '../../resource/resource-routes.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestDepartment,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { facilityFactsTable } from './facility-facts-queries.ts';
import { ownLimitTable } from './own-limit-queries.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let department: TestDepartment;
let meter: TestMeter;
let foreign: TestMeter;
let headers: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db);
  department = await aDepartment(db, { organizationId: own.id });
  meter = await aMeter(db, { department });
  foreign = await aMeter(db);
  app = await sessionApp({ db, clock: testClock() });
  const registry = createRegistry(db);
  await registry.reload();
  const deps = { db, changeRegistry: testChangeRegistry(db, registry) };
  addResource(app.http, deps, facilityFactsRoutes, facilityFactsTable);
  addResource(app.http, deps, ownLimits, ownLimitTable);
  headers = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = (method: Method, path: string, payload?: object) => app.ask(headers, method, path, payload);

describe('facility facts', () => {
  const add = (fields: object) => ask('POST', '/facility-facts', fields);
  const ofDepartment = () => ({ facts_place: 'department', department_id: department.id });

  it('hold from a day on, for each kind of place, and are audited', async () => {
    const organization = await add({
      ...{ facts_place: 'organization', organization_id: own.id, valid_from: '2020-01-01', facility_kind: 'LIBRARY' },
      ...{ region: 'KR-11', area: 3200.5, outdoor_meter_id: meter.id, opening_hours: '월-금 09:00-18:00' },
    });
    expect(organization).toMatchObject({
      status: 200,
      body: { area: 3200.5, outdoor_meter_id: meter.id, opening_hours: '월-금 09:00-18:00', valid_from: '2020-01-01' },
    });
    const office = await add({ facts_place: 'office', office_id: department.officeId, valid_from: '2020-01-01' });
    expect(office.body).toMatchObject({ facts_place: 'office', office_id: department.officeId, facility_kind: null });
    const first = await add({ ...ofDepartment(), valid_from: '2020-01-01' });
    const later = await add({ ...ofDepartment(), valid_from: '2024-01-01', ventilation: 'MECHANICAL_ONLY' });
    expect([first.status, later.status]).toEqual([200, 200]);
    const edited = await ask('PUT', `/facility-facts/${later.body.id}`, {
      ...{ valid_from: '2024-03-01', ventilation: 'NATURAL', version: 1 },
    });
    expect(edited.body).toMatchObject({ valid_from: '2024-03-01', ventilation: 'NATURAL', version: 2 });
    const { rows } = await database.db.query(
      sql`select action from audit where entity = 'facility_facts' and entity_id = ${later.body.id} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'write']);
    expect((await ask('GET', `/facility-facts?departmentId=${department.id}`)).body.totalElements).toBe(2);
    expect((await ask('DELETE', `/facility-facts/${later.body.id}?version=2`)).status).toBe(200);
  });

  it.each([
    [{ valid_from: '2020-01-01' }, { valid_from: 'DUPLICATE' }],
    [{ valid_from: '1999-12-31' }, { valid_from: 'INVALID' }],
    [{ valid_from: '2021-01-01', opening_hours: 'always' }, { opening_hours: 'OPENING_HOURS' }],
    [{ valid_from: '2021-01-01', area: -1 }, { area: 'TOO_SMALL' }],
    [{ valid_from: '2021-01-01', region: 'KR-99' }, { region: 'INVALID' }],
  ])('refuses %o', async (fields, errors) => {
    const refused = await add({ ...ofDepartment(), ...fields });
    expect([refused.status, refused.body.errors]).toEqual([400, errors]);
  });

  it("refuses other organizations' places and meters, and a day that is taken", async () => {
    const elsewhere = { facts_place: 'department', department_id: foreign.department.id, valid_from: '2021-01-01' };
    expect((await add(elsewhere)).status).toBe(404);
    const fields = { ...ofDepartment(), valid_from: '2021-01-01' };
    expect((await add({ ...fields, outdoor_meter_id: foreign.id })).body.errors).toEqual({
      outdoor_meter_id: 'NOT_FOUND',
    });
    const { body } = await add(fields);
    const moved = await ask('PUT', `/facility-facts/${body.id}`, { valid_from: '2020-01-01', version: 1 });
    expect(moved.body.errors).toEqual({ valid_from: 'DUPLICATE' });
  });

  it('of an organization are out of reach of a person who is limited to its places', async () => {
    const user = await aUser(database.db, { organization: own, authority: 'LOCAL_ADMIN' });
    await database.db.query(sql`update app_user set limited = 'Y' where id = ${user.id}`);
    await database.db.query(sql`
      insert into user_place (user_id, department_id) values (${user.id}, ${department.id})`);
    const limited = await app.bearer(user);
    const { body } = await app.ask(limited, 'GET', '/facility-facts');
    expect(new Set(body.content.map((row: { facts_place: string }) => row.facts_place))).toEqual(
      new Set(['office', 'department']),
    );
    const refused = await app.ask(limited, 'POST', '/facility-facts', {
      ...{ facts_place: 'organization', organization_id: own.id, valid_from: '2022-01-01' },
    });
    expect(refused.status).toBe(404);
  });
});

describe('own limits', () => {
  const limit = {
    ...{ pack_name: '우리 기준', type: 'CO2', limit_value: 900, averaging: 'HOUR', valid_from: '2026-01-01' },
  };
  const add = (fields: object) => ask('POST', '/own-limits', { organization_id: own.id, ...limit, ...fields });

  it('are added, edited and listed', async () => {
    const { status, body } = await add({});
    expect([status, body.counted_hours, body.least_share]).toEqual([200, 'OPEN', 100]);
    const edited = await ask('PUT', `/own-limits/${body.id}`, { ...limit, limit_value: 800, version: 1 });
    expect(edited.body).toMatchObject({ limit_value: 800, version: 2 });
  });

  it.each([
    [{ limit_value: 10_001 }, { limit_value: 'TOO_LARGE' }],
    [{ type: 'PM10', limit_value: 50, limit_basis: 'ABOVE_OUTDOORS' }, { limit_basis: 'INVALID' }],
    [{ valid_to: '2025-12-31' }, { valid_to: 'BEFORE_START' }],
    [{ averaging: 'SAMPLE' }, { averaging: 'INVALID' }],
    [{ least_share: 0 }, { least_share: 'TOO_SMALL' }],
  ])('refuse %o', async (fields, errors) => {
    const refused = await add(fields);
    expect([refused.status, refused.body.errors]).toEqual([400, errors]);
  });

  it("are not added to another's organization", async () => {
    expect((await add({ organization_id: foreign.department.organizationId })).status).toBe(404);
  });
});
