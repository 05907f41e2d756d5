import { meterColumns, type SeriesAnswer, seriesAnswer, weekAnswer } from '@airdeck/contract/history/schema';
import { channelOf } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDepartment, aMeter, anOrganization, type TestDepartment, type TestMeter } from '../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const BEGIN = Date.parse('2026-03-01T03:00Z');
const AT = (minutes: number) => new Date(BEGIN + minutes * MINUTE_MS).toISOString();
const PERIOD = 'startTime=2026-03-01&endTime=2026-03-01';

let database: TestDatabase;
let server: HistoryServer;
let token: string;
let department: TestDepartment;
let worked: TestMeter;
let other: TestMeter;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: 'UTC' });
  department = await aDepartment(db, { organizationId: organization.id });
  worked = await aMeter(db, { department, sensors: ['CO2'] });
  other = await aMeter(db, {
    department: await aDepartment(db, { organizationId: organization.id }),
    sensors: ['CO2'],
  });
  // From 03:10 to 03:20, of the department.
  await db.query(sql`insert into maintenance_window (organization_id, department_id, begin_time, end_time, reason)
    values (${organization.id}, ${department.id}, ${AT(10)}, ${AT(20)}, '배관 공사')`);
  // Those of the last day of February overlap, or begin the day before.
  await db.query(sql`insert into maintenance_window (organization_id, department_id, meter_id, begin_time, end_time, reason)
    values (${organization.id}, null, ${worked.id}, '2026-02-28T00:30Z', '2026-02-28T02:00Z', '교체'),
      (${organization.id}, ${department.id}, null, '2026-02-27T22:00Z', '2026-02-28T01:00Z', '청소'),
      (${organization.id}, null, null, '2026-02-28T05:00Z', '2026-02-28T06:00Z', '정전')`);
  server = await openHistoryServer({ db, clock: { now: () => Date.parse('2026-03-02T00:00Z') } });
  const frames = [worked, other].flatMap(({ id: meterId }) =>
    [0, 5, 10, 15, 20, 70].map((minute) => ({
      ...{ meterId, time: BEGIN + minute * MINUTE_MS },
      ...{ channels: [channelOf('CO2', 1)], ticks: [500 + minute] },
    })),
  );
  await server.store(frames);
  await server.rollUp();
  token = `${organization.id}:LOCAL_USER`;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

interface Row {
  time?: string;
  start?: string;
  meter_id?: number;
  place_id?: number;
  maintenance?: true;
}
const marked = async (list: string, query = '') => {
  const { status, body } = await server.get(`/history/${list}?${PERIOD}${query}&size=1000`, token);
  expect([status, body.code]).toEqual([200, undefined]);
  return (body.content as Row[])
    .filter(({ maintenance }) => maintenance)
    .map(({ time, start, meter_id, place_id }) => `${meter_id ?? place_id} ${time ?? start}`)
    .toSorted();
};

it.each(['meter', 'sensor'])('marks readings of %ss at times within the window, its end excluded', async (list) => {
  expect(await marked(`${list}-readings`)).toEqual([`${worked.id} ${AT(10)}`, `${worked.id} ${AT(15)}`]);
});

it.each(['meter', 'sensor'])('marks averages of %ss whose bucket the window touches', async (list) => {
  expect(await marked(`${list}-averages`, '&unit=hour')).toEqual([`${worked.id} ${AT(0)}`]);
  expect(await marked(`${list}-averages`, '&unit=day')).toEqual([`${worked.id} 2026-03-01T00:00:00.000Z`]);
});

it('marks averages of the places above', async () => {
  expect(await marked('place-averages', '&unit=hour&level=department')).toEqual([`${department.id} ${AT(0)}`]);
  expect(await marked('place-averages', '&unit=hour&level=organization')).toHaveLength(1);
});

it('marks the rows of a file', async () => {
  const { body } = await server.http.inject({
    url: `/api/v1/history/meter-readings/export?${PERIOD}&format=csv`,
    headers: { authorization: `Bearer ${token}` },
  });
  const lines = body.trim().split('\r\n');
  expect(lines[0]).toMatch(/,점검$/);
  expect(lines.filter((line) => line.endsWith(',점검')).length - 1).toBe(2);
});

const answerOf = async (path: string) => {
  const { status, body } = await server.get(`/history/${path}&${PERIOD}`, token);
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
};
const WINDOW = { start: AT(10), end: AT(20) };

describe('a graph', () => {
  it('carries the windows of its meters, and marks the summaries of their lines', async () => {
    const body: SeriesAnswer = await answerOf(
      `meter-series?measure=CO2&step=each&meterId=${worked.id}&meterId=${other.id}&weeksAgo=1`,
    );
    expect(seriesAnswer.parse(body).maintenance).toEqual([WINDOW]);
    expect(body.series.map(({ id, weeks_ago, summary }) => [id, weeks_ago, summary?.maintenance])).toEqual([
      [worked.id, 0, true],
      [worked.id, 1, undefined],
      [other.id, 0, undefined],
      [other.id, 1, undefined],
    ]);
  });

  it('joins windows that overlap, and clips them to the period', async () => {
    const days = 'startTime=2026-02-28&endTime=2026-02-28';
    const { body } = await server.get(
      `/history/meter-series?measure=CO2&step=hour&meterId=${worked.id}&${days}`,
      token,
    );
    expect(body.maintenance).toEqual([
      { start: '2026-02-28T00:00:00.000Z', end: '2026-02-28T02:00:00.000Z' },
      { start: '2026-02-28T05:00:00.000Z', end: '2026-02-28T06:00:00.000Z' },
    ]);
  });

  it('carries those of the meters of a place and of the meter of a sensor, and of no others', async () => {
    const place = (id: number) => answerOf(`place-series?measure=CO2&step=hour&level=department&placeId=${id}`);
    expect((await place(department.id)).maintenance).toEqual([WINDOW]);
    expect((await place(other.department.id)).maintenance).toEqual([]);
    const sensor = await answerOf(`sensor-series?step=day&sensorId=${worked.sensorIds[0]}`);
    expect(sensor.maintenance).toEqual([WINDOW]);
    expect(sensor.series[0].summary.maintenance).toBe(true);
  });
});

it('marks the hours of a week', async () => {
  const placesOf = async ({ id }: TestMeter) => {
    const { maintenance } = weekAnswer.parse(await answerOf(`meter-week?measure=CO2&meterId=${id}`));
    return maintenance.flatMap((isMarked, place) => (isMarked ? [place] : []));
  };
  // 1 March 2026 is a Sunday.
  expect(await placesOf(worked)).toEqual([6 * 24 + 3]);
  expect(await placesOf(other)).toEqual([]);
});

it('marks the summary of a period', async () => {
  const markOf = async ({ id }: TestMeter) => (await answerOf(`averages-summary?meterId=${id}`)).maintenance;
  expect([await markOf(worked), await markOf(other)]).toEqual([true, undefined]);
  const place = await answerOf(`averages-summary?level=department&departmentId=${department.id}`);
  expect(place.maintenance).toBe(true);
});

it('marks the buckets of columns', async () => {
  const body = await answerOf('meter-columns?unit=hour');
  const { meters } = meterColumns.parse(body);
  const hours = meters.map(({ meter_id, maintenance }) => [
    meter_id,
    maintenance?.flatMap((isMarked, hour) => (isMarked ? [hour] : [])),
  ]);
  expect(hours).toEqual([
    [worked.id, [3]],
    [other.id, undefined],
  ]);
});
