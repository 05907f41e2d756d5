import type { CardList, SensorCourse, SensorList, TreeNode } from '@airdeck/contract/monitoring/schema';
import type { PurifierState, PurifierView } from '@airdeck/contract/purifier/schema';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDepartment, aMeter, anOffice, anOrganization, aPurifier } from '../../testing/factory.ts';
import { storeFrame } from '../../testing/frames.ts';
import { type MonitoringServer, openMonitoringServer } from '../../testing/monitoring-server.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

// 14:32 in Seoul.
const NOW = Date.parse('2026-03-25T14:32:00+09:00');
const [PM10, CO2, TEMPERATURE] = [channelOf('PM10', 1), channelOf('CO2', 1), channelOf('TEMPERATURE', 1)];

const STATE: PurifierState = {
  power: 'ON',
  control: 'AUTO',
  run: 'WORK',
  source: null,
  fan_speed: 'WEAK',
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
};

const PAST_WINDOW = { start: '2026-03-25T00:00:00.000Z', end: '2026-03-25T00:30:00.000Z' };

let database: TestDatabase;
let server: MonitoringServer;
/** Ids by the names used in this file. */
const id: Record<string, number> = {};
let sensorIds: number[];
let all: string;
let own: string;

const tell = (meterId: number | undefined, time: number, readings: Record<number, number>) =>
  server.tell({
    kind: 'frames',
    frames: [
      {
        meterId: meterId ?? 0,
        time,
        channels: Object.keys(readings).map(Number),
        ticks: Object.values(readings),
      },
    ],
  });

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  id.system = (await anOrganization(db, { code: '00000000', name: 'Airdeck' })).id;
  id.school = (await anOrganization(db, { name: '한빛초등학교' })).id;
  id.hospital = (await anOrganization(db, { name: '서울중앙병원' })).id;
  const closed = await anOrganization(db, { name: '닫힌 기관', use: 'N' });
  await aMeter(db, { department: await aDepartment(db, { organizationId: closed.id }) });
  await db.query(sql`update organization set name_en = 'Hanbit School' where id = ${id.school}`);
  id.main = await anOffice(db, id.school, '본관');
  id.gym = await anOffice(db, id.school, '체육관');
  const third = await aDepartment(db, { organizationId: id.school, officeId: id.main, name: '3학년' });
  id.third = third.id;
  const sensors = ['PM10', 'CO2', 'TEMPERATURE'] as const;
  const meter = await aMeter(db, { department: third, name: '3학년 2반', sensors });
  sensorIds = meter.sensorIds;
  id.room2 = meter.id;
  id.room10 = (await aMeter(db, { department: third, name: '3학년 10반', sensors })).id;
  id.room1 = (await aMeter(db, { department: third, name: '3학년 1반', sensors })).id;
  id.unused = (await aMeter(db, { department: third, name: '창고', sensors, use: 'N' })).id;
  const ward = await aDepartment(db, { organizationId: id.hospital, name: '병동' });
  id.ward = ward.id;
  id.wardMeter = (await aMeter(db, { department: ward, name: '병동', sensors })).id;
  id.purifier = await aPurifier(db, id.room2, 1, '공기청정기');
  // Over at 09:30 in Seoul.
  await db.query(sql`insert into maintenance_window (organization_id, meter_id, begin_time, end_time, reason)
    values (${id.school}, ${id.room10}, ${PAST_WINDOW.start}, ${PAST_WINDOW.end}, '센서 교체')`);
  all = `${id.system}:SUPER_USER`;
  own = `${id.school}:LOCAL_USER`;
  server = await openMonitoringServer({ db, clock: { now: () => NOW } });
  await tell(id.room2, NOW - MINUTE_MS, { [PM10]: 410, [CO2]: 1624, [TEMPERATURE]: 2510 });
  await tell(id.room1, NOW - MINUTE_MS, { [CO2]: 600 });
  await tell(id.unused, NOW - MINUTE_MS, { [CO2]: 5000 });
  await tell(id.wardMeter, NOW - MINUTE_MS, { [CO2]: 1500 });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const cards = async (path: string, token = all, language?: string): Promise<CardList> => {
  const { status, body } = await server.get(`/monitoring/cards/${path}`, token, language);
  expect(status).toBe(200);
  return body as CardList;
};

