import { HOUR_MS } from '@airdeck/domain/duration';
import type { MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, aPurifier, type TestOrganization } from '../../testing/factory.ts';
import { failing, run } from '../../testing/failing-table.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
const clock = { now: () => NOW };
/** Long enough on a busy machine; without its mend a test would wait for ever. */
const DEADLINE = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
let devices: DeviceServer;
let organization: TestOrganization;
let meter: { id: number; code: string };
let login: { username: string; password: string };
let device: MqttClient;

beforeAll(async () => {
  database = await testDatabase();
  organization = await anOrganization(database.db);
  devices = await openDeviceServer(database.db, clock);
});
afterAll(async () => {
  await devices.close();
  await database.close();
});
beforeEach(async () => {
  const department = await aDepartment(database.db, { organizationId: organization.id });
  meter = await aMeter(database.db, { department, sensors: ['CO2'] });
  await aPurifier(database.db, meter.id);
  login = await aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
  await devices.registry.reload();
  device = await devices.connect(login);
});

const topicOf = (rest: string) => `airdeck/v1/${organization.code}/${meter.code}/${rest}`;
const send = (rest: string, payload: string, qos: 0 | 1 | 2 = 1) =>
  device.publishAsync(topicOf(rest), payload, { qos });
/** The counts of the meter; those in memory are saved by stopping and starting. */
const rejected = async () => {
  await devices.ingest.stop();
  await devices.ingest.start();
  const { rows } = await database.db.query<{ key: string; reason: string; count: number }>(
    sql`select key, reason, count from rejection where device_code = ${meter.code} order by key, reason`,
  );
  return rows;
};
const waiting = async () =>
  (await database.db.query(sql`select id from quarantine where device_code = ${meter.code}`)).rows;
const isAlive = () => send('readings', JSON.stringify({ readings: { CO2: 500 } }));

const nested = (depth: number, inner = '', open = '[', close = ']') => open.repeat(depth) + inner + close.repeat(depth);
const DEEP = [
  ['arrays', nested(20_000)],
  ['objects', nested(8_000, '1', '{"a":', '}')],
  ['arrays in a reading', `{"readings":{"CO2":${nested(20_000)}}}`],
  ['arrays in unknown properties', `{"status":"ONLINE","power":"ON","readings":{"CO2":1},"x":${nested(20_000)}}`],
  ['objects with a repeated key', `{"a":1,"a":2,"x":${nested(8_000, '1', '{"a":', '}')}}`],
] as const;
const TOPICS = ['readings', 'status', 'purifiers/1/state', 'errors'];

describe('a payload nested deep', { timeout: 60_000 }, () => {
  it.each(DEEP.flatMap(([what, payload]) => TOPICS.map((rest) => ({ what, rest, payload }))))(
    'of $what to $rest is counted and acknowledged at any QoS, and its connection stays',
    async ({ rest, payload }) => {
      for (const qos of [0, 1, 2] as const) await send(rest, payload, qos);
      await isAlive();
      expect(await rejected()).toEqual([{ key: '', reason: 'TOO_DEEP', count: 3 }]);
    },
  );

  it('of a last will is counted too', async () => {
    const will = { topic: topicOf('status'), payload: Buffer.from(nested(20_000)), qos: 1, retain: false } as const;
    const dying = await devices.connect({ ...login, clientId: 'dying', will });
    dying.stream.destroy();
    await expect.poll(rejected, DEADLINE).toEqual([{ key: '', reason: 'TOO_DEEP', count: 1 }]);
    await isAlive();
  });
});

const ABSURD = [
  '-8640000000000000',
  '8640000000000000',
  '-9007199254740991',
  String(Date.UTC(1899, 11, 31)),
  String(Date.UTC(2200, 0, 1, 0, 0, 0, 1)),
  '"0000-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59.999Z"',
  '"2026-11-21T00:00:00+99:99"',
  '"yesterday"',
  '1e300',
  '{}',
  'null',
];

describe('an absurd time', { timeout: 60_000 }, () => {
  it.each(ABSURD)('%s is rejected, counted and acknowledged on every topic, and waits nowhere', async (time) => {
    await send('readings', `{"time":${time},"readings":{"CO2":1}}`);
    await send('status', `{"time":${time},"status":"ONLINE"}`);
    await send('purifiers/1/state', `{"time":${time},"power":"ON"}`);
    await send('errors', `{"time":${time},"code":"M003","state":"RAISED"}`);
    await isAlive();
    expect(await rejected()).toEqual([{ key: '', reason: 'BAD_TIME', count: 4 }]);
    expect(await waiting()).toEqual([]);
  });

  it('of an unregistered device does not stop messages that others have waiting', async () => {
    const gateway = await aCredential(database.db, { organization, code: `GW-${meter.id}`, meterId: null });
    await devices.registry.reload();
    const client = await devices.connect(gateway);
    const frame = (time: number) => JSON.stringify({ time, readings: { CO2: 1 } });
    const to = (code: string) => `airdeck/v1/${organization.code}/${code}/readings`;
    await client.publishAsync(to('ABSURD'), frame(-8.64e15), { qos: 1 });
    await client.publishAsync(to(meter.code), frame(NOW + HOUR_MS), { qos: 1 });
    expect(await waiting()).toHaveLength(1);
  });
});

