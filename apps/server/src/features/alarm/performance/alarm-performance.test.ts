import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { primaryReads } from '../../../platform/db/standby-reads.ts';
import { createRegistry } from '../../../registry/registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../../testing/factory.ts';
import { type SessionApp, sessionApp } from '../../../testing/session-app.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { addAlarmQualityRoutes } from './alarm-performance.ts';

/** 2026-03-02, noon in Seoul. */
const NOW = Date.UTC(2026, 2, 2, 3);
const clock = testClock(NOW);
let database: TestDatabase;
let app: SessionApp;
let meter: TestMeter;
let foreign: TestMeter;
let own: TestOrganization;
const bearers = {} as Record<'user' | 'super', { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: own.id });
  meter = await aMeter(db, { department, name: '1학년 1반', sensors: ['CO2', 'PM10'] });
  foreign = await aMeter(db, { sensors: ['CO2'] });
  await db.query(sql`update organization set name_en = 'Hanbit School' where id = ${own.id}`);
  await db.query(sql`update meter set name_en = 'Class 1-1' where id = ${meter.id}`);
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock });
  addAlarmQualityRoutes(app.http, { reads: primaryReads(db), registry, clock });
  bearers.user = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_USER' }));
  const operator = await anOrganization(db);
  bearers.super = await app.bearer(await aUser(db, { organization: operator, authority: 'SUPER_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from alarm`);
});

const ask = async (query = '', asker: keyof typeof bearers = 'user') => {
  const url = `/api/v1/alarms/quality?${query}`;
  const answer = await app.http.inject({ method: 'GET', url, headers: bearers[asker] });
  return { status: answer.statusCode, body: answer.json() };
};

interface Given {
  of?: TestMeter;
  sensor?: number;
  code?: string;
  severity?: string;
  agoMs: number;
  endedAfterMs?: number;
  occurrences?: number;
  acknowledgedAfterMs?: number;
  clearedAfterMs?: number;
  /** It is not cleared. */
  itself?: boolean;
  hidden?: boolean;
}

const anAlarm = async ({ of = meter, sensor = 0, code = 'A004', agoMs, ...given }: Given): Promise<number> => {
  const after = (ms: number | undefined) => (ms === undefined ? null : new Date(NOW - agoMs + ms));
  const { severity = 'WARNING', occurrences = 1, itself = false, hidden = false } = given;
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into alarm (organization_id, meter_id, sensor_id, organization_name, meter_name, sensor_name, category, code,
      source, severity, description, sensor_type, since_time, occurred_time, ended_time, occurrences, acknowledged_time,
      cleared_time, cleared_login, hidden_time)
    select m.organization_id, m.id, ${of.sensorIds[sensor]}, o.name, m.name, 'CO2', 'SENSOR', ${code}, 'VALUE',
      ${severity}, 'bad air', 'CO2', ${new Date(NOW - agoMs)}, ${new Date(NOW - agoMs)}, ${after(given.endedAfterMs)},
      ${occurrences}, ${after(given.acknowledgedAfterMs)}, ${after(given.clearedAfterMs)},
      ${given.clearedAfterMs !== undefined && !itself ? 'kim' : null}, ${hidden ? new Date(NOW) : null}
    from meter m join organization o on o.id = m.organization_id where m.id = ${of.id} returning id`);
  return rows[0]?.id ?? 0;
};
/** One that is over and done with. */
const past = (given: Given) => anAlarm({ endedAfterMs: MINUTE_MS, clearedAfterMs: MINUTE_MS, ...given });

it('is quiet where nothing occurred', async () => {
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ from_day: '2026-02-24', to_day: '2026-03-02', time_zone: 'Asia/Seoul', alarms: 0, per_hour: 0, floods: 0 },
    ...{ worst_hour: null, worst_ten_minutes: null, acknowledge: { count: 0, median_s: null } },
    ...{ frequent: [], chattering: [], lasting: [], lasting_count: 0, sensors: [] },
    organizations: [{ id: own.id }],
  });
  expect(body.per_day).toHaveLength(7);
});

it('counts by local day, hour and ten minutes, floods among them', async () => {
  // 00:00 today and 23:59 yesterday in Seoul.
  await past({ agoMs: 12 * HOUR_MS });
  await past({ agoMs: 12 * HOUR_MS + MINUTE_MS, severity: 'MAJOR' });
  for (let i = 0; i < 11; i += 1) await past({ agoMs: 2 * HOUR_MS - i * 30_000, code: `X${i}` });
  await past({ agoMs: 7 * DAY_MS });
  const { body } = await ask();
  const totals = body.per_day.map(({ counts }: { counts: Record<string, number> }) => [counts.WARNING, counts.MAJOR]);
  expect(totals.slice(-2)).toEqual([
    [0, 1],
    [12, 0],
  ]);
  expect(body.per_day.at(-1).start).toBe(new Date(NOW - 12 * HOUR_MS).toISOString());
  const start = new Date(NOW - 2 * HOUR_MS).toISOString();
  expect(body).toMatchObject({
    alarms: 13,
    worst_hour: { start, count: 11 },
    worst_ten_minutes: { start, count: 11 },
    floods: 1,
  });
  expect(body.per_hour).toBeCloseTo(13 / (6.5 * 24), 4);
  expect((await ask('days=30')).body.alarms).toBe(14);
});

it('tells the median time to acknowledge and to clear of what people did', async () => {
  for (const minutes of [2, 4, 60]) {
    await anAlarm({
      ...{ agoMs: 5 * HOUR_MS, code: `X${minutes}`, endedAfterMs: MINUTE_MS },
      ...{ acknowledgedAfterMs: minutes * MINUTE_MS, clearedAfterMs: 2 * minutes * MINUTE_MS },
    });
  }
  await past({ agoMs: 4 * HOUR_MS, itself: true });
  const { body } = await ask();
  expect(body.acknowledge).toEqual({ count: 3, median_s: 240 });
  expect(body.clear).toEqual({ count: 3, median_s: 480 });
});

it('lists ten of what occurs most, returns included', async () => {
  for (let i = 0; i < 11; i += 1) await past({ agoMs: HOUR_MS, code: `X${i}` });
  for (let i = 0; i < 3; i += 1) await past({ agoMs: (i + 2) * 3 * HOUR_MS, sensor: 1 });
  for (const hours of [31, 30]) await past({ agoMs: hours * HOUR_MS, code: 'A002' });
  const { frequent } = (await ask()).body;
  expect(frequent).toHaveLength(10);
  expect(frequent.slice(0, 2)).toMatchObject([
    { code: 'A004', sensor_id: meter.sensorIds[1], count: 3, last_time: new Date(NOW - 6 * HOUR_MS).toISOString() },
    { code: 'A002', count: 2 },
  ]);
});

it.each([
  ['four times within an hour', [0, 20, 40, 60], 3],
  ['four times in more than an hour', [0, 20, 40, 61], null],
  ['three times within an hour', [0, 20, 40], null],
])('chattering: %s', async (_, minutes, returns) => {
  for (const minute of minutes) await past({ agoMs: 5 * HOUR_MS - minute * MINUTE_MS });
  const { chattering } = (await ask()).body;
  expect(chattering.map((row: { returns: number }) => row.returns)).toEqual(returns === null ? [] : [returns]);
});

it('does not take what comes back over days for chattering', async () => {
  for (let i = 1; i <= 20; i += 1) await past({ agoMs: (80 - 3 * i) * HOUR_MS, occurrences: i });
  expect((await ask()).body).toMatchObject({ chattering: [], alarms: 20, returns: 19 });
});

it('takes what came back after it was acknowledged for acknowledged once', async () => {
  await past({ agoMs: 5 * HOUR_MS, acknowledgedAfterMs: 2 * MINUTE_MS });
  await anAlarm({ agoMs: 4 * HOUR_MS, acknowledgedAfterMs: -HOUR_MS, occurrences: 2 });
  expect((await ask()).body.acknowledge).toEqual({ count: 1, median_s: 120 });
});

it('lists what stands for more than a day, whenever it occurred', async () => {
  const oldest = await anAlarm({ agoMs: 40 * DAY_MS });
  const ended = await anAlarm({ agoMs: 25 * HOUR_MS, code: 'A002', endedAfterMs: HOUR_MS });
  await anAlarm({ agoMs: 23 * HOUR_MS, code: 'A001' });
  await anAlarm({ agoMs: 50 * HOUR_MS, code: 'X1', hidden: true });
  await past({ agoMs: 50 * HOUR_MS });
  const { lasting, lasting_count } = (await ask()).body;
  expect(lasting.map(({ id }: { id: number }) => id)).toEqual([oldest, ended]);
  expect(lasting_count).toBe(2);
});

it('lists sensors that were stuck or drift, those that still are first', async () => {
  await past({ agoMs: HOUR_MS, code: 'M009' });
  await anAlarm({ agoMs: 5 * HOUR_MS, code: 'M011', sensor: 1 });
  const { sensors } = (await ask()).body;
  expect(sensors).toMatchObject([
    { kind: 'DRIFTING', sensor_id: meter.sensorIds[1], lasts: true },
    { kind: 'STUCK', sensor_id: meter.sensorIds[0], lasts: false },
  ]);
});

it('is of what the asker may see, and of one organization', async () => {
  await anAlarm({ agoMs: 30 * HOUR_MS });
  await anAlarm({ agoMs: 30 * HOUR_MS, of: foreign });
  expect((await ask()).body).toMatchObject({ alarms: 1, lasting_count: 1 });
  expect((await ask('', 'super')).body).toMatchObject({ alarms: 2, lasting_count: 2 });
  const theirs = foreign.department.organizationId;
  expect((await ask(`organizationId=${theirs}`, 'super')).body).toMatchObject({ alarms: 1, lasting_count: 1 });
  expect((await ask(`organizationId=${theirs}`)).body).toMatchObject({ alarms: 0, frequent: [], lasting: [] });
});

it('names are in the language of the request', async () => {
  await anAlarm({ agoMs: 30 * HOUR_MS, occurrences: 4, code: 'M009' });
  const headers = { ...bearers.user, 'accept-language': 'en' };
  const answer = (await app.http.inject({ url: '/api/v1/alarms/quality', headers })).json();
  const names = { organization_name: 'Hanbit School', meter_name: 'Class 1-1' };
  expect(answer).toMatchObject({
    ...{ organizations: [{ name: 'Hanbit School' }], frequent: [names], lasting: [names], sensors: [names] },
  });
  expect((await ask()).body.frequent).toMatchObject([{ meter_name: '1학년 1반' }]);
});

it.each(['days=8', 'organizationId=0', 'timeZone=Mars'])('refuses %s', async (query) => {
  expect((await ask(query)).status).toBe(400);
});