describe('cards', () => {
  test('list organizations worst first, with index, worst meter, counts and path', async () => {
    const list = await cards('agency');
    expect(list.cards.map((card) => card.name)).toEqual(['한빛초등학교', '서울중앙병원']);
    const [school] = list.cards;
    expect(school).toMatchObject({
      id: id.school,
      index: 141.9,
      grade: 'BAD',
      worst: { meter_id: id.room2, meter_name: '3학년 2반', type: 'CO2', value: 1624, grade: 'VERY_BAD' },
      meters: { total: 3, online: 2, stale: 0, VERY_GOOD: 1, VERY_BAD: 1 },
      last_time: new Date(NOW - MINUTE_MS).toISOString(),
      above: [],
      first_child: '본관',
      children: 2,
    });
    expect(school?.trend.at(-1)).toBe(141.9);
    expect(school?.weeks.map((week) => week.weeks_ago)).toEqual([0, 1, 2, 3]);
    expect(list).toMatchObject({ view: 'agency', path: [], meters: { total: 4, online: 3, VERY_BAD: 1, BAD: 1 } });
  });

  test('list each level, with the names of the levels above', async () => {
    const offices = await cards(`grade?id=${id.school}`);
    expect(offices.path).toEqual([{ kind: 'organization', id: id.school, name: '한빛초등학교' }]);
    expect(offices.cards.map((card) => [card.name, card.grade])).toEqual([
      ['본관', 'BAD'],
      ['체육관', null],
    ]);
    const departments = await cards(`half?id=${id.main}`);
    expect(departments.cards.map((card) => [card.id, card.above])).toEqual([[id.third, ['한빛초등학교', '본관']]]);
    expect(departments.path.map(({ kind }) => kind)).toEqual(['organization', 'office']);
    const meters = await cards(`meter?id=${id.third}`);
    expect(meters.path.map(({ name }) => name)).toEqual(['한빛초등학교', '본관', '3학년']);
    expect(meters.cards.map((card) => [card.name, card.index, card.children])).toEqual([
      ['3학년 2반', 258.9, 3],
      ['3학년 1반', 25, 3],
      ['3학년 10반', null, 3],
    ]);
    expect((await cards('meter')).cards).toHaveLength(4);
  });

  test('are named in the language of the page', async () => {
    expect((await cards('agency', all, 'en-GB,en;q=0.9')).cards[0]?.name).toBe('Hanbit School');
    expect((await cards('agency', all, 'ko')).cards[0]?.name).toBe('한빛초등학교');
  });

  test("show only the viewer's organization without a wider scope", async () => {
    expect((await cards('agency', own)).cards.map((card) => card.id)).toEqual([id.school]);
    expect((await cards('half', own)).cards.map((card) => card.id)).toEqual([id.third]);
  });

  test.each([
    ['a missing organization', () => `/monitoring/cards/grade?id=999999`],
    ["another's organization", () => `/monitoring/cards/grade?id=${id.hospital}`],
    ["another's department", () => `/monitoring/cards/meter?id=${id.ward}`],
    ["another's meter", () => `/monitoring/sensors?id=${id.wardMeter}`],
    ['a meter that is not in use', () => `/monitoring/sensors?id=${id.unused}`],
    ['purifiers of a missing meter', () => `/monitoring/purifiers?id=999999`],
    ['a missing sensor', () => `/monitoring/sensors/999999/course`],
    ['no view', () => `/monitoring/cards/room`],
    ['a malformed sensor', () => `/monitoring/sensors/abc/course`],
  ])('%s is not there', async (_, path) => {
    expect(await server.get(path(), own)).toMatchObject({ status: 404, body: { code: 'INVALID_VIEW' } });
  });
});

