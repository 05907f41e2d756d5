import { connect as connectTcp } from 'node:net';
import { HOUR_MS } from '@airdeck/domain/duration';
import type { MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeEntry } from '../../feed/codec.ts';
import type { StoredFrame } from '../../feed/entry.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
const clock = { now: () => NOW };

let database: TestDatabase;
let devices: DeviceServer;
let organization: TestOrganization;
let meter: { id: number; code: string };
let device: MqttClient;
let topic: string;

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
  meter = await aMeter(database.db, { department, sensors: ['CO2', 'PM10'] });
  const login = await aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
  await devices.registry.reload();
  device = await devices.connect(login);
  topic = `airdeck/v1/${organization.code}/${meter.code}/readings`;
});

const send = (payload: unknown) =>
  device.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 });
const stored = async () =>
  (
    await database.db.query<{ time: Date; channel: number[]; value: number[] }>(
      sql`select time, channel, value from frame where meter_id = ${meter.id} order by time`,
    )
  ).rows;
/** The feed entries of the meter's frames. */
const told = async (): Promise<StoredFrame[]> => {
  const { rows } = await database.db.query<{ kind: number; data: Buffer }>(
    sql`select kind, data from feed order by seq`,
  );
  const entries = rows.map(({ kind, data }) => decodeEntry(kind, data));
  const frames = entries.flatMap((entry) => (entry.kind === 'frames' ? entry.frames : []));
  return frames.filter(({ meterId }) => meterId === meter.id);
};
/** The counts of the meter; those in memory are saved by stopping and starting. */
const rejected = async () => {
  await devices.ingest.stop();
  await devices.ingest.start();
  const { rows } = await database.db.query<{ key: string; reason: string; count: number }>(
    sql`select key, reason, count from rejection where device_code = ${meter.code} order by key, reason`,
  );
  return rows;
};

