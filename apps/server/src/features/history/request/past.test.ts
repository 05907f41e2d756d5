import type {
  Choices,
  MeterAverage,
  MeterReading,
  PurifierMinutes,
  SensorReading,
} from '@airdeck/contract/history/schema';
import { API_BASE } from '@airdeck/contract/route';
import { channelOf } from '@airdeck/domain/channel';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDepartment, aMeter, anOffice, anOrganization, aPurifier } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-04-06T06:10:00Z');
const CO2 = channelOf('CO2', 1);
const period = 'startTime=2026-04-04&endTime=2026-04-06';
const MEASURED = Date.parse('2026-04-05T05:00:00Z');

let database: TestDatabase;
let server: HistoryServer;
const id: Record<string, number> = {};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const school = (await anOrganization(db, { name: '가람초등학교' })).id;
  const other = (await anOrganization(db)).id;
  const officeId = await anOffice(db, school, '본관');
  const department = await aDepartment(db, { organizationId: school, officeId, name: '1층' });
  const annex = await aDepartment(db, { organizationId: school, name: '별관' });
  const registered = '2026-01-01T00:00:00Z';
  const given = { sensors: ['CO2', 'TEMPERATURE'] as const, registered };
  const room = await aMeter(db, { ...given, department, name: '나' });
  const unused = await aMeter(db, { ...given, department, name: '다', use: 'N' });
  const deleted = await aMeter(db, { ...given, department, name: '가', code: 'OLD-1' });
  const inAnnex = await aMeter(db, { ...given, department: annex, name: '창고' });
  const long = await aMeter(db, { ...given, department, name: '오래전' });
  const purifier = await aPurifier(db, deleted.id);
  Object.assign(id, { school, other, office: officeId, department: department.id, annex: annex.id });
  Object.assign(id, { room: room.id, unused: unused.id, deleted: deleted.id, inAnnex: inAnnex.id, long: long.id });
  Object.assign(id, { deletedCo2: deleted.sensorIds[0], roomCo2: room.sensorIds[0], purifier });
  Object.assign(id, { roomTemperature: room.sensorIds[1], unusedCo2: unused.sensorIds[0] });
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  await server.store(
    [room, unused, deleted, inAnnex].map((meter) => ({
      ...{ meterId: meter.id, time: MEASURED, channels: [CO2, channelOf('TEMPERATURE', 1)], ticks: [600, 2100] },
    })),
  );
  await db.query(sql`delete from meter where id = any(${[deleted.id, long.id]}::integer[])`);
  await db.query(sql`delete from department where id = ${annex.id}`);
  await db.query(sql`update sensor set use = 'N' where id = ${room.sensorIds[1]}`);
  await db.query(sql`update deleted_row set deleted_time = '2026-04-06T00:00:00Z' where meter_id = ${deleted.id}`);
  await db.query(sql`update deleted_row set deleted_time = '2026-02-06T00:00:00Z' where meter_id = ${long.id}`);
  await db.query(sql`update deleted_row set deleted_time = '2026-04-06T01:00:00Z'
    where meter_id = ${inAnnex.id} or row_id = ${annex.id}`);
  await db.query(
    sql`update meter_period set from_time = '2026-01-01T00:00:00Z', use = 'Y' where meter_id = ${unused.id}`,
  );
  await db.query(sql`insert into meter_period (meter_id, from_time, interval_s, use)
    values (${unused.id}, '2026-04-05T12:00:00Z', 60, 'N')`);
  await server.registry.reload();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const own = () => `${id.school}:LOCAL_USER`;
const foreign = () => `${id.other}:LOCAL_ADMIN`;
const named = (query: string) => query.replaceAll(/:(\w+)/g, (_, name: string) => String(id[name]));
const rows = async <Row>(path: string, token = own()): Promise<Row[]> => {
  const { status, body } = await server.get(`/history/${named(path)}`, token);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.content;
};