describe('sensors', () => {
  const sensors = async (path: string, token = own): Promise<SensorList> =>
    (await server.get(`/monitoring${path}`, token)).body;

  test("of a meter have value, rating, bounds, and today's course and range", async () => {
    const { db } = database;
    const meterId = id.room2 ?? 0;
    const at = (time: number, co2: number) => storeFrame(db, { meterId, time, channels: [CO2], ticks: [co2] });
    await at(Date.parse('2026-03-24T23:59:59+09:00'), 4000);
    await at(Date.parse('2026-03-25T00:00:00+09:00'), 500);
    await at(Date.parse('2026-03-25T00:09:59+09:00'), 700);
    await at(NOW - MINUTE_MS, 1624);
    const list = await sensors(`/sensors?id=${meterId}`);
    expect(list.path.map(({ name }) => name)).toEqual(['한빛초등학교', '본관', '3학년', '3학년 2반']);
    const [meter] = list.meters;
    expect(meter).toMatchObject({
      id: meterId,
      index: 258.9,
      grade: 'VERY_BAD',
      stale: false,
      time_zone: 'Asia/Seoul',
      path: list.path,
    });
    const [pm10, co2, temperature] = meter?.sensors ?? [];
    expect(pm10).toMatchObject({ type: 'PM10', value: 41, rating: 'NORMAL', today_min: null });
    expect(co2).toMatchObject({
      id: sensorIds[1],
      value: 1624,
      rating: 'VERY_BAD',
      bounds: [600, 800, 1000, 1500],
      today_min: 500,
      today_max: 1624,
    });
    // 00:00 to 14:30; the last ten minutes are still open.
    expect(co2?.course).toHaveLength(88);
    expect([co2?.course[0], co2?.course[1], co2?.course[87]]).toEqual([600, null, 1624]);
    expect(temperature).toMatchObject({ value: 25.1, rating: 'NICE', bounds: [18, 20, 26, 28] });
  });

  test('of all meters come worst first, with the ranges of the history and no courses', async () => {
    const nulls = new Array(24).fill(null);
    await database.db.query(sql`insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
      values (${id.room1}, '2026-03-25', ${CO2}, ${nulls.with(3, 2)}, ${nulls.with(3, 900)}, ${nulls.with(3, 400)},
        ${nulls.with(3, 500)})`);
    await database.db.query(sql`insert into dirty_day (meter_id, day) values (${id.room1}, '2026-03-25')`);
    const list = await sensors('/sensors');
    expect(list.path).toEqual([]);
    expect(list.meters.map((meter) => meter.id)).toEqual([id.room2, id.room1, id.room10]);
    const co2 = list.meters[1]?.sensors.find((sensor) => sensor.type === 'CO2');
    expect(co2).toMatchObject({ value: 600, today_min: 400, today_max: 500, course: [] });
    expect(list.meters[2]).toMatchObject({ stale: true, last_time: null, index: null });
  });

  test("one sensor has the minutes of today and of a week ago on today's axis", async () => {
    const { db } = database;
    const meterId = id.room10 ?? 0;
    const noon = Date.parse('2026-03-25T12:00:00+09:00');
    const at = (time: number, co2: number) => storeFrame(db, { meterId, time, channels: [CO2], ticks: [co2] });
    await at(noon, 800);
    await at(noon + 30_000, 901);
    await at(noon + MINUTE_MS, 1000);
    await at(noon - 7 * DAY_MS, 650);
    await at(noon - 6 * DAY_MS, 9999);
    const { body } = await server.get(`/monitoring/sensors?id=${meterId}`, own);
    const co2 = (body as SensorList).meters[0]?.sensors.find((sensor) => sensor.type === 'CO2');
    const course = (await server.get(`/monitoring/sensors/${co2?.id}/course`, own)).body as SensorCourse;
    expect(course).toEqual({
      type: 'CO2',
      sequence: 1,
      day_start: '2026-03-24T15:00:00.000Z',
      day_end: '2026-03-25T15:00:00.000Z',
      today: { times: [noon / 1000, noon / 1000 + 60], values: [851, 1000] },
      week_ago: { times: [noon / 1000], values: [650] },
      forecast: null,
      maintenance: [PAST_WINDOW],
    });
  });

  test('the average of a day with a maintenance window is marked, of its meter and of the places above', async () => {
    const marked = async (path: string) => {
      const { cards } = (await server.get(`/monitoring/cards/${path}`, own)).body as CardList;
      return cards
        .filter(({ weeks }) => weeks.some(({ maintenance }) => maintenance))
        .map((card) => [card.id, card.weeks.map(({ maintenance }) => maintenance === true)]);
    };
    const today = [true, false, false, false];
    expect(await marked(`meter?id=${id.third}`)).toEqual([[id.room10, today]]);
    expect(await marked(`half?id=${id.main}`)).toEqual([[id.third, today]]);
  });
});

