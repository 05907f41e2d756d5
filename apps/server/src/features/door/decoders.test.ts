import { rmSync } from 'node:fs';
import mqtt, { type MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { openEngine, type TestEngine } from '../../testing/alarm-rig.ts';
import { buildDecoderWorker } from '../../testing/build-program.ts';
import { CODECS } from '../../testing/decoder-sources.ts';
import { openDevicesRole } from '../../testing/devices-role.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type Ask, type Body, logIn } from '../../testing/signed-in.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';
import { addBuiltInErrors } from '../error-catalogue/built-in-error-queries.ts';

let program: URL;
let database: TestDatabase;
let web: WebServer;
let devices: Awaited<ReturnType<typeof openDevicesRole>>;
let own: TestOrganization;
let other: TestOrganization;
let ask: Ask;
let engine: TestEngine;
let meters: TestMeter[];
const clients: MqttClient[] = [];

beforeAll(async () => {
  program = buildDecoderWorker();
  database = await testDatabase();
  own = await anOrganization(database.db, {});
  other = await anOrganization(database.db, {});
  const user = await aUser(database.db, { organization: own, authority: 'SUPER_ADMIN' });
  const department = await aDepartment(database.db, { organizationId: own.id });
  meters = [];
  for (let i = 0; i < 6; i++) meters.push(await aMeter(database.db, { department }));
  web = await openWebServer(database, [], { decoderProgram: program });
  devices = await openDevicesRole(database, web.dataDir, { decoderProgram: program });
  ask = await logIn(web.base, user);
  // As the role `work` does when it starts.
  await addBuiltInErrors(database.db);
  engine = await openEngine(database.url, systemClock);
});
afterAll(async () => {
  for (const client of clients) await client.endAsync(true);
  await engine.stop();
  await devices.close();
  await web.close();
  await database.close();
  rmSync(program);
});

const must = async (method: string, path: string, body?: object): Promise<Body> => {
  const answer = await ask(method, path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const ownMeter = (): TestMeter => {
  const meter = meters.pop();
  if (meter === undefined) throw new Error('no meter is left');
  return meter;
};
const addDecoder = (name: string, fields: object = {}): Promise<Body> =>
  must('POST', '/decoders', { organization_id: own.id, name, source: CODECS.ts013, ...fields });
const saveDecoder = async (id: number, fields: object): Promise<Body> => {
  const { name, version } = await must('GET', `/decoders/${id}`);
  return must('PUT', `/decoders/${id}`, { name, version, ...fields });
};
const addDoor = (name: string, fields: object = {}): Promise<Body> =>
  must('POST', '/device-doors', { organization_id: own.id, name, kind: 'BROKER', ...fields });
const connect = async ({ credential }: Body): Promise<MqttClient> => {
  let client: MqttClient | null = null;
  await expect
    .poll(async () => {
      client = await mqtt
        .connectAsync(`mqtt://127.0.0.1:${devices.port}`, {
          ...{ username: credential.account, password: credential.secret, reconnectPeriod: 0 },
        })
        .catch(() => null);
      return client !== null;
    })
    .toBe(true);
  if (client === null) throw new Error('not connected');
  clients.push(client);
  return client;
};
const deviceOf = async (doorId: number, isReady: (row: Body) => boolean = () => true): Promise<Body> => {
  let found: Body;
  await expect
    .poll(async () => {
      [found] = (await must('GET', `/door-devices?doorId=${doorId}`)).content;
      return found !== undefined && isReady(found);
    })
    .toBe(true);
  return found;
};
const bind = async (device: Body, fields: object): Promise<Body> => {
  const { version } = await must('GET', `/door-devices/${device.id}`);
  const sensors = [
    { sensor: 'temperature', channel: 'TEMPERATURE' },
    { sensor: 'co2', channel: 'CO2' },
  ];
  return must('PUT', `/door-devices/${device.id}`, { driver: null, sensors, blocked: 'N', ...fields, version });
};
/** CO2 readings of a meter by time; temperature is stored as 2150. */
const readings = async (meterId: number): Promise<number[]> => {
  const { rows } = await database.db.query<{ value: number[] }>(
    sql`select value from frame where meter_id = ${meterId} order by time`,
  );
  return rows.flatMap(({ value }) => value.filter((each) => each > 400 && each < 2_000));
};
/** Temperature 21.5 °C, and CO2. */
const bytes = (co2: number): Buffer => Buffer.from([0, 215, co2 >> 8, co2 & 255]);
const LOOP = 'function decodeUplink(input) { for (;;); }';

describe('saving', () => {
  const example = {
    name: 'a room',
    input: { format: 'HEX', content: '00d7 032c', f_port: 2 },
    output: { temperature: 21.5, co2: 812 },
  };

  test('runs all examples first, and names those that fail', async () => {
    const added = await addDecoder('Examples', { examples: [example] });
    expect(added).toMatchObject({ driver: `decoder-${added.id}`, state: 'ON', example_count: 1, use_count: 0 });
    const wrong = { ...example, name: 'another room', output: { temperature: 21.5, co2: 813 } };
    const { version } = added;
    const refused = await ask('PUT', `/decoders/${added.id}`, {
      ...{ name: 'Examples', source: CODECS.ts013, version, examples: [example, wrong] },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETER', errors: { 'examples.another room': 'EXAMPLE_FAILED' } },
    });
    expect(refused.body.errors).not.toHaveProperty('examples.a room');
    const add = (fields: object) => ask('POST', '/decoders', { organization_id: own.id, name: 'X', ...fields });
    expect(await add({ source: 'function (' })).toMatchObject({ body: { errors: { source: 'DECODER_SOURCE' } } });
    expect(await add({ source: 'var a = 1;' })).toMatchObject({ body: { errors: { source: 'DECODER_SOURCE' } } });
    expect(await add({ source: `//${'x'.repeat(65_536)}` })).toMatchObject({
      body: { errors: { source: 'TOO_LONG' } },
    });
  });

  test('keeps each saved source with its author, and the change is in the audit log', async () => {
    const { id } = await addDecoder('Versions');
    const newer = `${CODECS.ts013}\n// newer`;
    await saveDecoder(id, { source: newer });
    await saveDecoder(id, { source: newer });
    const { versions } = await must('GET', `/decoders/${id}/versions`);
    expect(versions).toHaveLength(2);
    expect(versions[0].login).not.toBeNull();
    expect((await must('GET', `/decoders/${id}/source`)).source).toBe(newer);
    expect((await must('GET', `/decoders/${id}/source?versionId=${versions[1].id}`)).source).toBe(CODECS.ts013);
    expect((await ask('GET', `/decoders/${id}/source?versionId=999999`)).status).toBe(404);
    const { rows } = await database.db.query<{ after: Body }>(
      sql`select after from audit where entity = 'decoders' and entity_id = ${id} and action = 'write' order by id`,
    );
    expect(rows[0]?.after).toHaveProperty('source_hash');
    expect(JSON.stringify(rows)).not.toContain('newer');
  });

  test('is limited to decoders of the organization, which is not deleted while it is used', async () => {
    const { id, driver } = await addDecoder('Used');
    const foreign = await addDecoder('Foreign', { organization_id: other.id });
    const refused = { status: 400, body: { errors: { driver: 'NOT_FOUND' } } };
    const add = (fields: object) =>
      ask('POST', '/device-doors', { organization_id: own.id, name: 'D', kind: 'BROKER', ...fields });
    expect(await add({ driver: foreign.driver })).toMatchObject(refused);
    expect(await add({ driver: 'decoder-0' })).toMatchObject(refused);
    const door = await addDoor('Used', { driver });
    expect(
      await ask('POST', '/door-devices', { door_id: door.id, address: 'x', driver: foreign.driver }),
    ).toMatchObject(refused);
    const { decoders } = await must('GET', '/door-parts');
    expect(decoders).toContainEqual({ id: driver, title: 'Used', organization_id: own.id });
    const { version } = await must('GET', `/decoders/${id}`);
    expect(await ask('DELETE', `/decoders/${id}?version=${version}`)).toMatchObject({
      body: { code: 'DECODER_IN_USE' },
    });
  });
});

describe('trying', () => {
  const attempt = (source: string, input: object) => must('POST', '/decoders/try', { source, input });

  test('shows data, values with their channels and ranges, warnings and time', async () => {
    const trial = await attempt(CODECS.ts013, { format: 'BASE64', content: bytes(812).toString('base64'), f_port: 3 });
    expect(trial).toMatchObject({
      ...{ data: { temperature: 21.5, co2: 812 }, failure: null, warnings: ['port 3'] },
      values: [
        { sensor: 'temperature', channel: 'TEMPERATURE', stored: 21.5, unit: '°C' },
        { sensor: 'co2', type: 'CO2', channel: 'CO2', stored: 812, range: { min: expect.any(Number) } },
      ],
    });
    expect(trial.cpu_ms).toBeGreaterThanOrEqual(0);
    const json = 'function decodeUplink(input) { return { data: { co2: input.json.a, topic: input.topic } }; }';
    const content = '{"a": 40000000}';
    const beyond = await attempt(json, { format: 'JSON', content, topic: 't/1' });
    expect(beyond).toMatchObject({ data: { topic: 't/1' }, values: [{ stored: null, channel: 'CO2' }] });
  });

  test('shows the failure with its line', async () => {
    const input = { format: 'HEX', content: '' };
    expect(await attempt('function decodeUplink() {\n  return missing;\n}', input)).toMatchObject({
      ...{ data: null, values: [], failure: { reason: 'EXCEPTION', line: 2 } },
    });
    expect(await attempt(LOOP, input)).toMatchObject({ failure: { reason: 'TIMEOUT', line: null } });
    const body = { source: LOOP, input: { format: 'HEX', content: 'x' } };
    expect((await ask('POST', '/decoders/try', body)).body.errors).toEqual({ 'input.content': 'INVALID' });
    expect((await ask('POST', '/decoders/try', { source: LOOP })).body.errors).toEqual({ input: 'REQUIRED' });
  });
});

test('decodes messages of a device in order, and acknowledges after the commit', async () => {
  const { driver, id } = await addDecoder('Device');
  const door = await addDoor('Device');
  const client = await connect(door);
  await client.publishAsync('rooms/1', bytes(500), { qos: 1 });
  const device = await deviceOf(door.id, (row) => row.waiting_count === 1);
  let preview: Body;
  await expect
    .poll(async () => {
      preview = await must('GET', `/door-devices/${device.id}/preview?driver=${driver}`);
      return preview.values.length;
    })
    .toBe(2);
  expect(preview).toMatchObject({ driver, values: [{ channel: 'TEMPERATURE' }, { channel: 'CO2', stored: 500 }] });
  const tried = await must('POST', '/decoders/try', { source: CODECS.ts013, device_id: device.id });
  expect(tried.data).toEqual({ temperature: 21.5, co2: 500 });

  const meter = ownMeter();
  await bind(device, { driver, meter_id: meter.id });
  await expect.poll(() => readings(meter.id)).toEqual([500]);
  const sent = Array.from({ length: 30 }, (_, i) => 600 + i);
  for (const co2 of sent) await client.publishAsync('rooms/1', bytes(co2), { qos: 1 });
  expect(await readings(meter.id)).toEqual([500, ...sent]);

  // A message on which it fails stores nothing, and is acknowledged with its fault.
  await saveDecoder(id, {
    source: `${CODECS.ts013}\nvar good = decodeUplink; decodeUplink = (input) => {\n  if (input.bytes.length < 4) throw new Error('short');\n  return good(input);\n};`,
  });
  await expect
    .poll(async () => {
      await client.publishAsync('rooms/1', Buffer.from([1]), { qos: 1 });
      return (await must('GET', `/door-devices/${device.id}`)).fault;
    })
    .toMatch(/line \d+: Error: short/);
  await client.publishAsync('rooms/1', bytes(900), { qos: 1 });
  expect((await readings(meter.id)).at(-1)).toBe(900);
});

test('switches a decoder off that runs out of time three times in a row, with an alarm; messages wait until it is saved', async () => {
  const { driver, id } = await addDecoder('Loop', {
    source: `${CODECS.ts013}\nvar good = decodeUplink; decodeUplink = (input) => { while (input.bytes[0]); return good(input); };`,
  });
  const door = await addDoor('Loop', { driver });
  const client = await connect(door);
  await client.publishAsync('rooms/2', bytes(500), { qos: 1 });
  const device = await deviceOf(door.id, (row) => row.waiting_count === 1);
  const meter = ownMeter();
  await bind(device, { meter_id: meter.id });
  await expect.poll(() => readings(meter.id)).toEqual([500]);
  for (let i = 0; i < 3; i++) await client.publishAsync('rooms/2', Buffer.from([1, 0, 0, 0]), { qos: 1 });
  await expect.poll(async () => (await must('GET', `/decoders/${id}`)).state).toBe('OFF_BY_TROUBLE');
  const off = await must('GET', `/decoders/${id}`);
  expect(off.trouble).toMatch(/ms/);
  for (const co2 of [601, 602, 603]) await client.publishAsync('rooms/2', bytes(co2), { qos: 1 });
  expect((await must('GET', `/door-devices/${device.id}`)).waiting_count).toBe(3);
  expect(await readings(meter.id)).toEqual([500]);

  const askAs = async (organization: TestOrganization) =>
    logIn(web.base, await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' }));
  const [inside, outside] = [await askAs(own), await askAs(other)];
  const alarms = async (asker: Ask): Promise<Body[]> => (await asker('GET', '/alarms?search=D001')).body.content;
  await engine.registry.reload();
  await engine.sweep();
  expect(await alarms(inside)).toMatchObject([{ code: 'D001', meter_name: 'Loop', ended_time: null }]);
  expect(await alarms(outside)).toEqual([]);

  // Saving switches it on.
  expect(await saveDecoder(id, { source: CODECS.ts013 })).toMatchObject({ state: 'ON', trouble: null });
  await expect.poll(() => readings(meter.id), { timeout: 20_000 }).toEqual([500, 601, 602, 603]);
  await engine.sweep();
  expect(await alarms(inside)).toMatchObject([{ code: 'D001', ended_time: expect.any(String) }]);
});

test('values of a network server count where no driver reads the bytes', async () => {
  const door = await addDoor('Fallback', { kind: 'HTTP' });
  const uplink = {
    ...{ deduplicationId: 'f1', time: new Date().toISOString(), fPort: 7, data: Buffer.from('?').toString('base64') },
    deviceInfo: { devEui: '0102030405060708', deviceProfileName: 'Unknown', tags: {} },
    object: { temperature: 21.5, co2: 700, battery: 3.6 },
  };
  const { origin } = new URL(web.base);
  const sent = await fetch(`${origin}${door.credential.path}?event=up`, {
    method: 'POST',
    body: JSON.stringify(uplink),
  });
  expect(sent.status).toBe(200);
  const device = await deviceOf(door.id, (row) => row.waiting_count === 1);
  await expect
    .poll(() => must('GET', `/door-devices/${device.id}/preview`))
    .toMatchObject({
      driver: null,
      warnings: [expect.stringContaining('no driver reads the bytes')],
      values: [{ channel: 'TEMPERATURE', stored: 21.5 }, { channel: 'CO2' }, { sensor: 'battery', channel: null }],
    });
});
