import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { type AlarmRig, openAlarmRig } from '../../testing/alarm-rig.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { aUser } from '../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addAlarmRuleRoutes } from './alarm-rule-routes.ts';

type Asker = 'super' | 'local';
let database: TestDatabase;
let rig: AlarmRig;
let app: SessionApp;
const bearers = {} as Record<Asker, { authorization: string }>;

beforeEach(async () => {
  database = await testDatabase();
  const { db } = database;
  rig = await openAlarmRig(database, { sensors: ['CO2', 'PM2.5'] });
  app = await sessionApp({ db, clock: systemClock });
  addAlarmRuleRoutes(app.http, { db, changeRegistry: testChangeRegistry(db, rig.engine.registry) });
  const { organization } = rig;
  bearers.super = await app.bearer(await aUser(db, { organization, authority: 'SUPER_ADMIN' }));
  bearers.local = await app.bearer(await aUser(db, { organization, authority: 'LOCAL_ADMIN' }));
  return async () => {
    await app.http.close();
    await rig.engine.stop();
    await database.close();
  };
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = async (asker: Asker, method: Method, path: string, payload?: object) => {
  const answer = await app.http.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearers[asker],
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
/** PM2.5, an hour's mean at 75 or more for two hours, until it is below 35. */
const KOREAN = {
  ...{ code: 'A002', applies_to: 'PM2.5', basis: 'VALUE', direction: 'ABOVE', limit: 75, release: 35 },
  ...{ duration_min: 120, average: 'HOUR', use: 'Y' },
};

describe('rules', () => {
  it('of the installation are seen by an organization, and changed by SUPER_ADMIN only', async () => {
    const { body } = await ask('local', 'GET', '/alarm-rules?sort=code,ASC');
    expect(body.content).toMatchObject([
      { code: 'A001', organization_id: null, basis: 'VERY_BAD', duration_min: 120, applies_to: 'ALL', replaced: null },
      { code: 'A002', basis: 'BAD', average: 'HOUR' },
      ...['PM10', 'PM2.5', 'CO2', 'HCHO'].map(() => ({
        code: 'A003',
        basis: 'VALUE',
        average: 'DAY',
        duration_min: 0,
      })),
      { code: 'A004', duration_min: 10 },
    ]);
    const { id, version } = body.content[6];
    const edited = { code: 'A004', basis: 'VERY_BAD', duration_min: 15, version };
    expect((await ask('local', 'PUT', `/alarm-rules/${id}`, edited)).body.code).toBe('ACCESS_DENIED');
    expect((await ask('local', 'DELETE', `/alarm-rules/${id}?version=1`)).body.code).toBe('ACCESS_DENIED');
    expect((await ask('local', 'POST', '/alarm-rules', { code: 'A001', basis: 'BAD' })).body).toMatchObject({
      errors: { organization_id: 'INVALID' },
    });
    expect((await ask('super', 'PUT', `/alarm-rules/${id}`, edited)).body).toMatchObject({ duration_min: 15 });
  });

  it("an organization's stands in the place of the installation's, until it is taken back", async () => {
    const own = await ask('local', 'POST', '/alarm-rules', { organization_id: rig.organization.id, ...KOREAN });
    expect(own).toMatchObject({
      status: 200,
      body: { ...KOREAN, replaced: { basis: 'BAD', applies_to: 'ALL', duration_min: 120 } },
    });
    const installation = async () =>
      (await ask('local', 'GET', '/alarm-rules?own=N&search=A002')).body.content[0].override_count;
    expect(await installation()).toBe(1);
    const again = await ask('local', 'POST', '/alarm-rules', { organization_id: rig.organization.id, ...KOREAN });
    expect(again.body.code).toBe('DUPLICATION_CODE');
    expect((await ask('local', 'DELETE', `/alarm-rules/${own.body.id}?version=1`)).status).toBe(200);
    expect(await installation()).toBe(0);
  });

  it.each([
    ['an unknown code', { code: 'X999' }, { code: 'NOT_FOUND' }],
    ['a code of purifiers', { code: 'P001' }, { code: 'NOT_FOUND' }],
    ['a value for all types', { applies_to: 'ALL', release: null }, { applies_to: 'REQUIRED' }],
    ['no value', { limit: null }, { limit: 'REQUIRED' }],
    ['a value beyond what the type can be', { limit: 1001 }, { limit: 'TOO_LARGE' }],
    ['a duration of the mean of 24 hours', { average: 'DAY' }, { duration_min: 'TOO_LARGE' }],
    ['a release above its bound', { release: 76 }, { release: 'TOO_LARGE' }],
    ['a release below a lower bound', { direction: 'BELOW', release: 74 }, { release: 'TOO_SMALL' }],
    ['a value beside a grade', { basis: 'BAD' }, { limit: 'INVALID' }],
    ['a grade of what has none', { basis: 'BAD', limit: null, applies_to: 'HUMIDITY' }, { basis: 'INVALID' }],
    ['two days', { duration_min: 2880 }, { duration_min: 'TOO_LARGE' }],
  ])('%s is refused', async (_, changed, errors) => {
    const { status, body } = await ask('super', 'POST', '/alarm-rules', { ...KOREAN, ...changed });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  it('severities clear themselves where an organization says so', async () => {
    const path = `/organizations/${rig.organization.id}/alarm-setting`;
    expect((await ask('local', 'GET', path)).body).toEqual({ auto_clear: [] });
    expect((await ask('local', 'PUT', path, { auto_clear: ['WARNING', 'INFO'] })).status).toBe(200);
    expect((await ask('local', 'GET', path)).body).toEqual({ auto_clear: ['WARNING', 'INFO'] });
    const ruleSet = await rig.engine.ruleSets(database.db, rig.clock.now());
    expect(['WARNING', 'MAJOR'].map((each) => ruleSet.clearsItself(rig.organization.id, each as 'MAJOR'))).toEqual([
      true,
      false,
    ]);
  });
});

it('the Korean rule of hours is entered, raises after two hours of 75 and ends below 35', {
  timeout: 120_000,
}, async () => {
  const rule = { organization_id: rig.organization.id, ...KOREAN };
  expect((await ask('local', 'POST', '/alarm-rules', rule)).status).toBe(200);
  const start = Math.ceil(rig.clock.now() / HOUR_MS) * HOUR_MS;
  /** An hour of a value each minute that swings around its mean. */
  const hour = async (n: number, mean: number): Promise<void> => {
    for (let minute = 0; minute < 60; minute += 5) {
      const frames = [0, 1, 2, 3, 4].map((i) => {
        const time = start + n * HOUR_MS + (minute + i) * MINUTE_MS;
        return rig.frame(time, { 'PM2.5': mean + (i % 2 === 0 ? 10 : -10) + (i === 4 ? -10 : 0) });
      });
      rig.clock.advance(start + n * HOUR_MS + (minute + 4) * MINUTE_MS - rig.clock.now());
      await rig.measure(...frames);
    }
  };
  const state = async () => {
    const found = (await rig.alarms()).filter(({ code }) => code === 'A002');
    return found.map(({ ended_time }) => (ended_time === null ? 'HOLDS' : 'ENDED'));
  };
  const means = [70, 80, 75, 76, 76, 50, 34, 30];
  const seen: string[][] = [];
  for (const [n, mean] of means.entries()) {
    await hour(n, mean);
    seen.push(await state());
  }
  expect(seen).toEqual([[], [], [], ['HOLDS'], ['HOLDS'], ['HOLDS'], ['HOLDS'], ['ENDED']]);
  const { rows } = await database.db.query(
    sql`select value, bound, since_time, occurred_time from alarm where code = 'A002'`,
  );
  expect(rows).toMatchObject([{ bound: 75, since_time: new Date(start + HOUR_MS) }]);
});