describe('a readings message', () => {
  it('is stored when it is acknowledged, and told in the feed', async () => {
    await send({ time: NOW - 1000, readings: { CO2: 812, PM10: 4.1 } });
    expect(await stored()).toEqual([{ time: new Date(NOW - 1000), channel: [101, 401], value: [41, 812] }]);
    expect(await told()).toEqual([{ meterId: meter.id, time: NOW - 1000, channels: [101, 401], ticks: [41, 812] }]);
  });

  it('gets the time of its arrival when it has none', async () => {
    await send({ readings: { CO2: 812 } });
    expect(await stored()).toMatchObject([{ time: new Date(NOW) }]);
  });

  it('may hold stored frames, of years and days that no partition stood for yet', async () => {
    const times = [Date.UTC(2023, 1, 28, 23, 59), Date.UTC(2024, 1, 29), NOW];
    await send(times.map((time) => ({ time, readings: { CO2: 500 } })));
    expect((await stored()).map((frame) => frame.time.getTime())).toEqual(times);
  });

  it('ignores a repeat, adds missing channels, and keeps the first of two values', async () => {
    const time = NOW - 60_000;
    await send({ time, readings: { CO2: 800 } });
    await send({ time, readings: { CO2: 800 } });
    await send({ time, readings: { CO2: 801, PM10: 3 } });
    await send([
      { time, readings: { PM10: 4 } },
      { time, readings: { HUMIDITY: 40 } },
    ]);
    expect(await stored()).toEqual([{ time: new Date(time), channel: [101, 401, 601], value: [30, 800, 4000] }]);
    expect(await rejected()).toEqual([
      { key: 'CO2', reason: 'CONFLICT', count: 1 },
      { key: 'PM10', reason: 'CONFLICT', count: 1 },
    ]);
    const each = { meterId: meter.id, time };
    expect(await told()).toEqual([
      { ...each, channels: [401], ticks: [800] },
      { ...each, channels: [101], ticks: [30] },
      { ...each, channels: [601], ticks: [4000] },
    ]);
  });

  it('loses only its bad readings, which are counted with their reason', async () => {
    await send('{"readings":{"CO2":"812","PM10":4.1,"NO2":3,"HUMIDITY":101}}');
    await send('{"readings":{"CO2":"812"}}');
    expect(await stored()).toMatchObject([{ channel: [101], value: [41] }]);
    expect(await rejected()).toEqual([
      { key: 'CO2', reason: 'NOT_A_NUMBER', count: 2 },
      { key: 'HUMIDITY', reason: 'OUT_OF_RANGE', count: 1 },
      { key: 'NO2', reason: 'UNKNOWN_TYPE', count: 1 },
    ]);
  });

  it.each(['{"readings":', 'hello', '\u0000\u0001'])(
    'that is no JSON (%j) is counted and acknowledged',
    async (text) => {
      await send(text);
      expect(await stored()).toEqual([]);
      expect(await rejected()).toEqual([{ key: '', reason: 'NOT_JSON', count: 1 }]);
    },
  );

  it('waits in quarantine with both times when its time cannot be right', async () => {
    await send([NOW + 300_001, NOW + 300_000, Date.UTC(2019, 11, 31)].map((time) => ({ time, readings: { CO2: 9 } })));
    expect(await stored()).toMatchObject([{ time: new Date(NOW + 300_000) }]);
    const { rows } = await database.db.query(sql`select reason, measured_time, received_time from quarantine
      where device_code = ${meter.code} order by measured_time`);
    expect(rows).toEqual([
      { reason: 'BEFORE_2020', measured_time: new Date(Date.UTC(2019, 11, 31)), received_time: new Date(NOW) },
      { reason: 'FUTURE', measured_time: new Date(NOW + 300_001), received_time: new Date(NOW) },
    ]);
  });

  it('refuses readings older than the retention of the organization, to the local midnight', async () => {
    await database.db.query(sql`insert into retention values (${organization.id}, 'READING', 40)`);
    await devices.registry.reload();
    // In Seoul it is the 21st of November at noon.
    const midnight = Date.parse('2026-10-12T00:00:00+09:00');
    await send([midnight - 1, midnight, NOW].map((time) => ({ time, readings: { CO2: 500 } })));
    expect((await stored()).map(({ time }) => time.getTime())).toEqual([midnight, NOW]);
    // Frames that waited too long in quarantine are not stored either.
    const code = `${meter.code}-late`;
    const gateway = await aCredential(database.db, { organization, code: `GW-${meter.id}`, meterId: null });
    await devices.registry.reload();
    const client = await devices.connect(gateway);
    await client.publishAsync(
      topic.replace(meter.code, code),
      JSON.stringify([midnight - 2, midnight + 2].map((time) => ({ time, readings: { CO2: 500 } }))),
      { qos: 1 },
    );
    expect(await devices.ingest.release(organization.id, code, meter.id)).toBe(2);
    expect((await stored()).map(({ time }) => time.getTime())).toEqual([midnight, midnight + 2, NOW]);
    expect(await rejected()).toEqual([{ key: '', reason: 'TOO_OLD', count: 2 }]);
    await database.db.query(sql`delete from retention`);
  });

  it('a message that the database refuses is left out of its batch, and the others are stored', async () => {
    await database.db.query(sql`alter table frame add constraint refuse check (value <> '{666}')`);
    try {
      await send([1, 2, 666, 4, 5].map((value, i) => ({ time: NOW - i * 1000, readings: { CO2: value } })));
      expect((await stored()).map((frame) => frame.value)).toEqual([[5], [4], [2], [1]]);
      expect(await rejected()).toEqual([{ key: '', reason: 'REFUSED', count: 1 }]);
    } finally {
      await database.db.query(sql`alter table frame drop constraint refuse`);
    }
  });

  it('marks its hour dirty, once for many', async () => {
    await send([0, 60_000, HOUR_MS].map((age) => ({ time: NOW - age, readings: { CO2: 400 } })));
    await send({ time: NOW - 1, readings: { CO2: 400 } });
    const { rows } = await database.db.query<{ hour: Date }>(
      sql`select hour from dirty_hour where meter_id = ${meter.id} order by hour`,
    );
    expect(rows.map(({ hour }) => hour.getTime())).toEqual([NOW - HOUR_MS, NOW]);
  });
});

