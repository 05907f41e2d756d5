import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../device-messages/secret.ts';
import { type DeviceApp, openDeviceApp } from '../../testing/device-app.ts';
import { aCredential } from '../../testing/device-server.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  type TestDepartment,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const DEADLINE = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
let app: DeviceApp;
let own: TestOrganization;
let department: TestDepartment;
let made = 0;
let code: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db);
  department = await aDepartment(db, { organizationId: own.id });
  await db.query(sql`update organization set enrolment_hash = ${hashSecret('enrol')} where id = ${own.id}`);
  app = await openDeviceApp(database, own);
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(() => {
  code = `NEW-${++made}`;
});

const topicOf = (of: string) => `airdeck/v1/${own.code}/${of}/readings`;
const connect = (of = code, password = 'enrol') => app.devices.connect({ username: `${own.code}:${of}`, password });
const closed = (device: { once(event: 'close', listener: () => void): unknown }) =>
  new Promise((resolve) => device.once('close', () => resolve('closed')));

const START = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS;

/** Sends frames of an unregistered device, ten minutes apart. */
const speak = async (frames: number, of = code) => {
  const device = await connect(of);
  for (let i = 0; i < frames; i++) {
    const time = new Date(START + i * 10 * MINUTE_MS).toISOString();
    await device.publishAsync(topicOf(of), JSON.stringify({ time, readings: { CO2: 500 + i, 'PM10:2': 20 } }), {
      qos: 1,
    });
  }
  return device;
};
const rowOf = async (of = code) => (await app.ask('GET', `/unregistered?search=${of}`)).body.content[0];
const stored = async (meterId: number) =>
  (await database.db.query(sql`select value from frame where meter_id = ${meterId} order by time`)).rows;
const waiting = async (of = code) =>
  (await database.db.query(sql`select from quarantine where device_code = ${of}`)).rows.length;

