import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { EXAMPLES } from '@airdeck/drivers/families/examples';
import { REGISTER_MAPS } from '@airdeck/drivers/register-maps/index';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCertificate } from '../../testing/certificate.ts';
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
import { openFeed } from '../../testing/feed-rig.ts';
import { modbusPeer, type Peer, type PeerMemory, rtuGateway, scriptedHost } from '../../testing/modbus-peers.ts';
import { type Ask, type Body, logIn } from '../../testing/signed-in.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openWebServer, type WebServer } from '../../testing/web-server.ts';
import { createConfirmation } from '../control/confirm.ts';

let database: TestDatabase;
let web: WebServer;
let devices: Awaited<ReturnType<typeof openDevicesRole>>;
let own: TestOrganization;
let ask: Ask;
/** Registered before the processes start, which follow changes by people only. */
const meters: TestMeter[] = [];
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, {});
  const user = await aUser(db, { organization: own, authority: 'SUPER_ADMIN' });
  const department = await aDepartment(db, { organizationId: own.id });
  for (let i = 0; i < 14; i++) {
    const meter = await aMeter(db, { department });
    await aPurifier(db, meter.id, 1);
    meters.push(meter);
  }
  web = await openWebServer(database, ['--local-server-allow', '127.0.0.1']);
  devices = await openDevicesRole(database, web.dataDir);
  const rig = await openFeed(database.url);
  const confirmation = createConfirmation({
    ...{ db, feed: rig.feed, clock: { now: () => Date.now() }, log: pino({ level: 'silent' }) },
  });
  await confirmation.start();
  closers.push(database.close, rig.close, web.close, devices.close, confirmation.stop);
  ask = await logIn(web.base, user);
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const ownMeter = (): TestMeter => {
  const meter = meters.pop();
  if (meter === undefined) throw new Error('no meter is left');
  return meter;
};
const added = async (path: string, fields: object): Promise<Body> => {
  const { status, body } = await ask('POST', path, fields);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const addDoor = (fields: object): Promise<Body> => added('/device-doors', { organization_id: own.id, ...fields });
const addDevice = (door: Body, fields: object): Promise<Body> =>
  added('/door-devices', { door_id: door.id, host: '127.0.0.1', poll_interval_s: 5, ...fields });
const eventually = async <T>(read: () => Promise<T>, isReady: (value: T) => boolean): Promise<T> => {
  let last: T = await read();
  await expect
    .poll(async () => {
      last = await read();
      return isReady(last) || last;
    })
    .toBe(true);
  return last;
};
const deviceWhen = (id: number, isReady: (device: Body) => boolean): Promise<Body> =>
  eventually(async () => (await ask('GET', `/door-devices/${id}`)).body, isReady);
const framesOf = async (meterId: number) => {
  const { rows } = await database.db.query<{ channel: number[]; value: number[] }>(
    sql`select channel, value from frame where meter_id = ${meterId} order by time`,
  );
  return rows;
};
const framesWhen = (meterId: number) =>
  eventually(
    () => framesOf(meterId),
    (rows) => rows.length > 0,
  );

const memoryOf = (): PeerMemory => ({ holding: new Map(), input: new Map(), coils: new Map(), discrete: new Map() });
const opened = async <P extends Peer>(starting: Promise<P>): Promise<P> => {
  const peer = await starting;
  closers.push(() => peer.close());
  return peer;
};
const httpDevice = async (handler: RequestListener): Promise<number> => {
  const server: Server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
};

const BOUND = [
  { sensor: 'temperature', channel: 'TEMPERATURE' },
  { sensor: 'co2', channel: 'CO2' },
];

describe('a door of kind MODBUS', () => {
  test('stores the values of registers, and shows raw beside decoded', async () => {
    const memory = memoryOf();
    const words = Buffer.from('09451af7006f00890089022dffff000bffff', 'hex');
    for (let i = 0; i < 9; i++) memory.holding.set(`3 ${17 + i}`, words.readUInt16BE(i * 2));
    const { port } = await opened(modbusPeer(memory));
    const door = await addDoor({ name: 'Registers', kind: 'MODBUS', register_map: REGISTER_MAPS['tc-s200'] });
    expect(door.credential).toBeNull();
    const meter = ownMeter();
    const device = await addDevice(door, { port, unit: 3, meter_id: meter.id, sensors: BOUND });
    expect(device).toMatchObject({ address: `127.0.0.1:${port}/3`, transport: 'TCP', register_map: null });
    const [frame] = await framesWhen(meter.id);
    expect(frame).toMatchObject({ channel: [401, 501], value: [557, 2373] });

    const preview = await eventually(
      async () => (await ask('GET', `/door-devices/${device.id}/preview`)).body,
      ({ values }) => values.length > 0,
    );
    expect(preview).toMatchObject({ topic: 'registers', driver: 'register-map', missing: ['tvoc', 'eco2'] });
    expect(preview.values.find(({ sensor }: Body) => sensor === 'co2')).toMatchObject({ channel: 'CO2', stored: 557 });

    const { status, body: reading } = await ask('POST', `/door-devices/${device.id}/read`);
    expect(status).toBe(200);
    expect(reading.groups).toEqual([
      { table: 'HOLDING', register: 17, count: 9, raw: words.toString('hex'), error: null, exception: null },
    ]);
    expect(reading.registers[0]).toEqual({
      ...{ name: 'temperature', table: 'HOLDING', register: 17, raw: '0945', value: 23.73, unit: '°C', state: null },
    });
    expect(reading).toMatchObject({ fault: null, raw: null, warnings: [] });
  });

  test('reads with a map that is not saved yet, and names what is wrong in it', async () => {
    const memory = memoryOf();
    memory.holding.set('1 7', 800);
    const { port } = await opened(modbusPeer(memory));
    const door = await addDoor({ name: 'Draft', kind: 'MODBUS', register_map: REGISTER_MAPS['tc-s200'] });
    const device = await addDevice(door, { port, unit: 1 });
    const draft = (read: object) => ({ register_map: { name: 'Draft', reads: [{ sensor: 'x', ...read }] } });
    const place = { table: 'HOLDING', register: 7, factor: 0.5 };
    const { body } = await ask('POST', `/door-devices/${device.id}/read`, draft(place));
    expect(body.registers).toEqual([
      { name: 'x', table: 'HOLDING', register: 7, raw: '0320', value: 400, unit: '', state: null },
    ]);
    const refused = await ask('POST', `/door-devices/${device.id}/read`, draft({ table: 'HOLDING', register: 70_000 }));
    expect(refused).toMatchObject({ status: 400, body: { errors: { 'register_map.reads.0.register': 'TOO_LARGE' } } });
    expect((await ask('GET', `/door-devices/${device.id}`)).body.register_map).toBeNull();
  });

  test('reads through a serial server, and around registers that the device does not have', async () => {
    const memory = memoryOf();
    memory.holding.set('1 0', 800).set('1 4', 215);
    const { port } = await opened(rtuGateway((await opened(modbusPeer(memory))).port));
    const read = (sensor: string, type: string, unit: string, register: number) => ({
      ...{ sensor, type, unit, table: 'HOLDING', register },
    });
    const map = {
      name: 'Gaps',
      reads: [
        read('co2', 'CO2', 'ppm', 0),
        { ...read('temperature', 'TEMPERATURE', '°C', 4), factor: 0.1 },
        read('humidity', 'HUMIDITY', '%', 6),
      ],
    };
    const door = await addDoor({ name: 'Serial', kind: 'MODBUS' });
    const meter = ownMeter();
    const fields = { port, transport: 'RTU_OVER_TCP', register_map: map, meter_id: meter.id, sensors: BOUND };
    const device = await addDevice(door, fields);
    const [frame] = await framesWhen(meter.id);
    expect(frame).toMatchObject({ channel: [401, 501], value: [800, 2150] });
    await deviceWhen(device.id, ({ fault }) => fault === 'HOLDING 6: EXCEPTION 2');
    const { body: reading } = await ask('POST', `/door-devices/${device.id}/read`);
    expect(reading.groups.map(({ raw, exception }: Body) => [raw, exception])).toEqual([
      ['0320', null],
      ['00d7', null],
      [null, 2],
    ]);
    // The fault is over with the next poll.
    memory.holding.set('1 6', 40);
    await deviceWhen(device.id, ({ fault }) => fault === null);
  });
});

describe('commands to a device with registers', () => {
  const ventilation = async (memory: PeerMemory, map: Body = REGISTER_MAPS['systemair-save']) => {
    memory.input.set('1 1160', 1);
    for (const [place, value] of [
      ...[
        [1130, 3],
        [1161, 0],
        [12_101, 0xffce],
      ],
      ...[
        [12_102, 200],
        [12_135, 45],
        [12_543, 219],
      ],
    ]) {
      memory.holding.set(`1 ${place}`, value ?? 0);
    }
    const { port } = await opened(modbusPeer(memory));
    const door = await addDoor({ name: `Ventilation ${port}`, kind: 'MODBUS', register_map: map });
    const meter = ownMeter();
    const sensors = [{ sensor: 'extract_air_temperature', channel: 'TEMPERATURE' }];
    const device = await addDevice(door, { port, meter_id: meter.id, purifier: 1, sensors });
    const { rows } = await database.db.query<{ id: number }>(
      sql`select id from purifier where meter_id = ${meter.id} and number = 1`,
    );
    const purifierId = rows[0]?.id ?? 0;
    await eventually(
      async () => (await ask('GET', `/control/purifiers?purifierId=${purifierId}`)).body.content[0],
      (target) => target.obstacle === null,
    );
    return { device, purifierId };
  };
  const command = async (purifierId: number, name: string, action: string): Promise<number> => {
    const request = { batch_id: randomUUID(), purifier_ids: [purifierId], command: name, action };
    const { body } = await ask('POST', '/control/commands', request);
    const { rows } = await database.db.query<{ id: number }>(
      sql`select id from command where purifier_id = ${purifierId} order by id desc limit 1`,
    );
    return rows[0]?.id ?? expect.fail(JSON.stringify(body));
  };
  const ended = (id: number) =>
    eventually(
      async () => {
        const { rows } = await database.db.query<{ state: string; refusal: string | null; accepted: boolean }>(
          sql`select state, refusal, accepted_time is not null as accepted from command where id = ${id}`,
        );
        return rows[0];
      },
      (row) => row !== undefined && !['REQUESTED', 'SENT', 'ACCEPTED'].includes(row.state),
    );

  test('are written, read back, and confirmed by the state that the device reports', async () => {
    const memory = memoryOf();
    const { device, purifierId } = await ventilation(memory);
    const id = await command(purifierId, 'FAN_SPEED', 'STRONG');
    expect(await ended(id)).toEqual({ state: 'CONFIRMED', refusal: null, accepted: true });
    expect([memory.holding.get('1 1161'), memory.holding.get('1 1130')]).toEqual([2, 4]);
    expect(await deviceWhen(device.id, () => true)).toMatchObject({ fault: null });
  });

  test('are rejected with the reason of the device', async () => {
    const memory = memoryOf();
    const { device, purifierId } = await ventilation(memory);
    memory.holding.delete('1 1161');
    const id = await command(purifierId, 'FAN_SPEED', 'WEAK');
    expect(await ended(id)).toMatchObject({ state: 'REJECTED', refusal: 'NOT_SUPPORTED' });
    expect(memory.holding.get('1 1130')).toBe(3);
    expect(device.id).toBeGreaterThan(0);
  });

  test('that the map does not have are not offered', async () => {
    const memory = memoryOf();
    const { name, reads, purifier } = REGISTER_MAPS['systemair-save'] as Body;
    const { purifierId } = await ventilation(memory, { name, reads, purifier });
    const { body } = await ask('POST', '/control/preview', {
      ...{ purifier_ids: [purifierId], command: 'FAN_SPEED', action: 'STRONG' },
    });
    expect(JSON.stringify(body)).toContain('NOT_SUPPORTED');
  });
});

describe('a door of kind POLL', () => {
  const [example] = EXAMPLES.awair?.examples ?? [];
  const now = () => JSON.stringify({ ...(example?.json as object), timestamp: new Date().toISOString() });
  const SENSORS = [{ sensor: 'co2', channel: 'CO2' }];

  test('reads the path of its driver with any content type, and one device that fails affects no other', async () => {
    const paths = new Set<string | undefined>();
    const good = await httpDevice(({ url }, response) => {
      paths.add(url);
      response.setHeader('content-type', 'text/plain').end(now());
    });
    const silent = await scriptedHost(() => {});
    closers.push(silent.close);
    const bad: Record<string, number> = {
      'TIMEOUT: ': silent.port,
      'TOO_BIG: ': await httpDevice((_, response) => response.end('x'.repeat(70_000))),
      'REDIRECTED: ': await httpDevice((_, response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${good}/secret` }).end(),
      ),
      'STATUS: ': await httpDevice((_, response) => response.writeHead(401).end('{}')),
      'no air data': await httpDevice((_, response) =>
        response.setHeader('content-type', 'text/html').end('<html>login</html>'),
      ),
    };
    const door = await addDoor({ name: 'Awair', kind: 'POLL', driver: 'awair' });
    const ids = new Map<string, number>();
    for (const [fault, port] of Object.entries(bad)) {
      const meter = fault === 'TOO_BIG: ' ? ownMeter() : null;
      const device = await addDevice(door, { port, sensors: SENSORS, meter_id: meter?.id ?? null });
      ids.set(fault, device.id);
    }
    const meter = ownMeter();
    const device = await addDevice(door, { port: good, meter_id: meter.id, sensors: SENSORS });
    expect(device.address).toBe(`127.0.0.1:${good}`);
    const [frame] = await framesWhen(meter.id);
    expect(frame).toMatchObject({ channel: [401], value: [426] });
    for (const [fault, id] of ids) await deviceWhen(id, (each) => String(each.fault).startsWith(fault));
    expect([...paths]).toEqual(['/air-data/latest']);
    // Silence: nothing has arrived.
    expect(await deviceWhen(ids.get('TIMEOUT: ') ?? 0, () => true)).toMatchObject({
      ...{ message_count: 0, last_seen_time: null, waiting_count: 0 },
    });

    const { body: reading } = await ask('POST', `/door-devices/${device.id}/read`);
    expect(reading).toMatchObject({ driver: 'awair', fault: null, groups: [], registers: [] });
    expect(JSON.parse(reading.raw)).toMatchObject({ co2: 426 });
    expect(reading.values.find(({ sensor }: Body) => sensor === 'co2')).toMatchObject({ channel: 'CO2', stored: 426 });
    const refused = await ask('POST', `/door-devices/${ids.get('STATUS: ')}/read`);
    expect(refused.body).toMatchObject({ fault: 'STATUS: status 401', raw: null, values: [] });
  });
});

describe('a device that is asked over HTTPS and with a login', () => {
  const [example] = EXAMPLES.awair?.examples ?? [];
  const SENSORS = [{ sensor: 'co2', channel: 'CO2' }];
  const SECRET = 'very-secret-0815';

  /** A device that answers only with this header. */
  const guarded = async (certificate: { cert: string; key: string }, header: string, expected: string) => {
    const asked: (string | undefined)[] = [];
    const server = createTlsServer(certificate, ({ headers }, response) => {
      asked.push(String(headers[header]));
      if (headers[header] !== expected) return response.writeHead(401).end('{}');
      return response.end(JSON.stringify({ ...(example?.json as object), timestamp: new Date().toISOString() }));
    }).listen(0, '127.0.0.1');
    await new Promise<void>((resolve) => server.once('listening', () => resolve()));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return { port: (server.address() as AddressInfo).port, asked };
  };

  test.each([
    ['BASIC', 'reader', 'authorization', `Basic ${Buffer.from(`reader:${SECRET}`).toString('base64')}`],
    ['BEARER', null, 'authorization', `Bearer ${SECRET}`],
    ['HEADER', 'X-Api-Key', 'x-api-key', SECRET],
  ])('stores its values: %s', async (login, account, header, expected) => {
    const certificate = aCertificate();
    const { port } = await guarded(certificate, header, expected);
    const door = await addDoor({ name: `HTTPS ${login}`, kind: 'POLL', driver: 'awair' });
    const meter = ownMeter();
    const fields = { port, tls: 'Y', ca: certificate.cert, poll_login: login, poll_account: account };
    const device = await addDevice(door, { ...fields, poll_secret: SECRET, meter_id: meter.id, sensors: SENSORS });
    expect(device).toMatchObject({ tls: 'Y', poll_login: login, poll_account: account, fault: null });
    await framesWhen(meter.id);
    const { body: reading } = await ask('POST', `/door-devices/${device.id}/read`);
    expect(reading).toMatchObject({ fault: null, driver: 'awair' });
    // Neither in an answer nor in the database.
    const { rows } = await database.db.query(sql`
      select d::text, (select string_agg(a::text, ' ') from audit a) as audit from door_device d where id = ${device.id}`);
    const hex = Buffer.from(SECRET).toString('hex');
    for (const shown of [device, reading, rows, (await ask('GET', `/door-devices/${device.id}`)).body]) {
      expect(JSON.stringify(shown)).not.toContain(SECRET);
      expect(JSON.stringify(shown)).not.toContain(hex);
    }
  });

  test('gets no login when its certificate is not trusted, and says so', async () => {
    const { port, asked } = await guarded(aCertificate(), 'authorization', 'x');
    const door = await addDoor({ name: 'HTTPS other', kind: 'POLL', driver: 'awair' });
    const login = { tls: 'Y', poll_login: 'BEARER', poll_secret: SECRET };
    for (const ca of [null, aCertificate().cert]) {
      const device = await addDevice(door, { port, ...login, ca });
      const { fault } = await deviceWhen(device.id, (each) => each.fault !== null);
      expect(fault).toMatch(/^TLS: /);
      expect(fault).not.toContain(SECRET);
      const { version } = (await ask('GET', `/door-devices/${device.id}`)).body;
      expect((await ask('DELETE', `/door-devices/${device.id}?version=${version}`)).status).toBe(200);
    }
    expect(asked).toEqual([]);
  });

  test('keeps its secret through an edit, but not for another address, port, kind of login or without encryption', async () => {
    const door = await addDoor({ name: 'HTTPS edits', kind: 'POLL', driver: 'awair' });
    const fields = { host: '10.1.2.9', tls: 'Y', poll_login: 'BASIC', poll_account: 'reader', blocked: 'Y' };
    const { id, address } = await addDevice(door, { ...fields, poll_secret: SECRET });
    expect(address).toBe('10.1.2.9:443');
    const secretOf = async () => {
      const { rows } = await database.db.query<{ poll_secret: Buffer | null }>(
        sql`select poll_secret from door_device where id = ${id}`,
      );
      return rows[0]?.poll_secret ?? null;
    };
    const edit = async (changed: object) => {
      const { version } = (await ask('GET', `/door-devices/${id}`)).body;
      const { status, body } = await ask('PUT', `/door-devices/${id}`, { ...fields, ...changed, version });
      return status === 200 ? 200 : body.errors;
    };
    const first = await secretOf();
    expect(first).not.toBeNull();
    expect(await edit({ path: '/other', poll_account: 'other' })).toBe(200);
    expect(await secretOf()).toEqual(first);
    const required = { poll_secret: 'REQUIRED' };
    expect(await edit({ host: '10.1.2.10' })).toEqual(required);
    expect(await edit({ port: 444 })).toEqual(required);
    expect(await edit({ tls: 'N', port: 443 })).toEqual(required);
    expect(await edit({ poll_login: 'HEADER', poll_account: 'X-Api-Key' })).toEqual(required);
    expect(await edit({ poll_secret: 'another-one' })).toBe(200);
    expect(await secretOf()).not.toEqual(first);
    expect(await edit({ poll_login: 'NONE', poll_account: null })).toBe(200);
    expect(await secretOf()).toBeNull();
    expect(await edit({})).toEqual(required);
  });

  test.each([
    [{ poll_login: 'BASIC', poll_secret: 'x' }, { poll_account: 'REQUIRED' }],
    [{ poll_login: 'BASIC', poll_account: 'a:b', poll_secret: 'x' }, { poll_account: 'INVALID' }],
    [{ poll_login: 'HEADER', poll_account: 'Host', poll_secret: 'x' }, { poll_account: 'INVALID' }],
    [{ poll_login: 'HEADER', poll_account: 'X-Key', poll_secret: 'é' }, { poll_secret: 'INVALID' }],
    [{ poll_login: 'BEARER', poll_secret: 'x\r\nHost: y' }, { poll_secret: 'CONTROL_CHARACTER' }],
    [{ poll_login: 'BEARER', poll_secret: 'x'.repeat(201) }, { poll_secret: 'TOO_LONG' }],
    [{ poll_login: 'BEARER' }, { poll_secret: 'REQUIRED' }],
    [{ tls: 'Y', ca: 'x' }, { ca: 'CERTIFICATE' }],
  ])('is refused with %o', async (fields, errors) => {
    const { body: list } = await ask('GET', '/device-doors?search=HTTPS%20edits');
    const [door] = list.content;
    expect((await ask('POST', '/door-devices', { door_id: door.id, host: '10.1.2.11', ...fields })).body).toMatchObject(
      {
        errors,
      },
    );
  });

  test('is one of a door that reads by HTTP', async () => {
    const door = await addDoor({ name: 'Not HTTPS', kind: 'HTTP' });
    const add = async (fields: object) =>
      (await ask('POST', '/door-devices', { door_id: door.id, address: 'x', ...fields })).body.errors;
    expect(await add({ tls: 'Y' })).toEqual({ tls: 'INVALID' });
    expect(await add({ poll_login: 'BEARER', poll_secret: 'x' })).toEqual({ poll_login: 'INVALID' });
  });
});

describe('the fields of a polled device', () => {
  test('are checked when they are saved', async () => {
    const poll = await addDoor({ name: 'Fields', kind: 'POLL', driver: 'awair' });
    const modbus = await addDoor({ name: 'Fields of registers', kind: 'MODBUS' });
    const http = await addDoor({ name: 'Fields of requests', kind: 'HTTP' });
    const errorsOf = async (door: Body, fields: object) =>
      (await ask('POST', '/door-devices', { door_id: door.id, ...fields })).body.errors;
    const host = '10.1.2.3';
    expect(await errorsOf(poll, {})).toEqual({ host: 'REQUIRED' });
    expect(await errorsOf(poll, { host: 'device.example' })).toEqual({ host: 'IP' });
    for (const refused of ['169.254.169.254', '127.0.0.2', '0.0.0.0', '::1', '::ffff:127.0.0.1', 'fe80::1']) {
      expect(await errorsOf(poll, { host: refused })).toEqual({ host: 'ADDRESS_REFUSED' });
    }
    expect(await errorsOf(poll, { host, driver: 'iqair' })).toEqual({ path: 'REQUIRED' });
    expect(await errorsOf(poll, { host, path: 'x y' })).toEqual({ path: 'INVALID' });
    expect(await errorsOf(poll, { host, poll_interval_s: 1 })).toEqual({ poll_interval_s: 'TOO_SMALL' });
    expect(await errorsOf(modbus, { host, unit: 256 })).toEqual({ unit: 'TOO_LARGE' });
    expect(await errorsOf(modbus, { host })).toEqual({ register_map: 'REQUIRED' });
    expect(await errorsOf(modbus, { host, register_map: { name: 'X', reads: [{ sensor: 'a' }] } })).toMatchObject({
      'register_map.reads.0.table': 'REQUIRED',
    });
    expect(await errorsOf(poll, { host, register_map: {} })).toEqual({ register_map: 'INVALID' });
    expect(await errorsOf(http, { host, address: 'x' })).toEqual({ host: 'INVALID' });
    expect(await errorsOf(http, {})).toEqual({ address: 'REQUIRED' });
    const device = await added('/door-devices', { door_id: poll.id, host, blocked: 'Y' });
    expect(device).toMatchObject({ address: host, port: 80 });
    expect(await errorsOf(poll, { host })).toEqual({ address: 'DUPLICATE' });
    // The address follows a change of the host.
    const { version } = device;
    const moved = await ask('PUT', `/door-devices/${device.id}`, { host: '10.1.2.4', port: 81, blocked: 'Y', version });
    expect(moved.body).toMatchObject({ address: '10.1.2.4:81' });
    const other = await added('/door-devices', { door_id: http.id, address: 'x' });
    expect((await ask('POST', `/door-devices/${other.id}/read`)).body.errors).toEqual({ host: 'REQUIRED' });
    const { body: parts } = await ask('GET', '/door-parts');
    expect(parts.register_maps.map(({ id }: Body) => id)).toEqual(Object.keys(REGISTER_MAPS));
  });
});
