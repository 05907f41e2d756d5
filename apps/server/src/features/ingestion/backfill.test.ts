import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeviceApp, openDeviceApp } from '../../testing/device-app.ts';
import { aCredential } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const NOW = Date.now();

let database: TestDatabase;
let app: DeviceApp;
let own: TestOrganization;

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db, { name: 'Own', timeZone: 'UTC' });
  app = await openDeviceApp(database, own, { now: () => NOW });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** A meter that no one has allowed readings of any age, and its days of readings that are stored and that wait. */
const aDevice = async (code: string) => {
  const department = await aDepartment(database.db, { organizationId: own.id });
  const meter = await aMeter(database.db, { department, code, sensors: ['CO2'], backfillUntil: null });
  const login = await aCredential(database.db, { organization: own, code, meterId: meter.id });
  await app.devices.registry.reload();
  const client = await app.devices.connect(login);
  const send = async (...daysAgo: number[]) => {
    const frames = daysAgo.map((days) => ({ time: NOW - days * DAY_MS, readings: { CO2: 500 } }));
    await client.publishAsync(`airdeck/v1/${own.code}/${code}/readings`, JSON.stringify(frames), { qos: 1 });
  };
  const daysOf = async (rows: Promise<{ rows: { time: Date }[] }>) =>
    (await rows).rows.map(({ time }) => Math.round((NOW - time.getTime()) / DAY_MS));
  const { db } = database;
  const stored = () =>
    daysOf(db.query<{ time: Date }>(sql`select time from frame where meter_id = ${meter.id} order by time`));
  const waiting = () =>
    daysOf(
      db.query<{ time: Date }>(sql`select measured_time as time from quarantine
        where device_code = ${code} and reason = 'OLD' order by 1`),
    );
  return { meter, send, stored, waiting };
};

test('readings that are more than a week older than the last one wait; a backlog does not', async () => {
  const { send, stored, waiting } = await aDevice('B-1');
  await send(8, 6);
  expect([await stored(), await waiting()]).toEqual([[6], [8]]);
  // The last reading is six days old now.
  await send(14, 12);
  expect([await stored(), await waiting()]).toEqual([
    [12, 6],
    [14, 8],
  ]);
  await send(0);
  await send(8, 5);
  expect([await stored(), await waiting()]).toEqual([
    [12, 6, 5, 0],
    [14, 8, 8],
  ]);
});

test('a backlog of any age is taken, as it is newer than the last reading', async () => {
  const { meter, send, stored, waiting } = await aDevice('B-2');
  await database.db.query(sql`insert into meter_current (meter_id, time, channel, value, channel_time)
    values (${meter.id}, ${new Date(NOW - 40 * DAY_MS)}, '{}', '{}', '{}')`);
  await app.devices.ingest.stop();
  await app.devices.ingest.start();
  await send(39, 30, 20, 48);
  expect([await stored(), await waiting()]).toEqual([[39, 30, 20], [48]]);
});

test('an administrator allows what waits, which is recorded and marks its days', async () => {
  const { meter, send, stored, waiting } = await aDevice('B-3');
  await send(20, 19);
  const path = `/meters/${meter.id}/backfill`;
  const until = (days: number) => ({ until: new Date(NOW + days * DAY_MS).toISOString() });
  expect((await app.ask('PUT', path, until(40))).body).toMatchObject({ errors: { until: 'TOO_LARGE' } });
  expect(await waiting()).toEqual([20, 19]);
  expect((await app.ask('PUT', path, until(7))).status).toBe(200);
  await expect.poll(stored, { timeout: 30_000 }).toEqual([20, 19]);
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  await send(100);
  expect(await stored()).toEqual([100, 20, 19]);
  const { body } = await app.ask('GET', `/meters/${meter.id}/quality`);
  const day = (days: number) => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10);
  expect(body).toMatchObject({ backfill_until: until(7).until, backfilled: { from: day(100), to: day(19), days: 3 } });
  const { rows } = await database.db.query<{ after: { backfill_until: string } }>(
    sql`select after from audit where entity = 'meters' and entity_id = ${meter.id} and after ? 'backfill_until'`,
  );
  expect(rows).toMatchObject([{ after: { backfill_until: until(7).until } }]);
  await app.ask('PUT', path, { until: null });
  await send(200);
  expect([await stored(), await waiting()]).toEqual([[100, 20, 19], [200]]);
});

test('what waits is kept longer than other readings in quarantine', async () => {
  const { send, waiting } = await aDevice('B-4');
  await send(20);
  await database.db.query(sql`update quarantine set received_time = ${new Date(NOW - 60 * DAY_MS)}
    where device_code = 'B-4'`);
  await app.devices.ingest.stop();
  await app.devices.ingest.start();
  expect(await waiting()).toEqual([20]);
});
