import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aCredential } from '../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, aPurifier, aUser } from '../testing/factory.ts';
import { logIn } from '../testing/server-login.ts';
import { aDataDir, roleProcesses, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

// A command between its sending and its confirmation, while a role of the real server is killed.

const SLOW = { timeout: 90_000, interval: 100 };
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let server: ServerProcess;
let device: MqttClient;
let purifier: number;
let token: string;
let topic: (rest: string) => string;
/** The commands that the device has executed, each once, and those that it has not answered yet. */
const done = new Set<string>();
let held: { id: string; action: string }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  const { db } = database;
  const organization = await anOrganization(db);
  const meter = await aMeter(db, { department: await aDepartment(db, { organizationId: organization.id }) });
  purifier = await aPurifier(db, meter.id);
  const login = await aCredential(db, { organization, code: meter.code, meterId: meter.id });
  const user = await aUser(db, { organization, authority: 'LOCAL_USER' });
  topic = (rest) => `airdeck/v1/${organization.code}/${meter.code}/${rest}`;
  const dir = aDataDir();
  cleanups.push(dir.remove);
  const ports = ['--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  server = await startServer(['start', '--data', dir.path, '--database-url', database.url, ...ports]);
  cleanups.push(() => server.stop());
  token = (await logIn(server, { code: user.code, id: user.login, password: user.password })).access_token;
  device = mqtt.connect(server.mqttUrl, { ...login, reconnectPeriod: 200 });
  cleanups.push(() => device.endAsync(true));
  device.on('error', () => undefined);
  device.on('connect', () => device.subscribe(topic('commands'), { qos: 1 }));
  device.on('message', (_, payload) => {
    const { id, action } = JSON.parse(String(payload));
    if (!done.has(id)) held.push({ id, action });
    done.add(id);
  });
  await vi.waitFor(() => expect(device.connected).toBe(true), SLOW);
  await report('WEAK');
}, 180_000);
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 120_000);

const report = (fan_speed: string) =>
  device.publishAsync(topic('purifiers/1/state'), JSON.stringify({ power: 'ON', fan_speed }), { qos: 1 });

const stateOf = async (id: number): Promise<string | undefined> => {
  const { rows } = await database.db.query<{ state: string }>(sql`select state from command where id = ${id}`);
  return rows[0]?.state;
};

const tell = async (action: string): Promise<number> => {
  let id = 0;
  const batch_id = randomUUID();
  // The answer may be lost with the role; a repeated request of the same batch is the same command.
  await expect
    .poll(async () => {
      const answer = await fetch(`${server.url}/api/v1/control/commands`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ batch_id, purifier_ids: [purifier], command: 'FAN_SPEED', action }),
      }).catch(() => null);
      const told = (await answer?.json().catch(() => null)) as
        | { results?: { command_id: number }[] }
        | null
        | undefined;
      id = told?.results?.[0]?.command_id ?? 0;
      return id;
    }, SLOW)
    .toBeGreaterThan(0);
  return id;
};

it.each([
  ['web', 'STRONG'],
  ['work', 'MEDIUM'],
  ['devices', 'WEAK'],
])(
  'ends true when %s is killed in between',
  async (role, action) => {
    held = [];
    const id = await tell(action);
    await expect.poll(() => held.map((command) => command.id), SLOW).toEqual([String(id)]);
    expect(await stateOf(id)).toBe('SENT');
    const pid = roleProcesses(server).get(role) ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => roleProcesses(server).get(role) ?? pid, SLOW).not.toBe(pid);
    await expect.poll(() => device.connected, SLOW).toBe(true);
    await device.publishAsync(topic('commands/ack'), JSON.stringify({ id: String(id), state: 'ACCEPTED' }), { qos: 1 });
    await report(action);
    await expect.poll(() => stateOf(id), SLOW).toBe('CONFIRMED');
  },
  300_000,
);

it('gave the device each command, and nothing that it had not been told', async () => {
  const { rows } = await database.db.query<{ id: number }>(sql`select id from command order by id`);
  expect([...done]).toEqual(rows.map(({ id }) => String(id)));
});
