import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCredential } from '../testing/device-server.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestOrganization,
  type TestUser,
} from '../testing/factory.ts';
import { aDataDir, type ServerProcess, startServer } from '../testing/server-process.ts';
import { canShiftClocks, shiftedClock } from '../testing/shifted-clock.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';

// Two machines of one installation that differ: by their clocks, or by their keys.

const SLOW = { timeout: 60_000, interval: 100 };
const MINUTE_MS = 60_000;
/** Longest time between an event and its row, on a busy machine. */
const NEAR_MS = MINUTE_MS;

const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
let dir: ReturnType<typeof aDataDir>;
let organization: TestOrganization;
let meter: { id: number; code: string };
let user: TestUser;
let operator: TestUser;
let purifierId: number;
let login: { username: string; password: string };

beforeEach(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  const { db } = database;
  organization = await anOrganization(db);
  user = await aUser(db, { organization, authority: 'LOCAL_ADMIN' });
  operator = await aUser(db, { organization, authority: 'SUPER_ADMIN' });
  const department = await aDepartment(db, { organizationId: organization.id });
  meter = await aMeter(db, { department, sensors: ['CO2'] });
  purifierId = await aPurifier(db, meter.id);
  login = await aCredential(db, { organization, code: meter.code, meterId: meter.id });
  dir = aDataDir();
  cleanups.push(dir.remove);
}, 120_000);
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}, 120_000);

const startMachine = async (options: { roles: string; dataDir?: string; offsetS?: number }): Promise<ServerProcess> => {
  const place = ['start', '--data', options.dataDir ?? dir.path, '--database-url', database.url, '--host', '127.0.0.1'];
  const server = await startServer([...place, '--roles', options.roles, '--port', '0', '--mqtt-port', '0'], {
    env: options.offsetS === undefined ? {} : shiftedClock(options.offsetS),
  });
  cleanups.push(() => server.stop());
  return server;
};

const call = (server: ServerProcess, path: string, token = '', body?: object): Promise<Response> =>
  fetch(`${server.url}/api/v1${path}`, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
const logIn = async (server: ServerProcess, { code, login: id, password }: TestUser): Promise<string> => {
  const answer = await call(server, '/login', '', { code, id, password });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
};
const topicOf = (rest: string): string => `airdeck/v1/${organization.code}/${meter.code}/${rest}`;
const connect = (server: ServerProcess, options: mqtt.IClientOptions = {}): Promise<MqttClient> =>
  mqtt.connectAsync(server.mqttUrl, { ...login, clientId: meter.code, reconnectPeriod: 0, ...options }, false);
const send = (client: MqttClient, rest: string, message: object) =>
  client.publishAsync(topicOf(rest), JSON.stringify(message), { qos: 1 });
const openAlarms = async (): Promise<string[]> => {
  const { rows } = await database.db.query<{ code: string }>(sql`
    select code from alarm where organization_id is null and ended_time is null order by 1`);
  return rows.map(({ code }) => code);
};

/** Columns of all tables with a time near that of a clock with this offset. */
const timesNear = async (offsetMs: number): Promise<string[]> => {
  const { db } = database;
  const { rows: columns } = await db.query<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'`);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rowCount } = await db.query({
      text: `select from "${table}" where "${column}" between now() + $1 * interval '1 ms' - interval '3 minutes'
        and now() + $1 * interval '1 ms' + interval '3 minutes'`,
      values: [offsetMs],
    });
    if (rowCount > 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
};

