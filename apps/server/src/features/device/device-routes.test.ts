import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../device-messages/secret.ts';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import {
  aDepartment,
  anOrganization,
  aUser,
  type TestDepartment,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addReadingRoutes } from '../ingestion/ingestion-routes.ts';
import { saveState } from '../purifier/purifier-state-queries.ts';
import { addDeviceRoutes } from './device-routes.ts';

let database: TestDatabase;
let app: SessionApp;
let organization: TestOrganization;
let department: TestDepartment;
let foreign: TestDepartment;
const bearers: Record<string, { authorization: string }> = {};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organization = await anOrganization(db, { name: 'Own' });
  department = await aDepartment(db, { organizationId: organization.id });
  foreign = await aDepartment(db);
  app = await sessionApp({ db, clock: systemClock });
  const registry = createRegistry(db);
  await registry.reload();
  const changeRegistry = testChangeRegistry(db, registry);
  addDeviceRoutes(app.http, {
    db,
    registry,
    changeRegistry,
    randomBytes,
    dataDir: null,
    mqtt: { port: 1883, tls: false },
  });
  addReadingRoutes(app.http, db);
  for (const authority of ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const) {
    bearers[authority] = await app.bearer(await aUser(db, { organization, authority }));
  }
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const post = (role: string, url: string, payload: object) =>
  app.http.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: bearers[role] ?? {} });
const get = (role: string, url: string) => app.http.inject({ url: `/api/v1${url}`, headers: bearers[role] ?? {} });
const meter = (code: string) => ({ department_id: department.id, name: code, code, sensors: [{ type: 'CO2' }] });

describe('POST /meters', () => {
  it('registers a meter; its secret is answered once and kept as a hash', async () => {
    const answer = await post('LOCAL_ADMIN', '/meters', meter('M-1'));
    expect(answer.statusCode).toBe(200);
    const { credential } = answer.json();
    expect(credential.username).toBe(`${organization.code}:M-1`);
    const { rows } = await database.db.query(sql`select secret_hash from device_credential where code = 'M-1'`);
    expect(rows).toEqual([{ secret_hash: hashSecret(credential.secret) }]);
    expect((await get('LOCAL_USER', '/meters')).json().content).toMatchObject([{ code: 'M-1', interval_s: 60 }]);
  });

  it.each(['SUPER_USER', 'LOCAL_USER'])('is not for %s', async (role) => {
    const answer = await post(role, '/meters', meter('M-2'));
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'ACCESS_DENIED']);
  });

  it('does not know the places of another organization', async () => {
    const answer = await post('LOCAL_ADMIN', '/meters', { ...meter('M-3'), department_id: foreign.id });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it.each([
    ['a code twice', { code: 'M-1', name: 'other' }, 'DUPLICATION_METER_CODE'],
    ['a name twice', { code: 'M-9', name: 'M-1' }, 'DUPLICATION_METER_NAME'],
  ])('refuses %s', async (_, given, code) => {
    await post('LOCAL_ADMIN', '/meters', meter('M-1'));
    const answer = await post('LOCAL_ADMIN', '/meters', { ...meter('M-1'), ...given });
    expect([answer.statusCode, answer.json().code]).toEqual([409, code]);
  });

  it.each([
    ['code', 'a b', 'DEVICE_CODE'],
    ['name', '<b>', 'NAME'],
    ['interval_s', 0, 'TOO_SMALL'],
    ['colour', 'red', 'UNKNOWN_FIELD'],
  ])('names the field %s when it is %j', async (field, value, code) => {
    const answer = await post('LOCAL_ADMIN', '/meters', { ...meter('M-4'), [field]: value });
    expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETER', errors: { [field]: code } });
  });
});

it('gives gateways and enrolment secrets for the own organization only', async () => {
  const own = await post('LOCAL_ADMIN', '/gateways', { organization_id: organization.id, code: 'GW' });
  expect(own.json().credential.username).toBe(`${organization.code}:GW`);
  const other = await post('LOCAL_ADMIN', '/gateways', { organization_id: foreign.organizationId, code: 'GW' });
  expect(other.json().code).toBe('NOT_FOUND_ORGANIZATION');
  expect((await post('LOCAL_ADMIN', `/organizations/${organization.id}/enrolment`, {})).statusCode).toBe(200);
  expect((await post('LOCAL_ADMIN', `/organizations/${foreign.organizationId}/enrolment`, {})).statusCode).toBe(404);
});

it('shows rejections and quarantine of the own organization only, and finds text literally', async () => {
  for (const [id, device] of [
    [organization.id, 'A_1'],
    [foreign.organizationId, 'B-1'],
  ] as const) {
    await database.db.query(
      sql`insert into rejection values (${id}, ${device}, 'CO2', 'CONFLICT', 3, now(), now(), '1')`,
    );
    await database.db.query(sql`insert into quarantine
      (organization_id, device_code, reason, measured_time, received_time, channel, value)
      values (${id}, ${device}, 'FUTURE', now(), now(), '{401}', '{812}')`);
  }
  for (const path of ['/rejections', '/quarantine']) {
    expect((await get('LOCAL_ADMIN', path)).json()).toMatchObject({
      totalElements: 1,
      content: [{ device_code: 'A_1' }],
    });
    expect((await get('SUPER_ADMIN', path)).json().totalElements).toBe(2);
    expect((await get('SUPER_ADMIN', `${path}?deviceCode=_1`)).json().totalElements).toBe(1);
    expect((await get('SUPER_ADMIN', `${path}?deviceCode=%25`)).json().totalElements).toBe(0);
  }
  expect((await get('LOCAL_ADMIN', '/quarantine')).json().content[0].readings).toEqual({ CO2: 812 });
});

it('keeps purifier states as spans, one row a change', async () => {
  const state = (power: 'ON' | 'OFF') =>
    ({
      ...{ power, control: 'AUTO', run: 'WORK', source: null, fan_speed: null, fan_direction: null, ventilation: null },
      ...{ uv: null, anion: null, light: null, fans: [], reserved_start: null, reserved_end: null },
      ...{ filter_period_h: null, filter_use_h: [] },
    }) as Parameters<typeof saveState>[3];
  for (const [time, power] of [
    [0, 'ON'],
    [60_000, 'ON'],
    [120_000, 'OFF'],
    [120_000, 'OFF'],
  ] as const) {
    await saveState(database.db, 7, time, state(power));
  }
  const { rows } = await database.db.query(sql`select time, last_time, state->>'power' as power from purifier_state
    where purifier_id = 7 order by time`);
  expect(rows).toEqual([
    { time: new Date(0), last_time: new Date(60_000), power: 'ON' },
    { time: new Date(120_000), last_time: new Date(120_000), power: 'OFF' },
  ]);
});
