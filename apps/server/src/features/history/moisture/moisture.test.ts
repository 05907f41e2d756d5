import { type WallMoisture, wallMoisture } from '@airdeck/contract/history/wall-moisture';
import { channelOf } from '@airdeck/domain/channel';
import { HOUR_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-01-20T12:30:00+09:00');
const [WARMTH, HUMIDITY] = [channelOf('TEMPERATURE', 1), channelOf('HUMIDITY', 1)];

let database: TestDatabase;
let server: HistoryServer;
beforeAll(async () => {
  database = await testDatabase();
  server = await openHistoryServer({ db: database.db, clock: { now: () => NOW } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** A room and an outdoor meter of an organization of its own. */
const aRoom = async (outdoorSensors: readonly ('TEMPERATURE' | 'CO2')[], since: string | null = '2020-01-01') => {
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: 'Asia/Seoul' });
  const department = await aDepartment(db, { organizationId: organization.id });
  const room = await aMeter(db, { department, sensors: ['TEMPERATURE', 'HUMIDITY'] });
  const outdoors = await aMeter(db, { department, sensors: [...outdoorSensors], name: 'Roof' });
  if (since !== null) {
    await db.query(sql`
      insert into facility_facts (organization_id, valid_from, outdoor_meter_id)
      values (${organization.id}, ${since}, ${outdoors.id})`);
  }
  await server.registry.reload();
  const read = async (meterId = room.id): Promise<WallMoisture> => {
    const { body } = await server.get(`/history/wall-moisture?meterId=${meterId}`, `${organization.id}:LOCAL_USER`);
    return wallMoisture.strict().parse(body);
  };
  return { room: room.id, outdoors: outdoors.id, read };
};

/** 20 °C indoors, −5 °C outdoors, and a humidity in each of the last hours up to 12:00. */
const store = async ({ room, outdoors }: { room: number; outdoors: number }, humidities: readonly number[]) => {
  const noon = Date.parse('2026-01-20T12:00:00+09:00');
  await server.store(
    humidities.flatMap((humidity, i) => {
      const time = noon - (humidities.length - 1 - i) * HOUR_MS;
      return [
        { meterId: room, time, channels: [WARMTH, HUMIDITY], ticks: [2000, humidity * 100] },
        { meterId: outdoors, time, channels: [WARMTH], ticks: [-500] },
      ];
    }),
  );
};

test('finds six hours of a wall that is too humid', async () => {
  const one = await aRoom(['TEMPERATURE']);
  // 80.6 % at the wall where the room has 50 %.
  await store(one, [40, 50, 50, 50, 50, 50, 50, 40]);
  expect(await one.read()).toMatchObject({
    ...{ outdoor_meter_name: 'Roof', refused: null, mould: true },
    humid: { start: '2026-01-19T21:00:00.000Z', end: '2026-01-20T03:00:00.000Z' },
    latest: { start: '2026-01-20T03:00:00.000Z', outdoor: -5, surface: 12.5, humidity: 64 },
  });
});

test('has no risk with five', async () => {
  const one = await aRoom(['TEMPERATURE']);
  await store(one, [40, 50, 50, 50, 50, 50, 40, 50]);
  expect(await one.read()).toMatchObject({ mould: false, humid: { end: '2026-01-20T02:00:00.000Z' } });
});

test('counts the outdoor meter only from the day of its facts', async () => {
  const one = await aRoom(['TEMPERATURE'], '2026-01-20');
  // Until 02:00 it is still the day before midnight or shortly after it.
  await store(one, [...Array.from({ length: 11 }, () => 50), 40, 40, 40, 40, 40, 40, 40, 40]);
  expect(await one.read()).toMatchObject({
    mould: false,
    humid: { start: '2026-01-19T15:00:00.000Z', end: '2026-01-19T20:00:00.000Z' },
  });
});

test.each([
  ['NO_OUTDOOR_METER', ['TEMPERATURE'], null],
  ['NO_TEMPERATURE', ['CO2'], '2020-01-01'],
  ['NO_READINGS', ['TEMPERATURE'], '2020-01-01'],
] as const)('says what is missing: %s', async (refused, sensors, since) => {
  const one = await aRoom(sensors, since);
  expect(await one.read()).toMatchObject({ refused, latest: null, humid: null, mould: false });
});

test('has no walls outdoors', async () => {
  const one = await aRoom(['TEMPERATURE']);
  await store(one, [50]);
  expect(await one.read(one.outdoors)).toMatchObject({ refused: 'IS_OUTDOORS', latest: null });
});