describe('what a device says of itself or its purifier', { timeout: 60_000 }, () => {
  const SAYINGS = [
    ['status', 'device_status', '{"status":"ONLINE"}', `status <> 'ONLINE'`],
    ['purifiers/1/state', 'purifier_state', '{"power":"ON"}', `state->>'power' <> 'ON'`],
    ['errors', 'device_error', '{"code":"M003","state":"RAISED"}', `state <> 'RAISED'`],
  ] as const;

  it.each(SAYINGS)(
    'on %s is counted and acknowledged when the database refuses it',
    async (rest, table, payload, check) => {
      await run(database.db, `alter table ${table} add constraint refuse check (${check}) not valid`);
      try {
        await send(rest, payload);
      } finally {
        await run(database.db, `alter table ${table} drop constraint refuse`);
      }
      expect(await rejected()).toEqual([{ key: '', reason: 'REFUSED', count: 1 }]);
    },
  );

  it.each(SAYINGS)('on %s is acknowledged when it is stored, after trying again', async (rest, table, payload) => {
    const trouble = await failing(database.db, table, '53100', 2);
    await send(rest, payload);
    expect(await trouble.tries()).toBe(3);
    await trouble.end();
    const { rows } = await database.db.query(sql([`select from ${table}`]));
    expect(rows.length).toBeGreaterThan(0);
    expect(await rejected()).toEqual([]);
  });

  it('before 2020 is rejected too', async () => {
    await send('status', '{"status":"ONLINE","time":0}');
    await send('purifiers/1/state', '{"power":"ON","time":0}');
    await send('errors', '{"code":"M003","state":"RAISED","time":0}');
    expect(await rejected()).toEqual([{ key: '', reason: 'BAD_TIME', count: 3 }]);
  });
});

describe('a purifier that reports nonsense', () => {
  it.each([
    ['reserved_start', '"\\u0000"'],
    ['reserved_end', '"\\ud800"'],
    ['reserved_start', `"${'8'.repeat(50_000)}"`],
    ['reserved_start', '"2560"'],
    ['filter_period_h', '1e308'],
    ['filter_use_h', '[-1]'],
    ['filter_use_h', '[1,2,3,4]'],
  ])('in %s is rejected, counted and acknowledged', async (field, value) => {
    await send('purifiers/1/state', `{"power":"ON","${field}":${value}}`);
    expect(await rejected()).toEqual([{ key: '', reason: 'NOT_A_FRAME', count: 1 }]);
  });
});

describe('an error that a device reports', { timeout: 30_000 }, () => {
  it.each([
    ['no code', '{"state":"RAISED"}', 'NOT_A_FRAME'],
    ['a code that is none', '{"code":"M 003","state":"RAISED"}', 'NOT_A_FRAME'],
    ['a code with a line after it', '{"code":"M003\\n","state":"RAISED"}', 'NOT_A_FRAME'],
    ['a code of 33 characters', `{"code":"${'M'.repeat(33)}","state":"RAISED"}`, 'NOT_A_FRAME'],
    ['an unknown code', '{"code":"M999","state":"RAISED"}', 'UNKNOWN_CODE'],
    ['no state', '{"code":"M003"}', 'NOT_A_FRAME'],
    ['another state', '{"code":"M003","state":"CLEARED"}', 'NOT_A_FRAME'],
    ['a sensor that is none', '{"code":"M005","state":"RAISED","sensor":"CO3"}', 'NOT_A_FRAME'],
    ['a sensor that it does not have', '{"code":"M005","state":"RAISED","sensor":"CO2:2"}', 'UNKNOWN_SENSOR'],
    ['a purifier that is none', '{"code":"P002","state":"RAISED","purifier":0}', 'NOT_A_FRAME'],
    ['a purifier that it does not have', '{"code":"P002","state":"RAISED","purifier":2}', 'UNKNOWN_PURIFIER'],
    ['two parts', '{"code":"P002","state":"RAISED","purifier":1,"sensor":"CO2"}', 'NOT_A_FRAME'],
    ['too many words', `{"code":"M003","state":"RAISED","detail":"${'x'.repeat(201)}"}`, 'NOT_A_FRAME'],
    ['an array', '[{"code":"M003","state":"RAISED"}]', 'NOT_A_FRAME'],
  ])('with %s is counted and acknowledged, and stored nowhere', async (_, payload, reason) => {
    await send('errors', payload);
    await isAlive();
    expect(await rejected()).toEqual([{ key: '', reason, count: 1 }]);
    const stored = await database.db.query(sql`select from device_error where meter_id = ${meter.id}`);
    expect(stored.rowCount).toBe(0);
  });
});