describe('the deviceAccess', () => {
  it('refuses a wrong secret, an unknown organization, and ids with wildcards', async () => {
    const login = await aCredential(database.db, { organization, code: 'GOOD', meterId: null });
    await devices.registry.reload();
    const bad = [
      { ...login, password: 'wrong' },
      { ...login, username: '99999999:GOOD' },
      { ...login, username: `${organization.code}:#` },
      { ...login, username: `${organization.code}` },
      { ...login, username: '' },
      { ...login, clientId: 'a/b' },
      {
        ...login,
        will: { topic: 'airdeck/v1/99999999/x/status', payload: Buffer.from('{}'), qos: 1, retain: false } as const,
      },
    ];
    for (const options of bad) await expect(devices.connect(options)).rejects.toThrow();
    await expect(devices.connect(login)).resolves.toBeDefined();
  });

  it('counts a client id within its credential: others neither take it over nor are refused for it', async () => {
    const first = await aCredential(database.db, { organization, code: 'FIRST', meterId: null });
    const second = await aCredential(database.db, { organization, code: 'SECOND', meterId: null });
    await devices.registry.reload();
    const old = await devices.connect({ ...first, clientId: 'same' });
    const other = await devices.connect({ ...second, clientId: 'same' });
    await old.publishAsync(topic, '{"readings":{"CO2":400}}', { qos: 1 });
    const end = new Promise((resolve) => old.once('close', () => resolve('closed')));
    await devices.connect({ ...first, clientId: 'same' });
    expect(await end).toBe('closed');
    await other.publishAsync(topic, '{"readings":{"CO2":400}}', { qos: 1 });
  });

  it.each([
    ['another device', () => topic.replace(meter.code, 'OTHER')],
    ['another organization', () => topic.replace(organization.code, '99999999')],
    ['what the server sends', () => topic.replace('readings', 'commands')],
    ['the broker', () => '$SYS/x'],
    ['no topic of the protocol', () => 'readings'],
  ])('closes a device that publishes to %s', async (_, other) => {
    const closed = new Promise((resolve) => device.once('close', () => resolve('closed')));
    device.publish(other(), '{"readings":{"CO2":1}}', { qos: 1 });
    expect(await closed).toBe('closed');
    expect(await stored()).toEqual([]);
  });

  it.each(['#', '+/+/#', '$SYS/#', '$share/g/#', 'airdeck/v1/+/+/commands', 'airdeck/v1/OTHER/x/commands'])(
    'refuses the subscription to %s',
    async (filter) => {
      await expect(device.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
    },
  );

  it('delivers to a device what the server sends it', async () => {
    const commands = topic.replace('readings', 'commands');
    await device.subscribeAsync(commands, { qos: 1 });
    const received = new Promise((resolve) => device.once('message', (at, payload) => resolve(`${at} ${payload}`)));
    await devices.broker.publish(commands, 'hello', { retain: false });
    expect(await received).toBe(`${commands} hello`);
  });

  it('closes a connection that announces an absurd length before it is buffered', async () => {
    const socket = connectTcp(devices.broker.port(), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    socket.on('error', () => undefined);
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    expect(await closed).toBe('closed');
  });

  it('closes a device whose message is larger than allowed', async () => {
    const closed = new Promise((resolve) => device.once('close', () => resolve('closed')));
    device.publish(topic, Buffer.alloc(1_000_000, 'x'), { qos: 1 });
    expect(await closed).toBe('closed');
  });

  it('lets a gateway speak for its organization, and no other', async () => {
    const gateway = await devices.connect(
      await aCredential(database.db, { organization, code: 'GW', meterId: null }).then(async (login) => {
        await devices.registry.reload();
        return login;
      }),
    );
    await gateway.publishAsync(topic, '{"readings":{"CO2":700}}', { qos: 1 });
    expect(await stored()).toHaveLength(1);
    const closed = new Promise((resolve) => gateway.once('close', () => resolve('closed')));
    gateway.publish(topic.replace(organization.code, '99999999'), '{"readings":{"CO2":1}}', { qos: 1 });
    expect(await closed).toBe('closed');
  });

  it('closes a connection whose first word is not CONNECT', async () => {
    const socket = connectTcp(devices.broker.port(), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    socket.on('error', () => undefined);
    socket.write(Buffer.from([0x30, 0x05, 0x00, 0x01, 0x61, 0x68, 0x69]));
    expect(await closed).toBe('closed');
  });
});
