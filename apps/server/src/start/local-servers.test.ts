import { randomUUID } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDepartment, aMeter, anOrganization, aPurifier, aUser, type TestOrganization } from '../testing/factory.ts';
import { aDataDir, roleProcesses, type ServerProcess, startServer } from '../testing/server-process.ts';
import { SITE_ACCOUNT, SITE_BROKERS, type SiteBroker } from '../testing/site-broker.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

// Installed servers, two of them for devices, and a site with its own broker.

const SLOW = { timeout: 90_000, interval: 50 };
const START = Date.now() - 600_000;
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let organization: TestOrganization;
let site: SiteBroker;
let device: MqttClient;
let pages: ServerProcess;
let first: ServerProcess;
const startedForDevices: ServerProcess[] = [];
let startDevices: () => Promise<ServerProcess>;
let token = '';
let id = 0;
let purifier = 0;

beforeAll(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  organization = await anOrganization(database.db);
  const department = await aDepartment(database.db, { organizationId: organization.id });
  const meter = await aMeter(database.db, { department, code: 'M1', sensors: ['CO2', 'PM2.5'] });
  purifier = await aPurifier(database.db, meter.id);
  const user = await aUser(database.db, { organization, authority: 'SUPER_ADMIN' });
  const open = SITE_BROKERS.find((each) => each.open !== null)?.open;
  if (!open) throw new Error('there is no broker');
  site = await open();
  cleanups.push(() => site.close());
  device = await site.connect();
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const start = async (...options: string[]): Promise<ServerProcess> => {
    const place = ['start', '--data', dir.path, '--database-url', database.url, '--host', '127.0.0.1'];
    const server = await startServer([...place, '--local-server-allow', '127.0.0.1', ...options]);
    cleanups.push(() => server.stop());
    return server;
  };
  startDevices = async () => {
    const server = await start('--roles', 'devices', '--mqtt-port', '0');
    startedForDevices.push(server);
    return server;
  };
  first = await startDevices();
  pages = await start('--roles', 'web,work', '--port', '0');
  const login = await call('POST', '/login', { code: user.code, id: user.login, password: user.password });
  token = String(login.access_token);
}, 180_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 120_000);

const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' };
  const answer = await fetch(`${pages.url}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
};
const comesToBe = (connection: string, connection_error: string | null = null) =>
  expect.poll(() => call('GET', `/local-servers/${id}`), SLOW).toMatchObject({ connection, connection_error });
const measure = (n: number) =>
  device.publishAsync(
    `airdeck/v1/${organization.code}/M1/readings`,
    JSON.stringify({ time: START + n * 1000, readings: { CO2: 600 + Math.abs(n) } }),
    { qos: 1 },
  );
const stored = async (): Promise<number[]> => {
  const { rows } = await database.db.query<{ time: Date }>(sql`select time from frame order by time`);
  return rows.map(({ time }) => (time.getTime() - START) / 1000);
};

it('a change of a local server counts at once: added, with a password that is right, out of use', async () => {
  const fields = { name: 'Site', ip: '127.0.0.1', port: site.port, account: SITE_ACCOUNT.username };
  const added = await call('POST', '/local-servers', {
    ...fields,
    organization_id: organization.id,
    account_password: 'wrong',
  });
  id = Number(added.id);
  await comesToBe('DISCONNECTED', 'LOGIN');
  await call('PUT', `/local-servers/${id}`, { ...fields, account_password: SITE_ACCOUNT.password, version: 1 });
  await comesToBe('CONNECTED');
  await call('PUT', `/local-servers/${id}`, { ...fields, use: 'N', version: 2 });
  await comesToBe('UNUSED');
  await call('PUT', `/local-servers/${id}`, { ...fields, version: 3 });
  await comesToBe('CONNECTED');
  await measure(1);
  await expect.poll(stored, SLOW).toEqual([1]);
});

it('the role that is killed loses nothing, nor does a machine that another one stands in for', async () => {
  process.kill(roleProcesses(first).get('devices') ?? 0, 'SIGKILL');
  for (const n of [2, 3, 4]) await measure(n);
  await expect.poll(stored, SLOW).toEqual([1, 2, 3, 4]);
  await comesToBe('CONNECTED');
  await startDevices();
  await first.kill();
  for (const n of [5, 6, 7]) await measure(n);
  await expect.poll(stored, SLOW).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await comesToBe('CONNECTED');
});

it('stores the whole backlog of an outage, also when the process is killed while it catches up', async () => {
  for (const each of startedForDevices) await each.kill();
  const before = (await stored()).length;
  // Seconds before the readings measured so far.
  const backlog = Array.from({ length: 400 }, (_, n) => n - 1_000);
  for (const n of backlog) await measure(n);
  const count = async (): Promise<number> => (await stored()).length - before;
  const next = await startDevices();
  await expect.poll(count, SLOW).toBeGreaterThan(50);
  process.kill(roleProcesses(next).get('devices') ?? 0, 'SIGKILL');
  await expect.poll(count, SLOW).toBe(backlog.length);
});

it('a command goes back through the site and is confirmed by what comes from there', async () => {
  const topic = (rest: string) => `airdeck/v1/${organization.code}/M1/${rest}`;
  const send = (rest: string, message: object) => device.publishAsync(topic(rest), JSON.stringify(message), { qos: 1 });
  const told: string[] = [];
  device.on('message', (heard, payload) => {
    const message = JSON.parse(String(payload));
    if (heard === topic('settings')) return void send('settings/ack', { version: message.version, state: 'ACCEPTED' });
    told.push(`${message.command} ${message.action}`);
    void send('commands/ack', { id: message.id, state: 'ACCEPTED' }).then(() =>
      send('purifiers/1/state', { power: 'ON', fan_speed: message.action }),
    );
  });
  await device.subscribeAsync([topic('commands'), topic('settings')], { qos: 1 });
  await send('purifiers/1/state', { power: 'ON', fan_speed: 'WEAK' });
  const wish = { batch_id: randomUUID(), purifier_ids: [purifier], command: 'FAN_SPEED', action: 'STRONG' };
  const command = async (): Promise<unknown> => {
    const { content } = (await call('GET', `/control/commands?purifierId=${purifier}`)) as { content?: object[] };
    return content?.[0];
  };
  await expect
    .poll(async () => {
      // Until its first report is stored, the purifier accepts no commands.
      await call('POST', '/control/commands', wish);
      return command();
    }, SLOW)
    .toMatchObject({ command: 'FAN_SPEED', action: 'STRONG', state: 'CONFIRMED' });
  expect(told).toEqual(['FAN_SPEED STRONG']);

  // Thresholds are retained at the site for the device, which answers them.
  const thresholds = { 'PM2.5': [15, 35, 75] };
  await call('PUT', `/control/auto-modes/${purifier}`, { use: 'Y', thresholds, override_min: 60, version: 0 });
  await call('POST', '/control/auto-modes/sync', { purifier_ids: [purifier] });
  await expect
    .poll(() => call('GET', `/control/auto-modes/${purifier}`), SLOW)
    .toMatchObject({ sync: { state: 'ACCEPTED', accepted: thresholds, is_same: true } });
});