describe('history of a deleted meter and of one out of use', () => {
  test('a query by id answers its readings and marks them', async () => {
    const read = (name: string) => rows<MeterReading>(`meter-readings?${period}&meterId=:${name}`);
    expect(await read('deleted')).toMatchObject([
      { meter_name: '가', office_name: '본관', department_name: '1층', past_state: 'DELETED', values: { CO2: 600 } },
    ]);
    expect(await read('unused')).toMatchObject([{ meter_name: '다', past_state: 'UNUSED', values: { CO2: 600 } }]);
    const [room] = await read('room');
    expect(room).not.toHaveProperty('past_state');
  });

  test('a query of the organization includes them', async () => {
    const averages = await rows<MeterAverage>(`meter-averages?${period}&unit=day&sort=meter_name,ASC`);
    expect(averages.map(({ meter_id }) => meter_id).sort()).toEqual(
      [id.room, id.unused, id.deleted, id.inAnnex].sort(),
    );
  });

  test('a meter of a deleted department keeps its places', async () => {
    const [row] = await rows<MeterReading>(`meter-readings?${period}&departmentId=:annex`);
    expect(row).toMatchObject({ meter_id: id.inAnnex, department_name: '별관', past_state: 'DELETED' });
  });

  test.each([
    `meter-series?${period}&measure=CO2&meterId=:deleted`,
    `meter-series?${period}&measure=INDEX&meterId=:unused&step=hour`,
    `sensor-series?${period}&sensorId=:deletedCo2`,
    `place-series?${period}&level=department&placeId=:annex&measure=CO2&step=day`,
    `meter-week?${period}&measure=CO2&meterId=:deleted`,
    `sensor-week?${period}&sensorId=:deletedCo2`,
    `meter-columns?${period}&unit=day&meterId=:deleted`,
    `averages-summary?${period}&meterId=:unused`,
  ])('its own organization reads it and another one does not: %s', async (path) => {
    expect((await server.get(`/history/${named(path)}`, own())).status).toBe(200);
    expect(await server.get(`/history/${named(path)}`, foreign())).toMatchObject({ status: 404 });
  });

  test.each([
    [`meter-readings/export?${period}&meterId=:deleted`, '가 (삭제됨)'],
    [`meter-averages/export?${period}&unit=day&meterId=:unused`, '다 (사용 안 함)'],
    [`sensor-readings/export?${period}&sensorId=:deletedCo2`, '(삭제됨)'],
    [`purifier-minutes/export?${period}&unit=day&purifierId=:purifier`, '(삭제됨)'],
  ])('its file marks it: %s', async (path, mark) => {
    const ask = (token: string) =>
      server.http.inject({
        method: 'GET',
        url: `${API_BASE}/history/${named(path)}&format=csv&name=f&sheet=s`,
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'ko' },
      });
    const { statusCode, body } = await ask(own());
    expect([statusCode, body]).toEqual([200, expect.stringContaining(mark)]);
    expect((await ask(foreign())).statusCode).toBe(404);
  });

  test('nothing is expected of it after its deletion', async () => {
    const { body } = await server.get(`/history/${named(`averages-summary?${period}&meterId=:deleted`)}`, own());
    const hours = await rows<MeterAverage>(`meter-averages?${period}&unit=day&meterId=:deleted`);
    expect([body.meters_in_use, hours.length]).toEqual([1, 1]);
    const later = await server.get(
      `/history/${named('averages-summary?startTime=2026-04-06&endTime=2026-04-06&meterId=:long')}`,
      own(),
    );
    expect(later.body.meters_in_use).toBe(0);
  });
});

describe('sensors and purifiers', () => {
  test('those of a deleted meter are readable and marked', async () => {
    const readings = await rows<SensorReading>(`sensor-readings?${period}&sensorId=:deletedCo2`);
    expect(readings).toMatchObject([{ sensor_id: id.deletedCo2, past_state: 'DELETED', value: 600 }]);
    const minutes = await rows<PurifierMinutes>(`purifier-minutes?${period}&unit=day&purifierId=:purifier`);
    // Its last day is that of its deletion at 09:00 local time.
    expect(minutes.map(({ past_state, start }) => [past_state, start])).toEqual([
      ['DELETED', '2026-04-05T15:00:00.000Z'],
      ['DELETED', '2026-04-04T15:00:00.000Z'],
      ['DELETED', '2026-04-03T15:00:00.000Z'],
    ]);
  });

  test('a sensor out of use is readable by its id and is not part of its meter', async () => {
    const readings = await rows<SensorReading>(`sensor-readings?${period}&sensorId=:roomTemperature`);
    expect(readings).toMatchObject([{ sensor_id: id.roomTemperature, past_state: 'UNUSED', value: 21 }]);
    const [meter] = await rows<MeterReading>(`meter-readings?${period}&meterId=:room`);
    expect(meter?.values).toEqual({ CO2: 600 });
  });

  test('a deleted sensor is readable until another one takes its place', async () => {
    const { db } = database;
    await db.query(sql`delete from sensor where id = ${id.roomTemperature}`);
    await server.registry.refresh({ organizations: [], meters: [id.room ?? 0] });
    const readings = await rows<SensorReading>(`sensor-readings?${period}&sensorId=:roomTemperature`);
    expect(readings).toMatchObject([{ past_state: 'DELETED', value: 21 }]);
    await db.query(sql`insert into sensor (meter_id, type, sequence, name) values (${id.room}, 'TEMPERATURE', 1, 'T')`);
    await server.registry.refresh({ organizations: [], meters: [id.room ?? 0] });
    expect(
      (await server.get(`/history/${named(`sensor-readings?${period}&sensorId=:roomTemperature`)}`, own())).status,
    ).toBe(404);
  });
});

describe('choices', () => {
  test('past meters are last and marked', async () => {
    const { body } = await server.get('/history/choices', own());
    const { meters } = body as Choices;
    expect(meters.map((meter) => [meter.name, meter.past_state])).toEqual([
      ['나', undefined],
      ['다', 'UNUSED'],
      ['가', 'DELETED'],
      ['오래전', 'DELETED'],
      ['창고', 'DELETED'],
    ]);
  });

  test('another organization sees none of them', async () => {
    const { body } = await server.get('/history/choices', foreign());
    expect(body.meters).toEqual([]);
  });

  test('a process that follows the registry learns of meters deleted with their place', async () => {
    const { db } = database;
    await db.query(sql`delete from office where id = ${id.office}`);
    await server.registry.refresh({ organizations: [id.school ?? 0], meters: [] });
    const [row] = await rows<MeterReading>(`meter-readings?${period}&meterId=:room`);
    expect(row).toMatchObject({ office_name: '본관', department_name: '1층', past_state: 'DELETED' });
    expect((await server.get('/history/choices', own())).body.meters).toHaveLength(5);
  });

  test('a deleted organization takes its deleted rows with it', async () => {
    const { db } = database;
    await db.query(sql`delete from organization where id = ${id.school}`);
    await server.registry.refresh({ organizations: [id.school ?? 0], meters: [] });
    expect((await db.query(sql`select from deleted_row`)).rowCount).toBe(0);
    expect(
      (await server.get(`/history/${named(`meter-readings?${period}&meterId=:room`)}`, `${id.other}:SUPER_USER`))
        .status,
    ).toBe(404);
  });
});
