import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCredential } from '../testing/device-server.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestMeter,
  type TestOrganization,
  type TestUser,
} from '../testing/factory.ts';
import { aDataDir, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

// The installed server: an organization gets another code while its devices and users keep the old one.

const SLOW = { timeout: 90_000, interval: 50 };
const NEW = '55500002';
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let server: ServerProcess;
let organization: TestOrganization;
let meter: TestMeter;
let login: { username: string; password: string };
let purifier = 0;
const users = {} as Record<'SUPER_ADMIN' | 'LOCAL_ADMIN', TestUser>;
const tokens = {} as Record<'SUPER_ADMIN' | 'LOCAL_ADMIN', string>;

type Who = keyof typeof users;

/** The fields of answers that these tests read. */
interface Body {
  access_token: string;
  code: string;
  name: string;
  version: number;
  user?: { organization_code: string };
  aliases: unknown[];
  content: { name: string; after: { alias?: null } }[];
}

beforeAll(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  const { db } = database;
  organization = await anOrganization(db, { name: 'School' });
  const department = await aDepartment(db, { organizationId: organization.id });
  meter = await aMeter(db, { department, sensors: ['CO2'] });
  purifier = await aPurifier(db, meter.id);
  login = await aCredential(db, { organization, code: meter.code, meterId: meter.id });
  users.SUPER_ADMIN = await aUser(db, { organization: await anOrganization(db), authority: 'SUPER_ADMIN' });
  users.LOCAL_ADMIN = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const ports = ['--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  server = await startServer(['start', '--data', dir.path, '--database-url', database.url, ...ports]);
  cleanups.push(() => server.stop());
  for (const who of ['SUPER_ADMIN', 'LOCAL_ADMIN'] as const) {
    tokens[who] = (await loginOf(users[who])).body.access_token;
  }
}, 180_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 120_000);

const send = async (method: string, path: string, body?: object, token?: string) => {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
};
const ask = (who: Who, method: string, path: string, body?: object) => send(method, path, body, tokens[who]);
const loginOf = ({ code, login: id, password }: TestUser, change: { code?: string } = {}) =>
  send('POST', '/login', { code, id, password, ...change });

interface Device {
  client: MqttClient;
  /** Topics of the commands that it has received. */
  topics: string[];
}

/** Connects a device with a code of its organization; it subscribes to commands and settings below this code. */
const connect = async (code: string): Promise<Device> => {
  const username = `${code}:${meter.code}`;
  const client = await mqtt.connectAsync(server.mqttUrl, { ...login, username, reconnectPeriod: 0 }, false);
  cleanups.push(() => client.endAsync(true));
  const topics: string[] = [];
  client.on('message', (topic) => topics.push(topic));
  await client.subscribeAsync(topicOf(code, 'commands'), { qos: 1 });
  await client.subscribeAsync(topicOf(code, 'settings'), { qos: 1 });
  return { client, topics };
};
/** The process of the devices learns of a new code after the answer to the change. */
const connectOnceKnown = async (code: string): Promise<Device> => {
  let connected: Device | undefined;
  const tryOnce = async () => {
    connected = await connect(code).catch(() => undefined);
    return connected;
  };
  await expect.poll(tryOnce, SLOW).toBeDefined();
  return connected as unknown as Device;
};
const topicOf = (code: string, rest: string): string => `airdeck/v1/${code}/${meter.code}/${rest}`;
const publish = ({ client }: Device, code: string, rest: string, payload: object) =>
  client.publishAsync(topicOf(code, rest), JSON.stringify(payload), { qos: 1 });
const report = (device: Device, code: string) =>
  publish(device, code, 'purifiers/1/state', { power: 'ON', fan_speed: 'WEAK' });
const sendCommand = () =>
  ask('LOCAL_ADMIN', 'POST', '/control/commands', {
    ...{ batch_id: randomUUID(), purifier_ids: [purifier] },
    ...{ command: 'FAN_SPEED', action: 'STRONG' },
  });
const changeCode = async (who: Who, code: string) => {
  const { body } = await ask('SUPER_ADMIN', 'GET', `/organizations/${organization.id}`);
  const { name, version } = body;
  return ask(who, 'PUT', `/organizations/${organization.id}`, { code, name, version });
};
const codes = async () => (await ask('SUPER_ADMIN', 'GET', `/organizations/${organization.id}/codes`)).body;

let device: Device;

it('refuses another code to a LOCAL_ADMIN, who may change everything else', async () => {
  device = await connect(organization.code);
  expect(await changeCode('LOCAL_ADMIN', NEW)).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
  expect((await changeCode('LOCAL_ADMIN', organization.code)).status).toBe(200);
  expect(await codes()).toEqual({ device_count: 1, user_count: 1, local_server_count: 0, aliases: [] });
}, 120_000);

it('keeps devices and people with the old code connected, and reaches a device under the code that it used', async () => {
  expect((await changeCode('SUPER_ADMIN', NEW)).body).toMatchObject({ code: NEW });
  await database.db.query(
    sql`insert into device_settings (meter_id, sent, sent_time) values (${meter.id}, '[]', now())`,
  );
  await report(device, organization.code);
  await publish(device, organization.code, 'readings', { readings: { CO2: 812 } });
  const { rows } = await database.db.query(sql`select value from frame where meter_id = ${meter.id}`);
  expect(rows).toEqual([{ value: [812] }]);
  expect((await sendCommand()).status).toBe(200);
  await expect.poll(() => device.topics, SLOW).toContain(topicOf(organization.code, 'commands'));
  for (const code of [organization.code, NEW]) {
    const { status, body } = await loginOf(users.LOCAL_ADMIN, { code });
    expect([status, body.user?.organization_code]).toEqual([200, NEW]);
  }
  await expect.poll(async () => (await codes()).aliases, SLOW).toEqual([{ code: organization.code, device_count: 1 }]);

  const moved = await connectOnceKnown(NEW);
  await report(moved, NEW);
  device.topics.length = 0;
  expect((await sendCommand()).status).toBe(200);
  await expect.poll(() => moved.topics, SLOW).toContain(topicOf(NEW, 'commands'));
  expect(device.topics).not.toContain(topicOf(organization.code, 'commands'));
  await expect.poll(async () => (await codes()).aliases, SLOW).toEqual([{ code: organization.code, device_count: 0 }]);
}, 120_000);

it('does not give the old code to another organization', async () => {
  const answer = await ask('SUPER_ADMIN', 'POST', '/organizations', { code: organization.code, name: 'Other' });
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'DUPLICATION_ORGANIZATION_CODE', errors: { code: 'DUPLICATE' } },
  });
}, 120_000);

it('ends the old code: its connections are closed, and its logins are refused', async () => {
  const closed = new Promise((resolve) => device.client.once('close', () => resolve('closed')));
  const path = `/organizations/${organization.id}/codes/${organization.code}`;
  expect((await ask('LOCAL_ADMIN', 'DELETE', path)).status).toBe(403);
  expect((await ask('SUPER_ADMIN', 'DELETE', path)).status).toBe(200);
  expect(await closed).toBe('closed');
  await expect(connect(organization.code)).rejects.toThrow();
  expect((await loginOf(users.LOCAL_ADMIN)).body.code).toBe('INVALID_PASSWORD');
  expect((await loginOf(users.LOCAL_ADMIN, { code: NEW })).status).toBe(200);
  expect((await ask('SUPER_ADMIN', 'DELETE', path)).status).toBe(404);
  const { body } = await ask('SUPER_ADMIN', 'GET', '/audit?entity=organizations&size=10');
  expect(body.content.map(({ name, after }) => [name, after.alias])).toEqual(
    expect.arrayContaining([['School', null]]),
  );
  const other = await ask('SUPER_ADMIN', 'POST', '/organizations', { code: organization.code, name: 'Other' });
  expect(other.status).toBe(200);
}, 120_000);