describe.skipIf(!canShiftClocks)('a machine whose clock is off by ten minutes (needs libfaketime)', () => {
  it.each([600, -600])(
    'says so, follows the others, and neither loses nor contradicts anything: %i s',
    async (offsetS) => {
      const right = await startMachine({ roles: 'web,devices,work' });
      const wrong = await startMachine({ roles: 'web,devices,work', offsetS });
      const offsetMs = offsetS * 1_000;

      // Operators see it.
      expect(wrong.output()).toMatch(new RegExp(`differs by ${offsetS} s from the database's`));
      expect(right.output()).not.toContain("from the database's");
      const operatorToken = await logIn(right, operator);
      const overview = async () => {
        const answer = await call(right, '/installation', operatorToken);
        const { processes } = (await answer.json()) as { processes: { clock_offset_s: number | null }[] };
        return processes.map(({ clock_offset_s }) => Math.round((clock_offset_s ?? 0) / 60)).toSorted((a, b) => a - b);
      };
      const minutes = [0, 0, 0, ...Array.from({ length: 3 }, () => offsetS / 60)].toSorted((a, b) => a - b);
      await expect.poll(overview, SLOW).toEqual(minutes);
      await expect.poll(openAlarms, SLOW).toContain('S011');

      // A session holds on both machines, and ends on both.
      for (const [first, second] of [
        [right, wrong],
        [wrong, right],
      ] as const) {
        const token = await logIn(first, user);
        expect((await call(second, '/users/me', token)).status).toBe(200);
        expect((await call(first, '/users/me', token)).status).toBe(200);
        expect((await call(second, '/logout', token, {})).status).toBe(200);
        await expect.poll(async () => (await call(first, '/users/me', token)).status, SLOW).toBe(401);
      }

      // Readings with the right time, and without one.
      const at = Date.now();
      const device = await connect(wrong);
      await send(device, 'readings', { time: at, readings: { CO2: 701 } });
      await send(device, 'readings', { readings: { CO2: 702 } });
      const { rows: frames } = await database.db.query<{ time: Date; value: number[] }>(
        sql`select time, value from frame where meter_id = ${meter.id} order by value`,
      );
      expect(frames.map(({ value }) => value)).toEqual([[701], [702]]);
      expect(frames[0]?.time.getTime()).toBe(at);
      expect(Math.abs((frames[1]?.time.getTime() ?? 0) - Date.now())).toBeLessThan(NEAR_MS);

      // A command of one machine reaches a device at the other one in time, in both directions.
      const command = async (from: ServerProcess, to: MqttClient, action: string): Promise<void> => {
        await to.subscribeAsync(topicOf('commands'), { qos: 1 });
        const heard: { id: string; expires: string }[] = [];
        to.on('message', (_, payload) => heard.push(JSON.parse(String(payload))));
        const sent = await call(from, '/control/commands', await logIn(from, user), {
          ...{ batch_id: randomUUID(), purifier_ids: [purifierId], command: 'FAN_SPEED', action },
        });
        expect(sent.status).toBe(200);
        await expect.poll(() => heard.length, SLOW).toBe(1);
        const left = Date.parse(heard[0]?.expires ?? '') - Date.now();
        expect(Math.abs(left)).toBeLessThan(NEAR_MS);
        await send(to, 'commands/ack', { id: heard[0]?.id, state: 'ACCEPTED' });
        await send(to, 'purifiers/1/state', { power: 'ON', fan_speed: action });
        const state = async () =>
          (
            await database.db.query<{ state: string }>(
              sql`select state from command where id = ${Number(heard[0]?.id)}`,
            )
          ).rows[0]?.state;
        await expect.poll(state, SLOW).toBe('CONFIRMED');
        to.removeAllListeners('message');
      };
      await send(device, 'purifiers/1/state', { power: 'ON', fan_speed: 'WEAK' });
      await command(right, device, 'STRONG');

      // The device moves to the other machine: one connection is left, and no last will says that it is offline.
      const will = {
        topic: topicOf('status'),
        payload: Buffer.from('{"status":"OFFLINE"}'),
        qos: 1,
        retain: false,
      } as const;
      await device.endAsync();
      const former = await connect(wrong, { will });
      await send(former, 'status', { status: 'ONLINE' });
      const closed = new Promise<void>((resolve) => former.once('close', () => resolve()));
      const latter = await connect(right, { will });
      await send(latter, 'status', { status: 'ONLINE' });
      await closed;
      await command(wrong, latter, 'MEDIUM');
      const status = async () =>
        (
          await database.db.query<{ status: string; changed_time: Date }>(
            sql`select status, changed_time from device_status where meter_id = ${meter.id}`,
          )
        ).rows[0];
      expect(await status()).toMatchObject({ status: 'ONLINE' });

      // Lost at one machine, it is offline until it connects to the other one.
      latter.stream.destroy();
      await expect.poll(async () => (await status())?.status, SLOW).toBe('OFFLINE');
      const back = await connect(wrong, { will });
      await send(back, 'status', { status: 'ONLINE' });
      await expect.poll(async () => (await status())?.status, SLOW).toBe('ONLINE');
      back.stream.destroy();
      await expect.poll(async () => (await status())?.status, SLOW).toBe('OFFLINE');
      expect(Math.abs(((await status())?.changed_time.getTime() ?? 0) - Date.now())).toBeLessThan(NEAR_MS);

      const { rows: rejections } = await database.db.query<{ reason: string }>(
        sql`select distinct reason from rejection`,
      );
      expect(rejections).toEqual([]);
      expect(await timesNear(0)).toEqual(
        expect.arrayContaining(['command.sent_time', 'frame.time', 'session.login_time']),
      );
      expect(await timesNear(offsetMs)).toEqual([]);
    },
    300_000,
  );
});

it('names machines that have different keys, in the log, on the screen and by an alarm, until they agree', async () => {
  const first = await startMachine({ roles: 'web,work' });
  const other = aDataDir();
  cleanups.push(other.remove);
  const stranger = await startMachine({ roles: 'web', dataDir: other.path });
  // Each process shares other keys with it: one line names all of them.
  const said = stranger
    .output()
    .split('\n')
    .filter((line) => line.includes('another machine has different keys'));
  expect(said.map((line) => JSON.parse(line).keys)).toEqual([['local-server.key', 'push.key', 'token.key']]);
  const token = await logIn(first, operator);
  expect((await call(stranger, '/users/me', token)).status).toBe(401);
  const different = async () => {
    const answer = await call(first, '/installation', token);
    return ((await answer.json()) as { different_keys: string[] }).different_keys;
  };
  expect(await different()).toEqual(['local-server.key', 'push.key', 'token.key']);
  await expect.poll(openAlarms, SLOW).toContain('S010');
  await stranger.stop();
  const agreeing = await startMachine({ roles: 'web' });
  expect(agreeing.output()).not.toContain('different keys');
  expect(await different()).toEqual([]);
  expect((await call(agreeing, '/users/me', token)).status).toBe(200);
  await expect.poll(openAlarms, SLOW).not.toContain('S010');
}, 300_000);
