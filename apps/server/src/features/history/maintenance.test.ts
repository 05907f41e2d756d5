import { channelOf } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
