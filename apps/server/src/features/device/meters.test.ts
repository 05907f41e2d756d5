import { randomBytes } from 'node:crypto';
import { MAX_ORDERS } from '@airdeck/contract/paging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestDepartment,
  type TestMeter,
  type TestOrganization,
  type TestUser,
} from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addDeviceRoutes } from './device-routes.ts';

let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let room: TestDepartment;
let corridor: TestDepartment;
let foreign: TestMeter;
let administrator: TestUser;
let bearer: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  room = await aDepartment(db, { organizationId: own.id, name: 'Room' });
  corridor = await aDepartment(db, { organizationId: own.id, officeId: room.officeId, name: 'Corridor' });
  foreign = await aMeter(db, { code: 'FOREIGN' });
  app = await sessionApp({ db, clock: systemClock });
  registry = createRegistry(db);
  const changeRegistry = testChangeRegistry(db, registry);
  addDeviceRoutes(app.http, { db, registry, changeRegistry, randomBytes, mqtt: { port: 1883, tls: false } });
  administrator = await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' });
  bearer = await app.bearer(administrator);
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from meter where organization_id = ${own.id}`);
  await database.db.query(sql`delete from audit`);
  await registry.reload();
});

const ask = (method: Method, path: string, payload?: object) => app.ask(bearer, method, `/meters${path}`, payload);
const ownMeter = async (given: Parameters<typeof aMeter>[1] = {}) => {
  const meter = await aMeter(database.db, { department: room, ...given });
  await registry.reload();
  return meter;
};
const audits = async () =>
  (
    await database.db.query(sql`select action, entity, entity_id, user_login, ip, before->>'name' as before,
    after->>'name' as after from audit order by id`)
  ).rows;
const fieldsOf = async (id: number) => {
  const { body } = await ask('GET', `/${id}`);
  const { department_id, name, code, version } = body;
  return { department_id, name, code, version };
};

describe('the list', () => {
  beforeEach(async () => {
    for (const [name, code, department, intervalS] of [
      ['B', 'X-1', room, 60],
      ['A', 'X-2', room, 30],
      ['C_', 'Y-3', corridor, 30],
    ] as const) {
      await aMeter(database.db, { name, code, department, intervalS });
    }
  });
  const names = async (query: string) =>
    (await ask('GET', `?${query}`)).body.content.map(({ name }: { name: string }) => name);

  it.each([
    ['', ['C_', 'A', 'B']],
    ['sort=name,DESC', ['C_', 'B', 'A']],
    ['sort=name', ['A', 'B', 'C_']],
    ['sort=interval_s,ASC&sort=name,DESC', ['C_', 'A', 'B']],
    ['sort=department_name,DESC&sort=code,DESC', ['A', 'B', 'C_']],
    ['meterName=_', ['C_']],
    ['departmentName=ROOM&code=x-', ['A', 'B']],
    ['officeName=no such office', []],
    ['use=N', []],
    ['type=METER&size=1&page=2', ['B']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('has the total number on every page', async () => {
    expect((await ask('GET', '?size=2&page=1')).body).toMatchObject({ totalElements: 3, totalPages: 2 });
  });

  it.each([
    'sort=password',
    'sort=name,UP',
    'sort=name,ASC,DESC',
    'sort=m.name',
    `sort=${Array.from({ length: MAX_ORDERS + 1 }, () => 'name').join('&sort=')}`,
    'type=CAMERA',
    'size=0',
    'page=-1',
    'colour=red',
  ])('%s is refused', async (query) => {
    expect(await ask('GET', `?${query}`)).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } });
  });
});

describe('a meter', () => {
  it('is read with the number of what goes along with it', async () => {
    const { id } = await ownMeter({ sensors: ['CO2', 'PM10'] });
    await aPurifier(database.db, id);
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ id, sensor_count: 2, purifier_count: 1, version: 1 });
  });

  it('is changed as a whole, written down, and known to devices at once', async () => {
    const { id, code } = await ownMeter({ name: 'Before' });
    await database.db.query(sql`insert into device_credential values (${own.id}, ${code}, 'DEVICE', ${id}, '\\x00')`);
    const edited = {
      ...(await fieldsOf(id)),
      ...{ name: 'After', code: 'NEW-CODE', department_id: corridor.id, use: 'N', interval_s: 30, ip: '10.0.0.7' },
      first_operation_date: '2026-01-31',
    };
    const { version: _, ...expected } = edited;
    expect((await ask('PUT', `/${id}`, edited)).body).toMatchObject({
      ...expected,
      version: 2,
      department_name: 'Corridor',
    });
    const known = registry.snapshot().meters.get(id);
    expect(known).toMatchObject({ name: 'After', code: 'NEW-CODE', use: 'N', intervalS: 30 });
    expect(known?.department.id).toBe(corridor.id);
    expect([...registry.snapshot().credentials.keys()]).toContain(`${own.code}:NEW-CODE`);
    expect(await audits()).toEqual([
      {
        ...{ action: 'write', entity: 'meters', entity_id: id, user_login: administrator.login, ip: '127.0.0.1' },
        ...{ before: 'Before', after: 'After' },
      },
    ]);
  });

  it('is changed while a file adds sensors to it, as long as its name and code stay', async () => {
    const { id } = await ownMeter();
    const edited = { ...(await fieldsOf(id)), interval_s: 30 };
    await database.db.tx(async (tx) => {
      await tx.query(sql`insert into sensor (meter_id, type, sequence, name) values (${id}, 'CO2', 9, 'New')`);
      expect((await ask('PUT', `/${id}`, edited)).body).toMatchObject({ interval_s: 30, version: 2 });
    });
  });

  it('tells the second of two editors, who changes nothing', async () => {
    const { id } = await ownMeter({ name: 'Both' });
    const seen = await fieldsOf(id);
    const answers = await Promise.all(['First', 'Second'].map((name) => ask('PUT', `/${id}`, { ...seen, name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('EDITED_MEANWHILE');
    const winner = answers.find(({ status }) => status === 200)?.body.name;
    expect((await fieldsOf(id)).name).toBe(winner);
    expect(await audits()).toHaveLength(1);
    expect((await ask('DELETE', `/${id}?version=1`)).body.code).toBe('EDITED_MEANWHILE');
  });

  it('is deleted with its parts, and what it was is written down', async () => {
    const { id, code } = await ownMeter({ name: 'Gone', sensors: ['CO2'] });
    expect((await ask('DELETE', `/${id}?version=1`)).status).toBe(200);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect(registry.snapshot().meters.has(id)).toBe(false);
    expect(registry.snapshot().metersByCode.has(`${own.code}:${code}`)).toBe(false);
    expect(await audits()).toMatchObject([{ action: 'delete', before: 'Gone', after: null }]);
  });

  it.each([
    ['a code that another has', { code: 'TAKEN' }, 409, 'DUPLICATION_METER_CODE'],
    ['a name that another has', { name: 'Taken' }, 409, 'DUPLICATION_METER_NAME'],
    ['a department that is not there', { department_id: 2_000_000_000 }, 404, 'RESOURCE_NOT_FOUND'],
    ['an address that is none', { ip: '10.0.0.256' }, 400, 'INVALID_PARAMETER'],
    ['no version', { version: undefined }, 400, 'INVALID_PARAMETER'],
  ])('keeps what it was when it gets %s', async (_, change, status, code) => {
    await aMeter(database.db, { department: room, name: 'Taken', code: 'TAKEN' });
    const { id } = await ownMeter({ name: 'Mine' });
    const answer = await ask('PUT', `/${id}`, { ...(await fieldsOf(id)), ...change });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(change));
    expect(await fieldsOf(id)).toMatchObject({ name: 'Mine', version: 1 });
    expect(await audits()).toEqual([]);
  });

  it("does not move to another organization's department", async () => {
    const { id } = await ownMeter();
    const answer = await ask('PUT', `/${id}`, { ...(await fieldsOf(id)), department_id: foreign.department.id });
    expect([answer.status, answer.body.errors]).toEqual([404, { department_id: 'INVALID' }]);
  });
});
