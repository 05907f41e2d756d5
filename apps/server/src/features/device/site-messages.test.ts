import { topicOf } from '@airdeck/contract/protocol/topic';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteIdentity } from '../../device-messages/device-message.ts';
import { type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestMeter, type TestOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

// Messages that the broker at a site passes on, from any device behind it.

const SOON = { timeout: 60_000 };
let database: TestDatabase;
let devices: DeviceServer;
let organization: TestOrganization;
let meter: TestMeter;
let site: SiteIdentity;

beforeEach(async () => {
  database = await testDatabase();
  organization = await anOrganization(database.db);
  const department = await aDepartment(database.db, { organizationId: organization.id });
  meter = await aMeter(database.db, { department, code: 'M1', sensors: ['CO2'] });
  await aMeter(database.db, { department, code: 'M2', sensors: ['CO2'] });
  await aMeter(database.db, { department, code: 'OFF', sensors: ['CO2'], use: 'N' });
  const { rows } = await database.db.query<{
    id: number;
  }>(sql`insert into local_server (organization_id, name, ip, port)
    values (${organization.id}, 'Site', '10.0.0.1', 1883) returning id`);
  site = { localServerId: rows[0]?.id ?? 0, organizationId: organization.id };
  devices = await openDeviceServer(database.db);
});
afterEach(async () => {
  await devices.close();
  await database.close();
});

/** Resolves with the answer to the site. */
const pass = (topic: string, payload: string): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const message = { topic, payload: Buffer.from(payload), ip: '10.0.0.1', isRetained: false };
    devices.deviceAccess.receiveThrough(site, message, resolve);
  });
const frame = (n: number) => JSON.stringify({ time: Date.now() - n * 1000, readings: { CO2: 600 } });
const rejections = async (): Promise<unknown[]> => {
  const { rows } = await database.db.query(
    sql`select device_code, reason, count::integer from rejection order by device_code, reason`,
  );
  return rows;
};

it.each([
  ['another organization', 'airdeck/v1/99999999/M1/readings', 'M1'],
  ['what the server sends', 'CODE/M1/commands', 'M1'],
  ['no kind of message', 'CODE/M1/nothing', '…'],
  ['no code', 'CODE/a b/readings', '…'],
  ['something else', '$SYS/broker/version', '…'],
  ['a device that is out of use', 'CODE/OFF/readings', 'OFF'],
])('a topic of %s is refused, counted and acknowledged', async (_, topic, code) => {
  expect(await pass(topic.replace('CODE', `airdeck/v1/${organization.code}`), frame(1))).toBeUndefined();
  await expect.poll(rejections, SOON).toEqual([{ device_code: code, reason: 'REFUSED', count: 1 }]);
  expect(devices.ingest.counts().stored).toBe(0);
});

it('stores the whole backlog of a device, however fast the broker passes it on', async () => {
  const topic = topicOf(organization.code, 'M1', 'readings');
  const all = Array.from({ length: 400 }, (_, n) => pass(topic, frame(n)));
  const other = pass(topicOf(organization.code, 'NEW', 'readings'), frame(1));
  expect((await Promise.all([...all, other])).filter((error) => error !== undefined)).toEqual([]);
  const { stored, rejected } = devices.ingest.counts();
  expect({ stored, throttled: rejected.THROTTLED }).toEqual({ stored: 400, throttled: 0 });
});

it('a device that floods delays the session of its own site and organization only, and loses nothing', async () => {
  const { rows } = await database.db.query<{
    id: number;
  }>(sql`insert into local_server (organization_id, name, ip, port)
    values (${organization.id}, 'Annex', '10.0.0.2', 1883) returning id`);
  const annex = { ...site, localServerId: rows[0]?.id ?? 0 };
  const other = await anOrganization(database.db);
  await aMeter(database.db, {
    department: await aDepartment(database.db, { organizationId: other.id }),
    code: 'M2',
    sensors: ['CO2'],
  });
  await devices.registry.reload();
  const topic = topicOf(organization.code, 'M1', 'readings');
  let acknowledged = 0;
  const flood = Array.from({ length: 600 }, async (_, n) => {
    expect(await pass(topic, frame(n))).toBeUndefined();
    acknowledged += 1;
  });
  const rest = { payload: Buffer.from(frame(1)), ip: '10.0.0.2', isRetained: false };
  for (const [from, code] of [
    [annex, organization.code],
    // The same broker, if it serves all organizations.
    [{ ...site, organizationId: other.id }, other.code],
  ] as const) {
    const message = { topic: topicOf(code, 'M2', 'readings'), ...rest };
    await new Promise((resolve) => devices.deviceAccess.receiveThrough(from, message, resolve));
  }
  expect(acknowledged).toBeLessThan(600);
  await Promise.all(flood);
  expect(devices.ingest.counts().stored).toBe(602);
});

it('closes the connection of a site whose broker does not wait for its acknowledgements', async () => {
  const topic = topicOf(organization.code, 'M1', 'readings');
  const padding = ' '.repeat(60_000);
  const all = Array.from({ length: 200 }, (_, n) => pass(topic, frame(n) + padding));
  const errors = (await Promise.all(all)).filter((error) => error !== undefined);
  expect(errors.map((error) => error?.message)).toContain('site queue is full');
  // Acknowledged frames are stored, and nothing else.
  expect(devices.ingest.counts().stored).toBe(200 - errors.length);
});

it('the way of a meter is through the site that it spoke through last, and back', async () => {
  await pass(topicOf(organization.code, 'M1', 'readings'), frame(1));
  expect(devices.routes.localServerOf(meter.id)).toBe(site.localServerId);
  const ways = async () => (await database.db.query(sql`select local_server_id from meter_route`)).rows;
  await expect.poll(ways, SOON).toEqual([{ local_server_id: site.localServerId }]);
  devices.routes.spoke(meter.id, {
    ...{ kind: 'DEVICE', organizationId: organization.id, organizationCode: organization.code },
    ...{ deviceCode: 'M1', secretHash: Buffer.alloc(0), ip: '', connectedTime: 0 },
  });
  expect(devices.routes.localServerOf(meter.id)).toBeNull();
  await expect.poll(ways, SOON).toEqual([]);
});
