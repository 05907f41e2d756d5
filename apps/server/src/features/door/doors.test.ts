import { API_BASE } from '@airdeck/contract/route';
import { EXAMPLES } from '@airdeck/drivers/families/examples';
import { MAX_PARTS } from '@airdeck/drivers/types';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDevicesRole } from '../../testing/devices-role.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type Ask, type Body, logIn } from '../../testing/signed-in.ts';
import { SITE_ACCOUNT, SITE_BROKERS, type SiteBroker } from '../../testing/site-broker.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';

let database: TestDatabase;
let web: WebServer;
let devices: Awaited<ReturnType<typeof openDevicesRole>>;
let own: TestOrganization;
let ask: Ask;
const clients: MqttClient[] = [];

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db, {});
  const user = await aUser(database.db, { organization: own, authority: 'SUPER_ADMIN' });
  const department = await aDepartment(database.db, { organizationId: own.id });
  meters = [];
  for (let i = 0; i < 8; i++) meters.push(await aMeter(database.db, { department }));
  for (const { id } of meters) await aPurifier(database.db, id, 1);
  web = await openWebServer(database, ['--local-server-allow', '127.0.0.1']);
  devices = await openDevicesRole(database, web.dataDir);
  ask = await logIn(web.base, user);
});
afterAll(async () => {
  for (const client of clients) await client.endAsync(true);
  await devices.close();
  await web.close();
  await database.close();
});

