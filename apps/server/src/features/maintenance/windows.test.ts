import { MAX_WINDOWS } from '@airdeck/contract/maintenance/schema';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { windowAt } from '../../registry/maintenance.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestDepartment,
  type TestMeter,
} from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addWindowRoutes } from './window-routes.ts';

const clock = testClock();
let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let department: TestDepartment;
let meter: TestMeter;
let foreign: TestMeter;
let headers: { authorization: string };
let userHeaders: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const own = await anOrganization(db);
  department = await aDepartment(db, { organizationId: own.id });
  meter = await aMeter(db, { department });
  foreign = await aMeter(db);
  app = await sessionApp({ db, clock });
  registry = createRegistry(db);
  await registry.reload();
  addWindowRoutes(app.http, { db, changeRegistry: testChangeRegistry(db, registry), clock });
  headers = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
  userHeaders = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_USER' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = (method: Method, path: string, payload?: object) => app.ask(headers, method, path, payload);
const iso = (ms: number): string => new Date(clock.now() + ms).toISOString();
const times = (begin: number, end: number) => ({ begin_time: iso(begin), end_time: iso(end), reason: '배관 공사' });
const plan = (begin: number, end: number, place: object = { place_kind: 'meter', meter_id: meter.id }) =>
  ask('POST', '/maintenance-windows', { ...times(begin, end), ...place });
const known = (id = meter.id) => {
  const found = registry.snapshot().meters.get(id);
  if (found === undefined) throw new Error('no such meter');
  return found;
};

it.each(['organization', 'office', 'department', 'meter'] as const)(
  'is planned for one %s, and ends by itself',
  async (kind) => {
    const { organization } = known();
    const id = {
      organization: organization.id,
      office: department.officeId,
      department: department.id,
      meter: meter.id,
    };
    const made = await plan(HOUR_MS, 2 * HOUR_MS, { place_kind: kind, [`${kind}_id`]: id[kind] });
    const name = { organization, office: known().department.office, department: known().department, meter: known() }[
      kind
    ].name;
    expect(made).toMatchObject({
      status: 200,
      body: { place_kind: kind, [`${kind}_id`]: id[kind], [`${kind}_name`]: name, window_state: 'PLANNED' },
    });
    expect(windowAt(known(), clock.now())).toBeUndefined();
    clock.advance(HOUR_MS);
    expect(windowAt(known(), clock.now())?.id).toBe(made.body.id);
    expect(windowAt(known(foreign.id), clock.now())).toBeUndefined();
    const running = await app.ask(userHeaders, 'GET', '/maintenance-windows?window_state=RUNNING');
    expect(running.body.content.map((row: { id: number }) => row.id)).toEqual([made.body.id]);
    clock.advance(HOUR_MS);
    expect(windowAt(known(), clock.now())).toBeUndefined();
    expect((await ask('GET', `/maintenance-windows/${made.body.id}`)).body.window_state).toBe('ENDED');
  },
);

it('is changed and deleted before it begins; once it runs its begin stays, and it is ended early and kept', async () => {
  const { id } = (await plan(HOUR_MS, 2 * HOUR_MS)).body;
  expect((await ask('POST', `/maintenance-windows/${id}/end`, { version: 1 })).body.code).toBe('WINDOW_STATE');
  const moved = { ...times(MINUTE_MS, HOUR_MS), version: 1 };
  expect((await ask('PUT', `/maintenance-windows/${id}`, moved)).body).toMatchObject({ version: 2 });
  clock.advance(MINUTE_MS);
  expect((await ask('DELETE', `/maintenance-windows/${id}?version=2`)).body.code).toBe('WINDOW_STATE');
  const later = await ask('PUT', `/maintenance-windows/${id}`, { ...times(MINUTE_MS, HOUR_MS), version: 2 });
  expect(later.body.errors).toEqual({ begin_time: 'TIME_PAST' });
  const longer = { begin_time: moved.begin_time, end_time: iso(3 * HOUR_MS), reason: '더 걸림', version: 2 };
  expect((await ask('PUT', `/maintenance-windows/${id}`, longer)).body).toMatchObject({
    version: 3,
    reason: '더 걸림',
  });
  clock.advance(MINUTE_MS);
  expect((await ask('POST', `/maintenance-windows/${id}/end`, { version: 2 })).body.code).toBe('EDITED_MEANWHILE');
  const ended = await ask('POST', `/maintenance-windows/${id}/end`, { version: 3 });
  expect(ended.body).toMatchObject({ window_state: 'ENDED', end_time: iso(0), version: 4 });
  expect(windowAt(known(), clock.now())).toBeUndefined();
  for (const answer of [
    await ask('PUT', `/maintenance-windows/${id}`, { ...longer, version: 4 }),
    await ask('POST', `/maintenance-windows/${id}/end`, { version: 4 }),
    await ask('DELETE', `/maintenance-windows/${id}?version=4`),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'WINDOW_STATE']);
  }
  const { rows } = await database.db.query(
    sql`select action from audit where entity = 'maintenance_windows' and entity_id = ${id} order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'write', 'write', 'write']);
  const planned = (await plan(HOUR_MS, 2 * HOUR_MS)).body;
  expect((await ask('DELETE', `/maintenance-windows/${planned.id}?version=1`)).status).toBe(200);
});

describe('refuses', () => {
  it.each([
    ['an end that is not after the begin', HOUR_MS, HOUR_MS, { end_time: 'END_BEFORE_START' }],
    ['more than 31 days', HOUR_MS, 32 * DAY_MS, { end_time: 'WINDOW_TOO_LONG' }],
    ['a begin of long ago', -HOUR_MS - 1, HOUR_MS, { begin_time: 'TIME_PAST' }],
    ['an end that has passed', -2 * MINUTE_MS, -MINUTE_MS, { end_time: 'TIME_PAST' }],
    ['a begin in two years', 700 * DAY_MS, 701 * DAY_MS, { begin_time: 'TOO_FAR_AHEAD' }],
  ])('%s', async (_, begin, end, errors) => {
    expect(await plan(begin, end)).toMatchObject({ status: 400, body: { errors } });
  });

  it('no place, and a place of another organization', async () => {
    const none = await plan(0, HOUR_MS, { place_kind: 'office', meter_id: meter.id });
    expect([none.status, none.body.errors]).toEqual([400, { office_id: 'REQUIRED' }]);
    const other = await plan(0, HOUR_MS, { place_kind: 'meter', meter_id: foreign.id });
    expect([other.status, other.body.errors]).toEqual([404, { meter_id: 'INVALID' }]);
  });

  it('more than an organization may have', async () => {
    const { organization } = known();
    await database.db.query(sql`insert into maintenance_window (organization_id, begin_time, end_time, reason)
      select ${organization.id}, '2020-01-01', '2020-01-02', 'x' from generate_series(1, ${MAX_WINDOWS})`);
    expect((await plan(0, HOUR_MS)).body.errors).toEqual({ place_kind: 'TOO_MANY_WINDOWS' });
  });
});

it('keeps the name of a deleted place', async () => {
  const { db } = database;
  await db.query(sql`delete from maintenance_window where reason = 'x'`);
  const gone = await aMeter(db, { department, name: '철거할 측정기' });
  const made = await plan(0, HOUR_MS, { place_kind: 'meter', meter_id: gone.id });
  await db.query(sql`delete from meter where id = ${gone.id}`);
  const { body } = await ask('GET', `/maintenance-windows/${made.body.id}`);
  expect([body.meter_id, body.meter_name]).toEqual([gone.id, '철거할 측정기']);
});
