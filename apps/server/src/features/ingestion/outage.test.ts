import { DAY_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { asAdministrator } from '../../testing/database-server.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
/** Messages under way at once. */
const WINDOW = 20;

let database: TestDatabase;
let devices: DeviceServer;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await devices.close();
  await database.close();
});

it('while the database goes away and comes back, nothing that is acknowledged is missing', async () => {
  const organization = await anOrganization(database.db);
  const department = await aDepartment(database.db, { organizationId: organization.id });
  const meter = await aMeter(database.db, { department, sensors: ['CO2'] });
  const login = await aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
  devices = await openDeviceServer(database.db, { now: () => NOW });
  const device = await devices.connect(login);

  const acknowledged = new Set<number>();
  let sent = 0;
  let isOver = false;
  /** Sends one message after the other: of today, and of days long gone. */
  const sendAll = async (): Promise<void> => {
    while (!isOver) {
      const time = NOW - (++sent % 3 === 0 ? 300 * DAY_MS : 0) - sent * 1000;
      const payload = JSON.stringify({ time, readings: { CO2: 400 + (sent % 500) } });
      await device.publishAsync(`airdeck/v1/${organization.code}/${meter.code}/readings`, payload, { qos: 1 });
      acknowledged.add(time);
    }
  };
  const more = async (): Promise<void> => {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + WINDOW);
  };
  const senders = Array.from({ length: WINDOW }, sendAll);
  const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
  const cutConnections = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`;
  await asAdministrator(inject('databaseServer'), async (administrator) => {
    for (let i = 0; i < 30; i++) {
      const before = acknowledged.size;
      await administrator.query(cutConnections);
      await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 1 }).toBeGreaterThan(before);
    }
    await more();
    // For a while it accepts no connection.
    await administrator.query(`alter database "${name}" with allow_connections false`);
    await administrator.query(cutConnections);
    await expect.poll(() => devices.ingest.writer.idleMs(), { timeout: 60_000 }).toBe(0);
    const before = acknowledged.size;
    await expect.poll(() => devices.ingest.writer.stalledMs(), { timeout: 60_000 }).toBeGreaterThan(500);
    expect(acknowledged.size).toBe(before);
    await administrator.query(`alter database "${name}" with allow_connections true`);
    await more();
  });
  isOver = true;
  await Promise.all(senders);
  const { rows } = await database.db.query<{ time: Date }>(sql`select time from frame where meter_id = ${meter.id}`);
  const stored = new Set(rows.map(({ time }) => time.getTime()));
  expect([...acknowledged].filter((time) => !stored.has(time))).toEqual([]);
  expect(rows).toHaveLength(stored.size);
  expect(acknowledged.size).toBe(sent);
}, 120_000);
