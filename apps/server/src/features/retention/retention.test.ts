import { DEFAULT_RETENTION } from '@airdeck/domain/retention';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addRetentionRoutes } from './retention-routes.ts';

const ROLES = ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const;

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let foreign: TestOrganization;
let changes = 0;
const bearers: Record<string, { authorization: string }> = {};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db);
  foreign = await anOrganization(db);
  app = await sessionApp({ db, clock: systemClock });
  const registry = createRegistry(db);
  await registry.reload();
  const onChanged = () => {
    changes++;
  };
  addRetentionRoutes(app.http, {
    db,
    clock: systemClock,
    registry,
    changeRegistry: testChangeRegistry(db, registry, onChanged),
  });
  for (const authority of ROLES) {
    bearers[authority] = await app.bearer(await aUser(db, { organization: own, authority }));
  }
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const get = (role: string, id: number | string) =>
  app.http.inject({ url: `/api/v1/organizations/${id}/retention`, headers: bearers[role] ?? {} });
const put = (role: string, id: number | string, payload: object) =>
  app.http.inject({
    method: 'PUT',
    url: `/api/v1/organizations/${id}/retention`,
    payload,
    headers: bearers[role] ?? {},
  });

const days = { READING: 90, HOUR: 400, DAY: 4000, PURIFIER_STATE: 60, ALARM: 365 };

it('is the defaults until they are changed, for all users of the organization', async () => {
  for (const role of ROLES) expect((await get(role, own.id)).json()).toEqual(DEFAULT_RETENTION);
});

it('is changed by administrators', async () => {
  expect((await put('LOCAL_ADMIN', own.id, days)).json()).toEqual(days);
  expect(changes).toBe(1);
  expect((await get('LOCAL_USER', own.id)).json()).toEqual(days);
  expect((await put('SUPER_ADMIN', foreign.id, { ...days, READING: 91 })).json()).toEqual({ ...days, READING: 91 });
  expect((await put('SUPER_ADMIN', foreign.id, days)).json()).toEqual(days);
  for (const role of ['SUPER_USER', 'LOCAL_USER']) {
    expect((await put(role, own.id, days)).json()).toMatchObject({ code: 'ACCESS_DENIED' });
  }
});

it('does not exist for another organization', async () => {
  for (const id of [foreign.id, 999_999, 'x']) {
    const answers = [await get('LOCAL_ADMIN', id), await put('LOCAL_ADMIN', id, days)];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND_ORGANIZATION']);
    }
  }
});

it.each([
  [{ ...days, READING: 29 }, { READING: 'TOO_SMALL' }],
  [{ ...days, DAY: 36_501 }, { DAY: 'TOO_LARGE' }],
  [{ ...days, HOUR: 89 }, { HOUR: 'NOT_ASCENDING' }],
  [{ ...days, DAY: 399 }, { DAY: 'NOT_ASCENDING' }],
  [{ ...days, HOUR: 400.5 }, { HOUR: 'INVALID' }],
  [{ READING: 90, HOUR: 400, DAY: 4000, ALARM: 365 }, { PURIFIER_STATE: 'REQUIRED' }],
  [{ ...days, ALARM: 364 }, { ALARM: 'TOO_SMALL' }],
  [{ ...days, ALARMS: 400 }, { ALARMS: 'UNKNOWN_FIELD' }],
])('%j is refused', async (payload, errors) => {
  const answer = await put('LOCAL_ADMIN', own.id, payload);
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
});

it('says before what a retention would delete, to administrators of the organization', async () => {
  const preview = (role: string, id: number, query: Record<string, string>) =>
    app.http.inject({ url: `/api/v1/organizations/${id}/retention/preview`, query, headers: bearers[role] ?? {} });
  const query = { READING: '90', HOUR: '400', DAY: '4000', PURIFIER_STATE: '60', ALARM: '365' };
  const answer = (await preview('LOCAL_ADMIN', own.id, query)).json();
  expect(answer).toMatchObject({
    is_exact: true,
    layers: [{ layer: 'READING', rows: 0, bytes: 0 }, {}, {}, {}, { layer: 'ALARM', rows: 0 }],
  });
  expect((await preview('LOCAL_ADMIN', foreign.id, query)).json().code).toBe('NOT_FOUND_ORGANIZATION');
  expect((await preview('LOCAL_USER', own.id, query)).json().code).toBe('ACCESS_DENIED');
  expect((await preview('LOCAL_ADMIN', own.id, { ...query, HOUR: '1e9' })).json().errors).toEqual({ HOUR: 'INVALID' });
});
