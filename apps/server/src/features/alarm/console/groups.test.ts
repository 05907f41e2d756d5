import type { AlarmCounts, AlarmEvidence, AlarmsAnswer } from '@airdeck/contract/alarm/routes';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../../../export/exports.ts';
import { createRegistry } from '../../../registry/registry.ts';
import { aDepartment, aMeter, anOrganization, aUser, type TestMeter } from '../../../testing/factory.ts';
import { openFeed } from '../../../testing/feed-rig.ts';
import { type SessionApp, sessionApp } from '../../../testing/session-app.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { addAlarmRoutes } from './alarm-routes.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
const clock = testClock(NOW);
let database: TestDatabase;
let app: SessionApp;
let close: () => Promise<void>;
let bearer: { authorization: string };
/** Three meters of a ward, one of another. */
let ward: TestMeter[];
let office: TestMeter;
let foreign: TestMeter;
let organizationId: number;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const own = await anOrganization(db, { name: '한빛병원' });
  organizationId = own.id;
  const [third, first] = [
    await aDepartment(db, { organizationId: own.id, name: '3병동' }),
    await aDepartment(db, { organizationId: own.id, name: '원무과' }),
  ];
  const inWard = (name: string) => aMeter(db, { department: third, name, sensors: ['CO2', 'PM10'] });
  ward = [await inWard('301호'), await inWard('302호'), await inWard('303호')];
  office = await aMeter(db, { department: first, name: '접수', sensors: ['CO2'] });
  foreign = await aMeter(db, { sensors: ['CO2'] });
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock });
  const rig = await openFeed(database.url);
  close = rig.close;
  addAlarmRoutes(app.http, { db, registry, clock, feed: rig.feed, exports: new Exports(clock) });
  bearer = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_USER' }));
});
afterAll(async () => {
  await app.http.close();
  await close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from alarm`);
  await database.db.query(sql`delete from local_server`);
});

const ask = async <T>(path: string, method: 'GET' | 'PUT' = 'GET', payload?: object): Promise<T> => {
  const url = `/api/v1${path}`;
  return (await app.http.inject({ method, url, headers: bearer, ...(payload && { payload }) })).json();
};
const grouped = (query = '') => ask<AlarmsAnswer>(`/alarms?grouped=Y&folded=Y&${query}`);

interface Given {
  of: TestMeter;
  code?: string;
  severity?: string;
  sensor?: number;
  type?: string;
  agoMin?: number;
  ended?: boolean;
  causeId?: number;
}
const anAlarm = async ({ of, code = 'M001', severity = 'CRITICAL', agoMin = 0, ...given }: Given): Promise<number> => {
  const time = new Date(NOW - agoMin * MINUTE_MS);
  const sensorId = given.sensor === undefined ? null : of.sensorIds[given.sensor];
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into alarm (organization_id, meter_id, sensor_id, organization_name, office_name, department_name, meter_name,
      category, code, source, severity, description, sensor_type, since_time, occurred_time, ended_time, cause_id)
    select m.organization_id, m.id, ${sensorId}, o.name, f.name, d.name, m.name,
      ${sensorId === null ? 'METER' : 'SENSOR'}, ${code}, 'SILENCE', ${severity}, '통신 없음', ${given.type ?? null},
      ${time}, ${time}, ${given.ended ? new Date(NOW) : null}, ${given.causeId ?? null}
    from meter m join department d on d.id = m.department_id join office f on f.id = d.office_id
      join organization o on o.id = m.organization_id where m.id = ${of.id} returning id`);
  return rows[0]?.id ?? 0;
};
const [at, wardSilent] = [
  (index: number): TestMeter => ward[index] ?? office,
  () => Promise.all(ward.map((of, index) => anAlarm({ of, agoMin: 10 - index }))),
];