/** Registered before the processes start, which follow changes by people only. */
let meters: TestMeter[];
const ownMeter = (): TestMeter => {
  const meter = meters.pop();
  if (meter === undefined) throw new Error('no meter is left');
  return meter;
};
const addDoor = async (fields: object): Promise<Body> => {
  const { status, body } = await ask('POST', '/device-doors', { organization_id: own.id, ...fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
/** The devices of a door, polled until the condition holds. */
const devicesOf = (doorId: number, isReady: (rows: Body[]) => boolean): Promise<Body[]> =>
  eventually(async () => (await ask('GET', `/door-devices?doorId=${doorId}&size=100`)).body.content as Body[], isReady);
const eventually = async <T>(read: () => Promise<T>, isReady: (value: T) => boolean): Promise<T> => {
  let last: T = await read();
  await expect
    .poll(async () => {
      last = await read();
      return isReady(last);
    })
    .toBe(true);
  return last;
};
/** Stored readings of a meter by time and channel. */
const framesOf = async (meterId: number) => {
  const { rows } = await database.db.query<{ time: Date; channel: number[]; value: number[] }>(
    sql`select time, channel, value from frame where meter_id = ${meterId} order by time`,
  );
  return rows;
};
const bind = async (device: Body, fields: object): Promise<Body> => {
  // The sample of a device is saved a little later than its message.
  const preview = await eventually(
    async () => (await ask('GET', `/door-devices/${device.id}/preview`)).body,
    ({ values }) => values.length > 0,
  );
  const sensors = preview.values.map(({ sensor, channel }: Body) => ({ sensor, channel }));
  const { status, body } = await ask('PUT', `/door-devices/${device.id}`, {
    ...{ driver: null, purifier: null, sensors, interval_s: preview.default_interval_s, blocked: 'N' },
    ...fields,
    version: (await ask('GET', `/door-devices/${device.id}`)).body.version,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

const am308 = EXAMPLES['milesight-am']?.examples.find(({ name }) => name === 'AM308');
const uplink = (time: string, data = Buffer.from(am308?.hex ?? '', 'hex').toString('base64')) => ({
  deduplicationId: time,
  time,
  deviceInfo: { devEui: '24E124710C000004', deviceProfileName: 'AM308', tags: {} },
  fPort: 85,
  data,
});

describe('requests with a token', () => {
  test('wait with their data until the device is bound, and are stored then', async () => {
    const door = await addDoor({ name: 'ChirpStack HTTP', kind: 'HTTP' });
    const { path } = door.credential;
    const post = (body: object, event = 'up') =>
      fetch(`${web.base.replace(API_BASE, '')}${path}?event=${event}`, { method: 'POST', body: JSON.stringify(body) });
    const times = [0, 1, 2].map((i) => new Date(Date.now() - 600_000 + i * 60_000).toISOString());
    for (const time of times) expect((await post(uplink(time))).status).toBe(200);
    // The same uplink once more, a join, and an event that is no uplink.
    expect((await post(uplink(times[0] ?? ''))).status).toBe(200);
    expect((await post(uplink(times[0] ?? ''), 'join')).status).toBe(200);
    expect((await post(uplink(times[0] ?? ''), 'log')).status).toBe(200);

    const [device] = await devicesOf(door.id, ([row]) => row?.message_count === 5 && row.waiting_count === 4);
    expect(device).toMatchObject({ address: '24e124710c000004', model: 'AM308', meter_id: null });
    const preview = (await ask('GET', `/door-devices/${device.id}/preview`)).body;
    expect(preview).toMatchObject({ envelope: 'chirpstack-v4', driver: 'milesight-am', port: 85, is_text: true });
    // The bytes of the device, and not the network server's message around them.
    expect(preview.decoder_input).toMatchObject({ format: 'HEX', f_port: 85 });
    expect(Buffer.from(preview.decoder_input.content, 'hex').toString('base64')).toBe(JSON.parse(preview.raw).data);
    expect(preview.values.find(({ sensor }: Body) => sensor === 'pm2_5')).toMatchObject({
      channel: 'PM2.5',
      stored: 7,
    });
    expect(preview.values.find(({ sensor }: Body) => sensor === 'battery')).toMatchObject({
      channel: null,
      stored: null,
    });

    const meter = ownMeter();
    const bound = await bind(device, { meter_id: meter.id });
    expect(bound).toMatchObject({ meter_id: meter.id, interval_s: 600 });
    const frames = await eventually(
      () => framesOf(meter.id),
      (rows) => rows.length === 3,
    );
    expect(frames.map(({ time }) => time.toISOString())).toEqual(times);
    expect(frames[0]?.channel).toEqual([101, 201, 401, 501, 601]);
    await devicesOf(door.id, ([row]) => row?.waiting_count === 0);
    // Sensors of the meter were added, and what comes now is stored at once.
    const { rows } = await database.db.query(sql`select type from sensor where meter_id = ${meter.id}`);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    await post(uplink(new Date().toISOString()));
    await eventually(
      () => framesOf(meter.id),
      (all) => all.length === 4,
    );
  });

  test('for too many devices at once are read up to the bound', async () => {
    const { id, credential } = await addDoor({ name: 'Batch', kind: 'HTTP' });
    const groups = Array.from({ length: MAX_PARTS + 1 }, (_, i) => ({
      ...{ Datastream: { '@iot.id': i }, components: ['result'], dataArray: [[1]] },
    }));
    const url = `${web.base.replace(API_BASE, '')}${credential.path}/v1.1/CreateObservations`;
    expect((await fetch(url, { method: 'POST', body: JSON.stringify(groups) })).status).toBe(200);
    const waiting = async () => {
      const { rows } = await database.db.query<{ raw: number; kept: number }>(sql`
        select count(*) filter (where device_id is null)::integer as raw,
          count(*) filter (where device_id is not null)::integer as kept from door_message where door_id = ${id}`);
      return rows[0];
    };
    await expect.poll(waiting).toEqual({ raw: 0, kept: MAX_PARTS });
  });

  test('refuses an unknown, a renewed and a disabled token, and bodies that are too big', async () => {
    const door = await addDoor({ name: 'Tokens', kind: 'HTTP' });
    const post = (path: string, body: string | Uint8Array<ArrayBuffer> = 'x') =>
      fetch(`${web.base.replace(API_BASE, '')}${path}`, { method: 'POST', body }).then(({ status }) => status);
    expect(await post(`${API_BASE}/doors/nonsense`)).toBe(404);
    expect(await post(door.credential.path, 'x'.repeat(70_000))).toBe(400);
    expect(await post(door.credential.path, new Uint8Array([0, 255]))).toBe(200);
    const renewed = (await ask('POST', `/device-doors/${door.id}/secret`)).body.credential;
    expect(await post(door.credential.path)).toBe(404);
    expect(await post(renewed.path)).toBe(200);
    const { version } = (await ask('GET', `/device-doors/${door.id}`)).body;
    await ask('PUT', `/device-doors/${door.id}`, { name: 'Tokens', use: 'N', version });
    expect(await post(renewed.path)).toBe(404);
  });
});

describe('an account of the own broker', () => {
  const connect = async (credential: Body): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${devices.port}`, {
      ...{ username: credential.account, password: credential.secret, reconnectPeriod: 0 },
    });
    clients.push(client);
    return client;
  };

  test('publishes below its filters, and its values are stored before the acknowledgement', async () => {
    const door = await addDoor({ name: 'AirGradient', kind: 'BROKER', filters: ['airgradient/#'] });
    const client = await eventually(
      () => connect(door.credential).catch(() => null),
      (found) => found !== null,
    );
    const topic = 'airgradient/readings/84fce612f5b8';
    const [indoor] = EXAMPLES.airgradient?.examples ?? [];
    await client?.publishAsync(topic, JSON.stringify(indoor?.json), { qos: 1 });
    const [device] = await devicesOf(door.id, ([row]) => row?.address === '84fce612f5b8' && row.waiting_count === 1);
    const meter = ownMeter();
    await bind(device, { meter_id: meter.id });
    await eventually(
      () => framesOf(meter.id),
      (rows) => rows.length === 1,
    );
    await client?.publishAsync(topic, JSON.stringify({ ...(indoor?.json as object), rco2: 801 }), { qos: 1 });
    expect((await framesOf(meter.id)).at(-1)?.value).toContain(801);
    // Other topics close the connection, the native protocol's above all.
    const closed = new Promise<void>((resolve) => client?.once('close', () => resolve()));
    client?.publish(`airdeck/v1/${own.code}/X/readings`, '{}', { qos: 1 });
    await closed;
  });

  test('publishes values of several devices in one message, acknowledged when all of them are safe', async () => {
    const door = await addDoor({ name: 'SensorThings', kind: 'BROKER' });
    const client = await eventually(
      () => connect(door.credential).catch(() => null),
      (found) => found !== null,
    );
    const group = (id: number, name: string, symbol: string, result: number, time: string) => ({
      Datastream: { '@iot.id': id, name, unitOfMeasurement: { symbol } },
      ...{ components: ['phenomenonTime', 'result'], dataArray: [[time, result]] },
    });
    const send = async (minutes: number, co2: number): Promise<string> => {
      const time = new Date(Date.now() - minutes * 60_000).toISOString();
      const groups = [group(1, 'Air temperature', 'degC', 21, time), group(2, 'CO2', 'ppm', co2, time)];
      await client?.publishAsync('v1.1/CreateObservations', JSON.stringify(groups), { qos: 1 });
      return time;
    };
    const first = await send(3, 640);
    const [temperature, co2] = await devicesOf(
      door.id,
      (rows) => rows.length === 2 && rows.every(({ waiting_count }) => waiting_count === 1),
    );
    expect([temperature.address, co2.address]).toEqual(['Datastreams(1)', 'Datastreams(2)']);
    const meter = ownMeter();
    await bind(co2, { meter_id: meter.id });
    await eventually(
      () => framesOf(meter.id),
      (rows) => rows.length === 1,
    );
    const second = await send(2, 650);
    // Read at once: the acknowledgement has come.
    const [waiting, frames] = [await ask('GET', `/door-devices/${temperature.id}`), await framesOf(meter.id)];
    expect(waiting.body.waiting_count).toBe(2);
    expect(frames.map(({ time, value }) => [time.toISOString(), value])).toEqual([
      [first, [640]],
      [second, [650]],
    ]);
  });

  test('ends within a second when its password is renewed', async () => {
    const door = await addDoor({ name: 'Renewed', kind: 'BROKER' });
    const client = await eventually(
      () => connect(door.credential).catch(() => null),
      (found) => found !== null,
    );
    const closed = new Promise<void>((resolve) => client?.once('close', () => resolve()));
    await ask('POST', `/device-doors/${door.id}/secret`);
    await closed;
    await expect(connect(door.credential)).rejects.toThrow();
  });
});

describe.each(SITE_BROKERS)('a local server: $name', ({ open }) => {
  test.skipIf(open === null)('has topics that a door receives', async () => {
    const site: SiteBroker | undefined = await open?.();
    if (site === undefined) return;
    try {
      const { username, password } = SITE_ACCOUNT;
      const { body: server } = await ask('POST', '/local-servers', {
        ...{ organization_id: own.id, name: `S${site.port}`, ip: '127.0.0.1', port: site.port },
        ...{ account: username, account_password: password },
      });
      const door = await addDoor({
        ...{ name: `Site ${site.port}`, kind: 'SITE', local_server_id: server.id, filters: ['airgradient/readings/+'] },
      });
      expect(door.credential).toBeNull();
      const client = await site.connect();
      const [indoor] = EXAMPLES.airgradient?.examples ?? [];
      const say = () => client.publishAsync('airgradient/readings/site1', JSON.stringify(indoor?.json), { qos: 1 });
      // Until the server has subscribed.
      const [device] = await eventually(
        async () => {
          await say();
          return (await ask('GET', `/door-devices?doorId=${door.id}`)).body.content as Body[];
        },
        (rows) => rows.length === 1,
      );
      const meter = ownMeter();
      await bind(device, { meter_id: meter.id });
      await eventually(
        () => framesOf(meter.id),
        (rows) => rows.length > 0,
      );
    } finally {
      await site.close();
    }
  });
});

test('purifiers of meters are bound by their number', async () => {
  const door = await addDoor({ name: 'Purifier', kind: 'HTTP' });
  const meter = ownMeter();
  const fields = { door_id: door.id, address: 'fan', meter_id: meter.id };
  expect((await ask('POST', '/door-devices', { ...fields, purifier: 2 })).body).toMatchObject({
    errors: { purifier: 'NOT_FOUND' },
  });
  expect((await ask('POST', '/door-devices', { ...fields, purifier: 1 })).status).toBe(200);
});
