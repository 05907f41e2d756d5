import { type Attention, MAX_ATTENTION } from '@airdeck/contract/monitoring/attention';
import type { CardList, Handling } from '@airdeck/contract/monitoring/schema';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlarmEventKind } from '../../../feed/entry.ts';
import {
  aDepartment,
  aMeter,
  anOffice,
  anOrganization,
  aPurifier,
  aUser,
  type TestOrganization,
} from '../../../testing/factory.ts';
import { storeFrame } from '../../../testing/frames.ts';
import { type MonitoringServer, openMonitoringServer } from '../../../testing/monitoring-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

// 12:39 in Seoul, on a Sunday.
const NOW = Date.parse('2026-03-22T12:39:00+09:00');
const [PM25, CO2] = [201, 401];
const LONG = { timeout: 60_000 };

let database: TestDatabase;
let server: MonitoringServer;
const id: Record<string, number> = {};
let school: TestOrganization;
let all: string;
let own: string;

const frame = (meterId: number | undefined, minutesAgo: number, channel: number, ticks: number) => ({
  meterId: meterId ?? 0,
  time: NOW - minutesAgo * MINUTE_MS,
  channels: [channel],
  ticks: [ticks],
});

const ask = async (token = own, language = 'ko', place = ''): Promise<Attention> => {
  const { status, body } = await server.get(`/monitoring/attention${place}`, token, language);
  expect(status).toBe(200);
  return body as Attention;
};