describe('an unregistered device', () => {
  it('is listed with what is known of it, and drawn small', async () => {
    await speak(5);
    const row = await rowOf();
    expect(row).toMatchObject({
      ...{ code, ip: '127.0.0.1', message_count: 5, waiting_count: 5, blocked: 'N', version: 1 },
      organization_id: own.id,
    });
    const { body } = await app.ask('GET', `/unregistered/${row.id}/readings`);
    expect(body).toMatchObject({ frames: 5, odd_frames: 0, interval_s: 600, from: new Date(START).toISOString() });
    expect(body.channels).toMatchObject([
      { type: 'PM10', sequence: 2, count: 5, min: 20, max: 20 },
      { type: 'CO2', sequence: 1, count: 5, min: 500, max: 504, last: 504 },
    ]);
    const values: (number | null)[] = body.channels[1].values;
    expect(values).toHaveLength(60);
    expect(values.filter((value) => value !== null)).toEqual([500, 501, 502, 503, 504]);
  });

  it('is drawn without what a wrong clock said', async () => {
    const device = await speak(2);
    await device.publishAsync(topicOf(code), '{"time":0,"readings":{"CO2":1}}', { qos: 1 });
    const { body } = await app.ask('GET', `/unregistered/${(await rowOf()).id}/readings`);
    expect(body).toMatchObject({ frames: 2, odd_frames: 1, channels: [{}, { min: 500 }] });
  });

  it('becomes a meter with the chosen sensors; what waits is its history, and its own secret lets it in', async () => {
    const device = await speak(3);
    const end = closed(device);
    const { id } = await rowOf();
    const { status, body } = await app.ask('POST', `/unregistered/${id}/registration`, {
      department_id: department.id,
      name: '교실 측정기',
      receives_secret: 'N',
      sensors: [{ type: 'CO2', sequence: 1, name: '칠판 옆' }],
    });
    expect([status, body]).toMatchObject([200, { code, name: '교실 측정기', ip: '127.0.0.1', interval_s: 600 }]);
    expect(body.credential).toMatchObject({ username: `${own.code}:${code}`, mqtt_port: 1883, mqtt_tls: true });
    expect(await end).toBe('closed');
    await expect.poll(waiting, DEADLINE).toBe(0);
    expect(await stored(body.id)).toHaveLength(3);
    expect([...(app.devices.registry.snapshot().meters.get(body.id)?.sensors.values() ?? [])]).toMatchObject([
      { type: 'CO2', name: '칠판 옆' },
    ]);
    expect(await rowOf()).toBeUndefined();
    await expect(connect()).rejects.toThrow();
    const again = await connect(code, body.credential.secret);
    await again.publishAsync(topicOf(code), '{"readings":{"CO2":812}}', { qos: 1 });
    expect(await stored(body.id)).toHaveLength(4);
  });

  it('is registered by its department alone: the rest follows from its code and what it said', async () => {
    await speak(2);
    const { id } = await rowOf();
    const { body } = await app.ask('POST', `/unregistered/${id}/registration`, { department_id: department.id });
    expect(body).toMatchObject({ name: code, type: 'METER', interval_s: 600, sensor_count: 2 });
  });

  it('takes over the history of the deleted meter that had its code', async () => {
    await speak(2);
    const first = await app.ask('POST', `/unregistered/${(await rowOf()).id}/registration`, {
      department_id: department.id,
    });
    await expect.poll(() => stored(first.body.id), DEADLINE).toHaveLength(2);
    await app.ask('DELETE', `/meters/${first.body.id}?version=1`);
    const device = await connect();
    await device.publishAsync(topicOf(code), '{"readings":{"CO2":700}}', { qos: 1 });
    await expect.poll(waiting, DEADLINE).toBe(1);
    const { id } = await rowOf();
    const { status, body } = await app.ask('POST', `/unregistered/${id}/registration`, {
      ...{ department_id: department.id, take_over: 'Y' },
    });
    expect([status, body.id, body.name]).toEqual([200, first.body.id, code]);
    await expect.poll(() => stored(body.id), DEADLINE).toHaveLength(3);
  });

  it("stays when its registration fails: another organization's department, a name that is taken", async () => {
    await speak(1);
    const { id } = await rowOf();
    const foreign = await aDepartment(database.db);
    await aMeter(database.db, { department, name: `Taken ${code}` });
    await app.devices.registry.reload();
    const path = `/unregistered/${id}/registration`;
    expect(await app.ask('POST', path, { department_id: foreign.id })).toMatchObject({
      ...{ status: 404, body: { errors: { department_id: 'INVALID' } } },
    });
    const taken = await app.ask('POST', path, { department_id: department.id, name: `Taken ${code}` });
    expect([taken.status, taken.body.code]).toEqual([409, 'DUPLICATION_METER_NAME']);
    expect(await rowOf()).toMatchObject({ id, waiting_count: 1 });
  });

  it('is registered once, however many try', async () => {
    await speak(1);
    const { id } = await rowOf();
    const answers = await Promise.all(
      ['A', 'B'].map((name) =>
        app.ask('POST', `/unregistered/${id}/registration`, { department_id: department.id, name: name + code }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  it('is no longer listed when a meter of its code is added in another way', async () => {
    await speak(1);
    await aMeter(database.db, { department, code });
    expect(await rowOf()).toBeUndefined();
  });

  it('is thrown away with what waits of it, and comes back when it speaks again', async () => {
    const device = await speak(2);
    const { id, version } = await rowOf();
    expect((await app.ask('DELETE', `/unregistered/${id}?version=${version}`)).status).toBe(200);
    expect([await rowOf(), await waiting()]).toEqual([undefined, 0]);
    await device.publishAsync(topicOf(code), '{"readings":{"CO2":812}}', { qos: 1 });
    expect(await rowOf()).toMatchObject({ message_count: 1, waiting_count: 1 });
  });

  it('is refused while it is blocked: its connection ends, what a gateway says for it is counted and dropped', async () => {
    const device = await speak(1);
    const end = closed(device);
    const { id } = await rowOf();
    const block = (blocked: string, version: number) => app.ask('PUT', `/unregistered/${id}`, { blocked, version });
    expect((await block('Y', 1)).body).toMatchObject({ blocked: 'Y', version: 2, waiting_count: 1 });
    expect(await end).toBe('closed');
    await expect(connect()).rejects.toThrow();

    const gateway = await app.devices.connect(
      await aCredential(database.db, { organization: own, code: `GW-${code}`, meterId: null }).then(async (login) => {
        await app.devices.registry.reload();
        return login;
      }),
    );
    await gateway.publishAsync(topicOf(code), '{"readings":{"CO2":812}}', { qos: 1 });
    await app.devices.ingest.stop();
    await app.devices.ingest.start();
    expect(await waiting()).toBe(1);
    const { rows } = await database.db.query(sql`select reason, count from rejection where device_code = ${code}`);
    expect(rows).toEqual([{ reason: 'REFUSED', count: 1 }]);

    expect((await app.ask('GET', '/unregistered?blocked=Y')).body.content).toMatchObject([{ code }]);
    await block('N', 2);
    await (await connect()).endAsync();
  });

  it('stays blocked when others are forgotten', async () => {
    const long = new Date(Date.now() - 100 * 24 * 60 * MINUTE_MS);
    for (const [each, blocked] of [
      [`${code}-B`, 'Y'],
      [`${code}-N`, 'N'],
    ]) {
      await database.db.query(sql`insert into unregistered_device
        (organization_id, code, first_seen_time, last_seen_time, message_count, blocked)
        values (${own.id}, ${each}, ${long}, ${long}, 1, ${blocked})`);
    }
    await app.devices.ingest.stop();
    await app.devices.ingest.start();
    expect((await app.ask('GET', `/unregistered?search=${code}-`)).body.content).toMatchObject([{ blocked: 'Y' }]);
  });
});

describe("a meter's secret", () => {
  it('is renewed: who came with the old one is disconnected, and the new one lets in', async () => {
    const meter = await aMeter(database.db, { department, code });
    const login = await aCredential(database.db, { organization: own, code, meterId: meter.id });
    await app.devices.registry.reload();
    const end = closed(await app.devices.connect(login));
    const { status, body } = await app.ask('POST', `/meters/${meter.id}/secret`);
    expect([status, body.credential.username]).toEqual([200, login.username]);
    expect(await end).toBe('closed');
    await expect(app.devices.connect(login)).rejects.toThrow();
    await (await connect(code, body.credential.secret)).endAsync();
    const { rows } = await database.db.query(sql`select action, entity, entity_id, after from audit
      where entity_id = ${meter.id} and entity = 'meters'`);
    expect(rows).toEqual([{ action: 'write', entity: 'meters', entity_id: meter.id, after: { secret: 'renewed' } }]);
  });

  it('is its first one, where its gateway spoke for it so far', async () => {
    const meter = await aMeter(database.db, { department, code });
    await app.devices.registry.reload();
    const { body } = await app.ask('POST', `/meters/${meter.id}/secret`);
    await (await connect(code, body.credential.secret)).endAsync();
  });

  it("is not made where a gateway has the meter's code, nor for another organization's meter", async () => {
    const meter = await aMeter(database.db, { department, code });
    await aCredential(database.db, { organization: own, code, meterId: null });
    const foreign = await aMeter(database.db);
    await app.devices.registry.reload();
    const answer = await app.ask('POST', `/meters/${meter.id}/secret`);
    expect([answer.status, answer.body.code]).toEqual([409, 'DUPLICATION_METER_CODE']);
    expect((await app.ask('POST', `/meters/${foreign.id}/secret`)).status).toBe(404);
  });
});