describe('groups of the live list', () => {
  it('one row for the same code of a department, with the newest alarm, the first time and the worst severity', async () => {
    const [, second] = await wardSilent();
    await database.db.query(sql`update alarm set severity = 'MAJOR' where id <> ${second}`);
    const alone = await anAlarm({ of: office, agoMin: 60 });
    await anAlarm({ of: foreign });
    const { content, groups, alarms, totalElements } = await grouped();
    expect(content.map(({ meter_name }) => meter_name)).toEqual(['303호', '접수']);
    expect(groups).toMatchObject([
      { count: 3, severity: 'CRITICAL', first_time: new Date(NOW - 10 * MINUTE_MS).toISOString() },
      { count: 1 },
    ]);
    expect(content[1]?.id).toBe(alone);
    expect({ alarms, totalElements }).toEqual({ alarms: 4, totalElements: 2 });
  });

  it.each([
    ['another code', { code: 'M002' }],
    ['another kind of sensor', { code: 'A001', sensor: 1, type: 'PM10' }],
    ['another state', { ended: true }],
  ])('keeps apart %s', async (_, other) => {
    const same = 'sensor' in other ? { code: 'A001', sensor: 0, type: 'CO2' } : {};
    await anAlarm({ of: at(0), ...same });
    await anAlarm({ of: at(1), ...same });
    await anAlarm({ of: at(2), ...other });
    expect((await grouped()).groups?.map(({ count }) => count).toSorted()).toEqual([1, 2]);
  });

  it('counts as many alarms as the badge on each page', async () => {
    const [cause] = await wardSilent();
    await anAlarm({ of: at(0), code: 'A001', sensor: 0, type: 'CO2', causeId: cause ?? 0 });
    await anAlarm({ of: office, ended: true });
    await anAlarm({ of: office, code: 'M003', agoMin: 90 });
    const { open } = await ask<AlarmCounts>('/alarms/counts');
    const pages = await Promise.all([0, 1].map((page) => grouped(`state=PENDING&size=1&page=${page}`)));
    expect(pages.map(({ alarms }) => alarms)).toEqual([open, open]);
    expect(pages.flatMap(({ groups }) => groups?.map(({ count }) => count))).toEqual([3, 1]);
    expect(open).toBe(4);
  });

  it('is sorted by a header and narrowed by filters, and the count follows', async () => {
    await wardSilent();
    await anAlarm({ of: office, code: 'M003', severity: 'MINOR', agoMin: 90 });
    const codes = async (query: string) => (await grouped(query)).content.map(({ code }) => code);
    expect(await codes('sort=occured_time,ASC')).toEqual(['M003', 'M001']);
    expect((await grouped('sort=occured_time,ASC')).content[1]?.meter_name).toBe('301호');
    expect(await grouped('page=9')).toMatchObject({ content: [], totalElements: 2 });
    expect(await codes('sort=severity,DESC')).toEqual(['M003', 'M001']);
    expect(await codes('sort=department_name,DESC')).toEqual(['M003', 'M001']);
    expect(await grouped('meterName=302')).toMatchObject({ alarms: 1, groups: [{ count: 1 }] });
  });

  it('keeps its key while alarms join and leave, and lists its alarms by any of them', async () => {
    const ids = await wardSilent();
    const key = async () => (await grouped('state=PENDING')).groups?.[0]?.key;
    const before = await key();
    await ask(`/alarms/${ids[2]}`, 'PUT', { action: 'ACKNOWLEDGE' });
    expect(await key()).toBe(before);
    const left = await ask<AlarmsAnswer>(`/alarms?state=PENDING&groupOf=${ids[2]}&sort=occured_time,ASC`);
    expect(left.content.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(left.groups).toBeUndefined();
  });

  it('leaves alarms without a department alone', async () => {
    await database.db.query(sql`
      insert into alarm (organization_id, organization_name, gateway, category, code, source, severity, description,
        since_time, occurred_time)
      select ${organizationId}, '한빛병원', 'GW' || i, 'METER', 'M001', 'GATEWAY', 'CRITICAL', '통신 없음', now(), now()
      from generate_series(1, 2) i`);
    expect((await grouped()).groups?.map(({ count }) => count)).toEqual([1, 1]);
  });

  it('groups a storm of 10,000 alarms and more, and counts as many as the plain list', async () => {
    await database.db.query(sql`
      insert into alarm (organization_id, organization_name, office_name, department_name, meter_name, gateway, category,
        code, source, severity, description, since_time, occurred_time)
      select ${organizationId}, '한빛병원', '본관', '병동 ' || i % 40, 'M' || i, i::text, 'METER', 'M001', 'SILENCE',
        'CRITICAL', '통신 없음', now(), now() from generate_series(1, 12000) i`);
    const storm = await grouped('state=PENDING');
    const plain = await ask<AlarmsAnswer>('/alarms?folded=Y&state=PENDING');
    expect(storm).toMatchObject({ alarms: plain.totalElements, totalElements: 40 });
    expect(storm.content).toHaveLength(12);
    expect(storm.alarms).toBe(10_000);
  });
});

it('earlier occurrences of an alarm are listed by it', async () => {
  const id = await anAlarm({ of: office });
  const earlier = await anAlarm({ of: office, code: 'M003', agoMin: 30 });
  await database.db.query(sql`update alarm set occurrence_of = ${id}, cleared_time = now() where id = ${earlier}`);
  const { content } = await ask<AlarmsAnswer>(`/alarms/history?occurrenceOf=${id}`);
  expect(content.map((each) => each.id)).toEqual([earlier]);
});

describe('the evidence of an alarm', () => {
  const evidence = (id: number) => ask<AlarmEvidence>(`/alarms/${id}/evidence`);

  it("has the organization's rule of its code and type, before the installation's", async () => {
    const { db } = database;
    const id = await anAlarm({ of: at(0), code: 'A001', sensor: 0, type: 'CO2' });
    await db.query(sql`update alarm set source = 'VALUE'`);
    expect((await evidence(id)).rule).toMatchObject({ applies_to: 'ALL', basis: 'VERY_BAD', limit: null });
    await db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, duration_min)
      values (${organizationId}, 'A001', 'CO2', 900, 5), (${organizationId}, 'A001', 'PM10', 80, 1)`);
    expect((await evidence(id)).rule).toMatchObject({ applies_to: 'CO2', basis: 'VALUE', limit: 900, duration_min: 5 });
    await db.query(sql`delete from alarm_rule where organization_id = ${organizationId}`);
  });

  it('has the connection of its local server, when that was heard and how many meters are behind it', async () => {
    const { db } = database;
    const { rows } = await db.query<{ id: number }>(sql`insert into local_server (organization_id, name, ip, port)
      values (${organizationId}, '기계실', '10.0.0.9', 1883) returning id`);
    const server = rows[0]?.id ?? 0;
    const down = new Date(NOW - 5 * MINUTE_MS);
    await db.query(sql`insert into local_server_status (local_server_id, organization_id, holder, state,
        down_since, heard_time)
      values (${server}, ${organizationId}, gen_random_uuid(), 'DISCONNECTED', ${down}, ${down})`);
    await db.query(sql`insert into meter_route (meter_id, organization_id, local_server_id)
      select unnest(${[at(0).id, at(1).id]}::integer[]), ${organizationId}, ${server}`);
    const ofMeter = await anAlarm({ of: at(0) });
    const ofServer = await anAlarm({ of: office });
    await db.query(sql`update alarm set meter_id = null, local_server_id = ${server} where id = ${ofServer}`);
    const local_server = { name: '기계실', connected: false, down_time: down.toISOString() };
    expect(await evidence(ofServer)).toMatchObject({ local_server, meters_behind: 2, heard_time: down.toISOString() });
    expect(await evidence(ofMeter)).toMatchObject({ local_server, meters_behind: 0, heard_time: null, rule: null });
  });

  it('of others does not exist', async () => {
    expect(await evidence(await anAlarm({ of: foreign }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