/** Raises an alarm of a device; `since` in minutes ago. */
const stands = async (
  alarm: { meter?: number | undefined; purifier?: number | undefined; gateway?: string; code: string; source: string },
  { since = 60, ...state }: { since?: number; ended?: boolean; shelved?: boolean; cause?: number } = {},
): Promise<number> => {
  const time = new Date(NOW - since * MINUTE_MS);
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into alarm (organization_id, meter_id, purifier_id, gateway, category, code, source, severity, description,
      description_en, since_time, occurred_time, ended_time, shelved_until, cause_id)
    values (${id.school}, ${alarm.meter ?? null}, ${alarm.purifier ?? null}, ${alarm.gateway ?? null}, 'METER', ${alarm.code},
      ${alarm.source}, 'MAJOR', '고장', 'Fault', ${time}, ${time}, ${state.ended ? new Date(NOW) : null},
      ${state.shelved ? new Date(NOW + DAY_MS) : null}, ${state.cause ?? null})
    returning id`);
  return Number(rows[0]?.id);
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  id.system = (await anOrganization(db, { code: '00000000', name: 'Airdeck' })).id;
  school = await anOrganization(db, { name: '한빛초등학교' });
  id.school = school.id;
  const hospital = await anOrganization(db, { name: '서울중앙병원' });
  const office = await anOffice(db, id.school, '본관');
  id.office = office;
  const department = await aDepartment(db, { organizationId: id.school, officeId: office, name: '급식실' });
  const sensors = ['PM2.5', 'CO2'] as const;
  const add = async (name: string) => (await aMeter(db, { department, name, sensors })).id;
  for (const name of ['kitchen', 'hall', 'room', 'silent', 'behind', 'shelved']) id[name] = await add(name);
  id.purifier = await aPurifier(db, id.room ?? 0, 1, '공기청정기');
  const ward = await aDepartment(db, { organizationId: hospital.id, name: '병동' });
  id.annex = await anOffice(db, id.school, '별관');
  id.ward = (await aMeter(db, { department: ward, name: '병동', sensors })).id;
  all = `${id.system}:SUPER_USER`;
  own = `${id.school}:LOCAL_USER`;

  // The kitchen is very bad since 12:02, but was not a week ago: its noon had 54 of 60 readings, of 8.5 on average.
  for (let minutes = 60; minutes > 0; minutes--) {
    await storeFrame(db, frame(id.kitchen, minutes, PM25, minutes > 37 ? 100 : 940));
  }
  const noon = (value: number) => [...new Array<null>(12).fill(null), value, ...new Array<null>(11).fill(null)];
  const day = '2026-03-15';
  const rolled = (meter: number | undefined, count: number, mean: number) => {
    const ticks = noon(mean * 10);
    return db.query(sql`insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
      values (${meter}, ${day}, ${PM25}, ${noon(count)}, ${noon(mean * 10 * count)}, ${ticks}, ${ticks})`);
  };
  await rolled(id.kitchen, 54, 8.5);
  await rolled(id.hall, 30, 8.5);
  await rolled(id.ward, 60, 8.5);

  server = await openMonitoringServer({ db, clock: { now: () => NOW } });
  const tell = (...values: Parameters<typeof frame>) => server.tell({ kind: 'frames', frames: [frame(...values)] });
  await tell(id.kitchen, 0, PM25, 940);
  await tell(id.hall, 0, PM25, 500);
  await tell(id.room, 0, CO2, 500);
  await tell(id.ward, 0, PM25, 9_000);
  for (const name of ['silent', 'behind', 'shelved']) await tell(id[name], 90, CO2, 500);
}, LONG.timeout);
afterAll(async () => {
  await server.close();
  await database.close();
});

describe('the attention list', () => {
  test('shows bad air: where, since when, and how it was a week ago at this hour', async () => {
    await expect
      .poll(async () => (await ask()).items[0], LONG)
      .toEqual({
        kind: 'AIR',
        key: `air ${id.kitchen}`,
        name: 'kitchen',
        above: ['한빛초등학교', '본관', '급식실'],
        organization_id: id.school,
        meter_id: id.kitchen,
        code: 'A004',
        handling: null,
        type: 'PM2.5',
        value: 94,
        grade: 'VERY_BAD',
        since: { time: new Date(NOW - 37 * MINUTE_MS).toISOString(), begins: 'CHANGE' },
        better_since: null,
        usual: { times: 11.1, day: '2026-03-15' },
      });
    const { items, counts, meters } = await ask();
    // Half an hour of readings is too little for a comparison.
    expect(items[1]).toMatchObject({ name: 'hall', grade: 'BAD', usual: null });
    expect(counts).toEqual({ VERY_BAD: 1, BAD: 1, BETTER: 0, SILENT: 3, FORECAST: 0, PURIFIER: 0, FILTER: 0 });
    expect(meters).toMatchObject({ total: 6, online: 3 });
  });

  test('hides other organizations, except from viewers of all', async () => {
    expect((await ask()).items.map(({ name }) => name)).not.toContain('병동');
    const { items, counts } = await ask(all);
    expect(items[0]).toMatchObject({ name: '병동', grade: 'VERY_BAD' });
    expect(counts.VERY_BAD).toBe(2);
  });

  test('shows a silent gateway once, a silent meter and a purifier in trouble, but no ended or shelved alarm and no symptom', async () => {
    const { db } = database;
    await db.query(sql`insert into meter_route (meter_id, organization_id, gateway)
      values (${id.behind}, ${id.school}, 'GW-1')`);
    const gateway = await stands({ gateway: 'GW-1', code: 'M001', source: 'GATEWAY' });
    await stands({ meter: id.behind, code: 'M001', source: 'SILENCE' }, { cause: gateway });
    await stands({ meter: id.silent, code: 'M001', source: 'SILENCE' }, { since: 95 });
    await stands({ meter: id.kitchen, code: 'M001', source: 'SILENCE' }, { ended: true });
    await stands({ meter: id.shelved, code: 'M001', source: 'SILENCE' }, { shelved: true });
    await stands({ meter: id.room, purifier: id.purifier, code: 'P016', source: 'PURIFIER' });
    await stands({ meter: id.room, purifier: id.purifier, code: 'P002', source: 'DEVICE' }, { since: 30 });
    const { items, counts, total } = await ask(own, 'en');
    expect(items.map(({ kind, name }) => [kind, name])).toEqual([
      ['AIR', 'kitchen'],
      ['SILENT', 'GW-1'],
      ['AIR', 'hall'],
      ['SILENT', 'silent'],
      ['PURIFIER', '공기청정기'],
    ]);
    expect(items[1]).toMatchObject({
      what: 'GATEWAY',
      above: ['한빛초등학교'],
      meter_id: null,
      alarm_id: gateway,
      below: 1,
    });
    expect(items[4]).toMatchObject({ description: 'Fault', meter_id: id.room });
    expect(items[3]).toMatchObject({
      what: 'METER',
      alarm_id: null,
      meter_id: id.silent,
      since: new Date(NOW - 90 * MINUTE_MS).toISOString(),
    });
    // As many as on the cards: the one that is shelved and the one behind the gateway too.
    expect(counts).toMatchObject({ SILENT: 3, PURIFIER: 1 });
    expect(total).toBe(5);
    await db.query(sql`delete from alarm`);
  });

  test('shows at most fifty items, and the total', async () => {
    for (let i = 0; i < MAX_ATTENTION + 5; i++) await stands({ gateway: `GW-${i}`, code: 'M001', source: 'GATEWAY' });
    const { items, total } = await ask();
    expect(items).toHaveLength(MAX_ATTENTION);
    expect(items[0]).toMatchObject({ name: 'kitchen' });
    // Bad air of two meters, and two silent ones that are not behind a gateway.
    expect(total).toBe(MAX_ATTENTION + 5 + 2 + 2);
    await database.db.query(sql`delete from alarm`);
  });
});

test('shows only what concerns a place, and how much there is elsewhere', async () => {
  const at = (kind: string, place: number | undefined) => ask(all, 'ko', `?kind=${kind}&id=${place}`);
  const everything = await ask(all);
  expect(everything.elsewhere).toEqual({ air: 0, other: 0 });
  const gateway = await stands({ gateway: 'GW-1', code: 'M001', source: 'GATEWAY' });
  const office = await at('office', id.office);
  expect(office.items.map(({ name }) => name)).toEqual(['kitchen', 'GW-1', 'hall', 'silent', 'shelved']);
  expect(office).toMatchObject({
    counts: { VERY_BAD: 1, BAD: 1, SILENT: 3 },
    meters: { total: 6, online: 3 },
    total: 5,
    elsewhere: { air: 1, other: 0 },
  });
  const kitchen = await at('meter', id.kitchen);
  expect(kitchen.items.map(({ name }) => name)).toEqual(['kitchen']);
  expect(kitchen).toMatchObject({ total: 1, meters: { total: 1 }, elsewhere: { air: 2, other: 3 } });
  expect((await at('office', id.annex)).items).toEqual([]);
  await database.db.query(sql`delete from alarm where id = ${gateway}`);
  const { status, body } = await server.get(`/monitoring/attention?kind=meter&id=${id.ward}`, own);
  expect([status, (body as { code: string }).code]).toEqual([404, 'INVALID_VIEW']);
});

describe('who takes care of it', () => {
  const told = async (alarmId: number, event: AlarmEventKind) => {
    const alarm = { alarmId, organizationId: id.school ?? 0, meterId: null, event, time: NOW };
    await server.tell({ kind: 'alarm', alarm });
  };
  const acknowledge = (alarmId: number, user: number | null, login: string, minute: number) =>
    database.db.query(sql`update alarm set acknowledged_time = ${new Date(NOW - minute * MINUTE_MS)},
      acknowledged_by = ${user}, acknowledged_login = ${login} where id = ${alarmId}`);
  const of = async (name: string) => {
    const found = (await ask()).items.find((item) => item.name === name);
    return found && 'handling' in found ? [found.handling, found.code] : undefined;
  };

  test('is shown with bad air, silence and devices, on the cards too, until the alarm is over', async () => {
    const { db } = database;
    const user = await aUser(db, { organization: school, login: 'kim', name: '김민수' });
    const bad = await stands({ meter: id.kitchen, code: 'A001', source: 'VALUE' });
    await db.query(sql`update alarm set sensor_type = 'PM2.5' where id = ${bad}`);
    const gateway = await stands({ gateway: 'GW-1', code: 'M001', source: 'GATEWAY' });
    const symptom = await stands({ meter: id.behind, code: 'M001', source: 'SILENCE' }, { cause: gateway });
    await told(bad, 'RAISED');
    expect(await of('kitchen')).toEqual([null, 'A001']);

    await acknowledge(bad, user.id, 'kim', 4);
    await told(bad, 'ACKNOWLEDGED');
    const at = new Date(NOW - 4 * MINUTE_MS).toISOString();
    expect(await of('kitchen')).toEqual([{ alarms: 1, handled: 1, by: '김민수', at }, 'A001']);
    await told(symptom, 'RAISED');
    const cards = async (): Promise<(Handling | null)[]> => {
      const { body } = await server.get('/monitoring/cards/agency', own);
      return (body as CardList).cards.map(({ handling }) => handling);
    };
    expect(await cards()).toEqual([{ alarms: 2, handled: 1, by: '김민수', at }]);

    // A receiver of mails who is no user.
    await acknowledge(gateway, null, 'duty@example.com', 2);
    await told(gateway, 'ACKNOWLEDGED');
    expect((await of('GW-1'))?.[0]).toMatchObject({ alarms: 1, handled: 1, by: 'duty@example.com' });
    expect(await cards()).toMatchObject([{ alarms: 2, handled: 2, by: 'duty@example.com' }]);

    await db.query(sql`update alarm set ended_time = ${new Date(NOW)} where id = ${bad}`);
    await told(bad, 'ENDED');
    expect(await of('kitchen')).toEqual([null, 'A004']);
    expect(await cards()).toMatchObject([{ alarms: 1, handled: 1 }]);
    await db.query(sql`delete from alarm`);
    await told(symptom, 'CLEARED');
    await told(gateway, 'CLEARED');
    expect(await cards()).toEqual([null]);
  });
});

test('bad air is listed at once and until it has been better for five minutes', async () => {
  let now = NOW;
  const other = await openMonitoringServer({ db: database.db, clock: { now: () => now } });
  const air = async () => {
    const { body } = await other.get('/monitoring/attention', own);
    const { items, counts } = body as Attention;
    const room = items.find((item) => item.kind === 'AIR' && item.meter_id === id.room);
    return [room && 'grade' in room ? [room.grade, room.better_since] : null, counts.BETTER];
  };
  const measure = async (minutes: number, ticks: number) => {
    now = NOW + minutes * MINUTE_MS;
    await other.tell({ kind: 'frames', frames: [frame(id.room, -minutes, CO2, ticks)] });
  };
  const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString();
  await measure(0, 500);
  expect(await air()).toEqual([null, 0]);
  await measure(1, 1_200);
  expect(await air()).toEqual([['BAD', null], 0]);
  await measure(2, 700);
  expect(await air()).toEqual([['GOOD', at(2)], 1]);
  await measure(4, 1_200);
  expect(await air()).toEqual([['BAD', null], 0]);
  await measure(5, 700);
  await measure(7, 650);
  await measure(9.9, 650);
  expect(await air()).toEqual([['GOOD', at(5)], 1]);
  now = NOW + 10 * MINUTE_MS;
  expect(await air()).toEqual([null, 0]);
  await other.close();
});

test('lists a filter that ends this week, not one that lasts longer', async () => {
  const { db } = database;
  let now = NOW;
  const other = await openMonitoringServer({ db, clock: { now: () => now } });
  const report = (time: number, useH: number[]) =>
    db.query(sql`insert into purifier_state (purifier_id, time, last_time, state) values (${id.purifier}, ${new Date(time)},
      ${new Date(time)}, ${JSON.stringify({ power: 'ON', control: 'AUTO', run: 'WORK', filter_period_h: 1_000, filter_use_h: useH })})`);
  // 10 h a day: the first ends in five days, the second in fifty, the third has ended.
  await report(NOW - 14 * DAY_MS, [810, 360, 1_100]);
  await report(NOW - HOUR_MS, [950, 500, 1_240]);
  const filters = async () => {
    const { body } = await other.get('/monitoring/attention', own);
    return (body as Attention).items.filter((item) => item.kind === 'FILTER').map((item) => item.number);
  };
  expect(await filters()).toEqual([3, 1]);
  await db.query(sql`delete from purifier_state`);
  now += HOUR_MS;
  expect(await filters()).toEqual([]);
  await other.close();
});