test('purifiers show their last report, and late reports change nothing', async () => {
  const purifiers = async (token = own) =>
    (await server.get('/monitoring/purifiers', token)).body.purifiers as PurifierView[];
  expect(await purifiers()).toMatchObject([
    { id: id.purifier, name: '공기청정기', meter_name: '3학년 2반', office_name: '본관', state: null, stale: true },
  ]);
  const report = { purifierId: id.purifier ?? 0, meterId: id.room2 ?? 0 };
  await server.tell(
    { kind: 'purifier', report: { ...report, time: NOW - MINUTE_MS, state: STATE } },
    { kind: 'purifier', report: { ...report, time: NOW - 5 * MINUTE_MS, state: { ...STATE, power: 'OFF' } } },
  );
  expect(await purifiers()).toMatchObject([
    { state: { power: 'ON', fan_speed: 'WEAK' }, work_mode: 'AUTO', stale: false },
  ]);
  expect(await purifiers(`${id.hospital}:LOCAL_ADMIN`)).toEqual([]);
});

test('reports of purifiers survive a restart', async () => {
  const { db } = database;
  const meter = await aMeter(db, { department: await aDepartment(db, { organizationId: id.hospital ?? 0 }) });
  const purifierId = await aPurifier(db, meter.id);
  for (const [minutes, power] of [
    [30, 'ON'],
    [20, 'OFF'],
  ] as const) {
    const time = new Date(NOW - minutes * MINUTE_MS);
    const state = JSON.stringify({ ...STATE, power });
    await db.query(sql`insert into purifier_state (purifier_id, time, last_time, state)
      values (${purifierId}, ${time}, ${new Date(NOW - (minutes - 19) * MINUTE_MS)}, ${state})`);
  }
  const later = await openMonitoringServer({ db, clock: { now: () => NOW } });
  const { body } = await later.get(`/monitoring/purifiers?id=${meter.id}`, all);
  await later.close();
  expect(body.purifiers).toMatchObject([
    { id: purifierId, work_mode: 'OFF', collected_time: new Date(NOW - MINUTE_MS).toISOString(), stale: false },
  ]);
});

test('the tree lists every place after its parent, by name, with its meters and the grade of the worst', async () => {
  const { body } = await server.get('/monitoring/tree', own);
  expect((body.nodes as TreeNode[]).map(({ kind, name, meters, grade }) => [kind, name, meters, grade])).toEqual([
    ['organization', '한빛초등학교', 3, 'VERY_BAD'],
    ['office', '본관', 3, 'VERY_BAD'],
    ['department', '3학년', 3, 'VERY_BAD'],
    ['meter', '3학년 1반', 1, 'VERY_GOOD'],
    ['meter', '3학년 2반', 1, 'VERY_BAD'],
    ['meter', '3학년 10반', 1, null],
    ['office', '체육관', 0, null],
  ]);
});
