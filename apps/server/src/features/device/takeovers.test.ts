import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { KIND_NUMBERS } from '../../feed/entry.ts';
import { appendFeed } from '../../feed/feed-queries.ts';
import { aCredential } from '../../testing/device-server.ts';
import { openDevicesRole } from '../../testing/devices-role.ts';
import { aDepartment, aMeter, anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { held } from '../../testing/held.ts';
import { aDataDir } from '../../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

// Two processes with brokers on one database.

const SLOW = { timeout: 60_000, interval: 20 };
const DEVICES = 100;

let database: TestDatabase;
let organization: TestOrganization;
let ports: number[];
const cleanups: (() => unknown)[] = [];
const logins = new Map<string, { username: string; password: string }>();
const meterIds = new Map<string, number>();
const codes = Array.from({ length: DEVICES }, (_, i) => `D${i}`);

beforeAll(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  organization = await anOrganization(database.db);
  const department = await aDepartment(database.db, { organizationId: organization.id });
  for (const code of [...codes, 'WITNESS']) {
    const { id: meterId } = await aMeter(database.db, { department, code });
    meterIds.set(code, meterId);
    logins.set(code, await aCredential(database.db, { organization, code, meterId }));
  }
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const roles = [await openDevicesRole(database, dir.path), await openDevicesRole(database, dir.path)];
  for (const role of roles) cleanups.push(role.close);
  ports = roles.map(({ port }) => port);
});
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const topicOf = (code: string): string => `airdeck/v1/${organization.code}/${code}/status`;

/** A device with a last will at the first or second process, which says that it is there. */
const connect = async (process: 0 | 1, code: string, clientId = code): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(
    `mqtt://127.0.0.1:${ports[process]}`,
    {
      ...{ ...logins.get(code), clientId, reconnectPeriod: 0 },
      will: { topic: topicOf(code), payload: Buffer.from('{"status":"OFFLINE"}'), qos: 1, retain: false },
    },
    false,
  );
  // A connection that is lost on purpose.
  client.on('error', () => undefined);
  cleanups.push(() => client.end(true));
  return client;
};
const sayOnline = (client: MqttClient, code: string) =>
  client.publishAsync(topicOf(code), '{"status":"ONLINE"}', { qos: 1 });
const statuses = async (): Promise<Map<number, string>> => {
  const { rows } = await database.db.query<{ meter_id: number; status: string }>(
    sql`select meter_id, status from device_status`,
  );
  return new Map(rows.map(({ meter_id, status }) => [meter_id, status]));
};
/** Last wills wait equally long: once the witness's is stored, so are all that were lost before. */
const settleWills = async (): Promise<void> => {
  const witness = await connect(0, 'WITNESS');
  await sayOnline(witness, 'WITNESS');
  witness.stream.destroy();
  await expect.poll(async () => (await statuses()).get(meterIds.get('WITNESS') ?? 0), SLOW).toBe('OFFLINE');
};
const offline = async (): Promise<string[]> => {
  await settleWills();
  const all = await statuses();
  return codes.filter((code) => all.get(meterIds.get(code) ?? 0) === 'OFFLINE');
};

test('a device that connects to another process is closed at the first, without its will', async () => {
  const older = await Promise.all(codes.map((code) => connect(0, code)));
  await Promise.all(older.map((client, i) => sayOnline(client, codes[i] ?? '')));
  const newer = await Promise.all(codes.map((code) => connect(1, code)));
  await Promise.all(newer.map((client, i) => sayOnline(client, codes[i] ?? '')));
  await expect.poll(() => older.filter(({ connected }) => connected).length, SLOW).toBe(0);
  expect(newer.filter(({ connected }) => connected)).toHaveLength(DEVICES);
  expect(await offline()).toEqual([]);
  await Promise.all(newer.map((client) => client.endAsync()));
});

test('one of two connections that are opened at the same time is left', async () => {
  const pairs = await Promise.all(codes.map((code) => Promise.all([connect(0, code), connect(1, code)])));
  const counts = () => pairs.map((pair) => pair.filter(({ connected }) => connected).length);
  await expect.poll(counts, SLOW).toEqual(codes.map(() => 1));
  expect(await offline()).toEqual([]);
  expect(counts()).toEqual(codes.map(() => 1));
  await Promise.all(pairs.flat().map((client) => client.endAsync()));
});

test('devices that are lost and connect again at once, to either process, are not offline', async () => {
  const some = codes.slice(0, 20);
  const older = await Promise.all(some.map((code) => connect(0, code)));
  await Promise.all(older.map((client, i) => sayOnline(client, some[i] ?? '')));
  const newer = await Promise.all(
    some.map((code, i) => {
      older[i]?.stream.destroy();
      return connect(i % 2 === 0 ? 0 : 1, code);
    }),
  );
  await Promise.all(newer.map((client, i) => sayOnline(client, some[i] ?? '')));
  expect(await offline()).toEqual([]);
  expect(newer.filter(({ connected }) => connected)).toHaveLength(some.length);
  await Promise.all(newer.map((client) => client.endAsync()));
});

test('a last will that is stored after its device connected elsewhere changes nothing, however late the event comes', async () => {
  const [code = ''] = codes;
  const older = await connect(0, code);
  await sayOnline(older, code);
  const slow = held(database.db, (tx) => tx.query(sql`select pg_current_xact_id()`));
  onTestFinished(slow.end);
  await slow.isReady;
  // Bytes that are no packet: the first process ends the connection, so it knows of the loss before the second is asked.
  const lost = new Promise<void>((resolve) => older.once('close', () => resolve()));
  older.stream.write(Buffer.alloc(8, 0xff));
  await lost;
  const newer = await connect(1, code);
  await sayOnline(newer, code);
  expect(await offline()).toEqual([]);
  await slow.end();
  expect(newer.connected).toBe(true);
  await newer.endAsync();
});

test('an event that comes late closes the older connection only', async () => {
  const [code = ''] = codes;
  const events = async () =>
    (await database.db.query(sql`select from feed where kind = ${KIND_NUMBERS.connections}`)).rowCount;
  const before = await events();
  const slow = held(database.db, (tx) => tx.query(sql`select pg_current_xact_id()`));
  onTestFinished(slow.end);
  await slow.isReady;
  const older = await connect(0, code);
  await expect.poll(events, SLOW).toBe(before + 1);
  const newer = await connect(1, code);
  const other = await connect(0, code, 'another client id');
  expect(older.connected).toBe(true);
  await slow.end();
  await expect.poll(() => older.connected, SLOW).toBe(false);
  expect([newer.connected, other.connected]).toEqual([true, true]);
  await Promise.all([newer.endAsync(), other.endAsync()]);
});

test('a lost connection is offline, and events of processes that have gone or of other clients change nothing', async () => {
  const [code = ''] = codes;
  const client = await connect(1, code);
  await sayOnline(client, code);
  await database.db.tx((tx) =>
    appendFeed(tx, [
      { kind: 'connections', event: { from: 'gone', connections: [{ key: 'unknown', id: 1, ageMs: 0 }] } },
      { kind: 'connections', event: { from: 'gone', connections: [] } },
    ]),
  );
  await expect.poll(async () => (await statuses()).get(meterIds.get(code) ?? 0), SLOW).toBe('ONLINE');
  expect(client.connected).toBe(true);
  client.stream.destroy();
  expect(await offline()).toEqual([code]);
});
