import { randomUUID } from 'node:crypto';
import type { CommandMessage, SettingsMessage } from '@airdeck/contract/protocol/message';
import type { Command } from '@airdeck/domain/control/command';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../../../export/exports.ts';
import type { Consumer } from '../../../feed/consumer.ts';
import { createChangeRegistry } from '../../../registry/change-registry.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../../testing/device-server.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aSensor,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../../testing/factory.ts';
import { openFeed } from '../../../testing/feed-rig.ts';
import { type SessionApp, sessionApp } from '../../../testing/session-app.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { addControlRoutes } from '../control-routes.ts';
import { requestCommands } from '../request-commands.ts';
import { addAutoModeRoutes } from './auto-mode-routes.ts';
import { createAutoEngine } from './engine.ts';

const DEADLINE = { timeout: 60_000, interval: 20 };
const log = pino({ level: 'silent' });
const THRESHOLDS = { 'PM2.5': [15, 35, 75] };
/** It begins at noon in Seoul, 2026-03-02. */
const clock = testClock(Date.UTC(2026, 2, 2, 3));
let database: TestDatabase;
let rig: Awaited<ReturnType<typeof openFeed>>;
let devices: DeviceServer;
let engine: Consumer;
let app: SessionApp;
let own: TestOrganization;
let meter: TestMeter;
let purifier: number;
let credential: { username: string; password: string };
let device: MqttClient;
/** Commands and settings that the device got, and whether it obeys. */
let told: string[];
let settings: SettingsMessage[];
let obeys: boolean;
let reported: object;
const bearers = {} as Record<'user' | 'foreign', { authorization: string }>;

const openEngine = async (): Promise<void> => {
  engine = createAutoEngine({ feed: rig.feed, registry: devices.registry, clock, newId: randomUUID, everyMs: 20 });
  await engine.start();
};
const openApp = async (): Promise<void> => {
  const { db } = database;
  const { registry, bus } = devices;
  const onChanged = () => bus.emit('registry.changed', {});
  const changeRegistry = createChangeRegistry({
    ...{ db, registry, clock, log, feed: rig.feed, processId: rig.feed.processId, onChanged },
  });
  app = await sessionApp({ db, clock });
  addControlRoutes(app.http, { db, registry, clock, feed: rig.feed, exports: new Exports(clock) });
  addAutoModeRoutes(app.http, { db, registry, changeRegistry, clock, feed: rig.feed, newId: randomUUID });
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: '한빛초' });
  rig = await openFeed(database.url);
  devices = await openDeviceServer(db, clock, {}, rig.feed);
  await openEngine();
  await openApp();
});
afterAll(async () => {
  await app.http.close();
  await engine.stop();
  await devices.close();
  await rig.close();
  await database.close();
});
beforeEach(async () => {
  obeys = true;
  // Hours pass in a test, and a session lasts eight.
  bearers.user = await app.bearer(await aUser(database.db, { organization: own }));
  bearers.foreign = await app.bearer(await aUser(database.db, { authority: 'LOCAL_ADMIN' }));
  meter = await aMeter(database.db, {
    department: await aDepartment(database.db, { organizationId: own.id }),
    sensors: ['PM2.5', 'CO2'],
  });
  purifier = await aPurifier(database.db, meter.id);
  credential = await aCredential(database.db, { organization: own, code: meter.code, meterId: meter.id });
  await devices.registry.reload();
  device = await connect();
  await report('WEAK');
});
// A late answer to it does not count for the next one.
afterEach(() => device.endAsync(true));

const topicOf = (rest: string): string => `airdeck/v1/${own.code}/${meter.code}/${rest}`;
const publish = (rest: string, message: object) =>
  device.publishAsync(topicOf(rest), JSON.stringify(message), { qos: 1 });
const report = (fan_speed: string, state: object = {}) => {
  reported = { power: 'ON', fan_speed, ...state };
  return publish('purifiers/1/state', { ...reported, time: clock.now() });
};

/** A device that obeys commands, unless it is set not to. */
const connect = async (): Promise<MqttClient> => {
  told = [];
  settings = [];
  const client = await devices.connect(credential);
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/settings')) return void settings.push(JSON.parse(String(payload)));
    const { command, action }: CommandMessage = JSON.parse(String(payload));
    told.push(`${command} ${action}`);
    // A deleted one does nothing.
    if (obeys && command === 'FAN_SPEED') void report(action).catch(() => undefined);
  });
  await client.subscribeAsync([topicOf('commands'), topicOf('settings')], { qos: 1 });
  return client;
};

const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  who: keyof typeof bearers = 'user',
) => app.ask(bearers[who], method, path, payload);
const path = (rest = '', id = purifier) => `/control/auto-modes/${id}${rest}`;
const read = async (id = purifier) => (await ask('GET', path('', id))).body;
const set = async (change: object = {}, id = purifier) => {
  const version = (await read(id)).auto?.version ?? 0;
  return ask('PUT', path('', id), { use: 'Y', thresholds: THRESHOLDS, override_min: 60, version, ...change });
};
/** Consecutive minutes with a value each; nothing is sent before all earlier ones are decided. */
const measure = async (...values: number[]): Promise<void> => {
  const frames = values.map((value) => {
    clock.advance(MINUTE_MS);
    return { time: clock.now(), readings: { 'PM2.5': value } };
  });
  // A silent purifier gets no commands.
  await publish('purifiers/1/state', { ...reported, time: clock.now() });
  await publish('readings', frames);
  await isHandled();
};
/** Everything of the feed up to now is handled by automatic mode. */
const isHandled = async (): Promise<void> => {
  const { rows } = await database.db.query<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`);
  await expect
    .poll(async () => {
      const { rows: behind } = await database.db.query(sql`
        select from feed f join feed_consumer c on c.lane = f.lane and c.name = 'auto-mode'
        where f.kind in (1, 3) and f.xid < ${rows[0]?.xid}::xid8 and (f.xid, f.seq) > (c.xid, c.seq)`);
      return behind.length;
    }, DEADLINE)
    .toBe(0);
};
const isTold = (...commands: string[]) => expect.poll(() => told, DEADLINE).toEqual(commands);
const isReached = () => expect.poll(async () => (await read()).progress.is_reached, DEADLINE).toBe(true);

describe('automatic mode', () => {
  it('follows a cooking event up and down without flapping', async () => {
    await set();
    await measure(5);
    await isTold('FAN_SPEED STOP');
    await isReached();
    await measure(20, 80, 120);
    await isTold('FAN_SPEED STOP', 'FAN_SPEED STRONG');
    await isReached();
    await measure(74, 76, 70);
    await measure(68, 75, 69);
    await measure(40, 36, 33);
    await isTold('FAN_SPEED STOP', 'FAN_SPEED STRONG', 'FAN_SPEED MEDIUM');
    await isReached();
    await measure(20, 10, 5);
    await isTold('FAN_SPEED STOP', 'FAN_SPEED STRONG', 'FAN_SPEED MEDIUM', 'FAN_SPEED WEAK');
    await isReached();
    await measure(5, 5, 5);
    await isReached();
    expect(told.at(-1)).toBe('FAN_SPEED STOP');
    const { body } = await ask('GET', `/control/commands?purifierId=${purifier}`);
    expect(body.content.map(({ origin }: { origin: string }) => origin)).toEqual(Array(5).fill('AUTO'));
  });

  it('decides by the bounds that stand now, not by those that it has known', async () => {
    await set();
    await measure(100);
    await isTold('FAN_SPEED STRONG');
    await isReached();
    expect((await set({ thresholds: { 'PM2.5': [15, 35, 200] } })).status).toBe(200);
    await measure(100, 100, 100, 100);
    await isTold('FAN_SPEED STRONG', 'FAN_SPEED MEDIUM');
  });

  it('gives way to a person for an hour, and returns', async () => {
    await set();
    await measure(100);
    await isTold('FAN_SPEED STRONG');
    await isReached();
    const from = clock.now();
    await ask('POST', '/control/commands', {
      ...{ batch_id: randomUUID(), purifier_ids: [purifier], command: 'FAN_SPEED', action: 'WEAK' },
    });
    await isTold('FAN_SPEED STRONG', 'FAN_SPEED WEAK');
    expect((await read()).progress).toMatchObject({
      is_overridden: true,
      overridden_until: new Date(from + HOUR_MS).toISOString(),
    });
    await measure(100, 100);
    await expect.poll(async () => (await read()).progress.is_reached, DEADLINE).toBe(false);
    expect(told).toHaveLength(2);
    clock.advance(from + HOUR_MS - MINUTE_MS - 1 - clock.now());
    expect((await read()).progress.is_overridden).toBe(true);
    await measure(100);
    expect((await read()).progress.is_overridden).toBe(true);
    expect(told).toHaveLength(2);
    await measure(100);
    await isTold('FAN_SPEED STRONG', 'FAN_SPEED WEAK', 'FAN_SPEED STRONG');
    expect((await read()).progress.is_overridden).toBe(false);
  });

  it('gives way to the speed of a timetable until that says AUTO, and to its switching on not at all', async () => {
    await set();
    await measure(100);
    await isReached();
    const byTimetable = (command: Command, action: string) =>
      requestCommands(
        { db: database.db, feed: rig.feed, clock },
        { reach: 'all' },
        {
          ...{ batchId: randomUUID(), purifierIds: [purifier], command, action },
          ...{ origin: 'TIMETABLE', userId: null, ip: null, description: null },
        },
      );
    const isOverridden = async () => (await read()).progress.is_overridden;
    await byTimetable('POWER', 'ON');
    expect(await isOverridden()).toBe(false);
    await byTimetable('FAN_SPEED', 'WEAK');
    clock.advance(12 * HOUR_MS);
    bearers.user = await app.bearer(await aUser(database.db, { organization: own }));
    expect((await read()).progress).toMatchObject({ is_overridden: true, overridden_until: null });
    await report('WEAK');
    await byTimetable('WORK', 'AUTO');
    expect(await isOverridden()).toBe(false);
  });

  it('waits until a person switches back, and acts at once', async () => {
    await set({ override_min: null });
    await measure(100);
    await isReached();
    expect((await ask('PUT', path('/override'), { minutes: null })).body.progress).toMatchObject({
      is_overridden: true,
      overridden_until: null,
    });
    await report('WEAK');
    clock.advance(7 * HOUR_MS);
    await measure(100);
    expect(told).toEqual(['FAN_SPEED STRONG']);
    expect((await ask('DELETE', path('/override'))).body.progress.is_overridden).toBe(false);
    await measure(100);
    await isTold('FAN_SPEED STRONG', 'FAN_SPEED STRONG');
  });

  it('goes on in the middle of an event when its process comes again', async () => {
    await set();
    await measure(100);
    await isReached();
    await engine.stop();
    await openEngine();
    await measure(90);
    await measure(72);
    expect(told).toEqual(['FAN_SPEED STRONG']);
    expect((await read()).progress).toMatchObject({ level: 'STRONG', is_reached: true });
    await measure(5);
    await isTold('FAN_SPEED STRONG', 'FAN_SPEED STOP');
  });

  it('does nothing about what is old, or while nothing is measured', async () => {
    await set();
    const time = clock.now() - 10 * MINUTE_MS;
    await publish('readings', [{ time, readings: { 'PM2.5': 200 } }]);
    await isHandled();
    expect((await read()).progress.level).toBeNull();
    await measure(100);
    await isReached();
    clock.advance(HOUR_MS);
    await report('WEAK');
    await isHandled();
    expect(told).toEqual(['FAN_SPEED STRONG']);
  });

  it('asks once a minute for what is not done, and rests after five times', async () => {
    obeys = false;
    await set();
    for (let minute = 1; minute <= 8; minute++) {
      await measure(100);
      await isTold(...Array(Math.min(minute, 5)).fill('FAN_SPEED STRONG'));
    }
    expect((await read()).progress).toMatchObject({ is_reached: false, is_resting: true });
    for (let minute = 9; minute <= 15; minute++) await measure(100);
    await isTold(...Array(6).fill('FAN_SPEED STRONG'));
    await report('STRONG');
    await isReached();
    expect((await read()).progress.is_resting).toBe(false);
  });

  it('does not repeat a command to a polled device before that can show its effect', async () => {
    await database.db.query(sql`
      with added as (
        insert into door (organization_id, name, kind) values (${own.id}, 'Units', 'MODBUS') returning id
      )
      insert into door_device (organization_id, door_id, address, meter_id, purifier, host, port, poll_interval_s)
      select ${own.id}, id, 'unit', ${meter.id}, 1, '10.0.0.1', 502, 90 from added`);
    obeys = false;
    await set();
    await measure(100, 100);
    await isTold('FAN_SPEED STRONG');
    for (let minute = 1; minute <= 3; minute++) await measure(100);
    await isTold('FAN_SPEED STRONG', 'FAN_SPEED STRONG');
    const { rows } = await database.db.query(sql`
      select extract(epoch from expires_time - requested_time)::integer as life from command
      where purifier_id = ${purifier}`);
    expect(rows).toEqual([{ life: 180 }, { life: 180 }]);
  });

  it('starts what is stopped, and leaves off what is off', async () => {
    await set();
    await report('STOP', { power: 'OFF' });
    await measure(100);
    expect(told).toEqual([]);
    obeys = false;
    await report('WEAK', { run: 'STOP' });
    await measure(100);
    await isTold('WORK WORK', 'FAN_SPEED STRONG');
  });

  describe('when it is switched off', () => {
    const off = async () => expect((await set({ use: 'N' })).status).toBe(200);
    const taken = async (control: 'AUTO' | 'MANUAL') => {
      await report('WEAK', { control });
      await set();
      await measure(100);
      await isTold('FAN_SPEED STRONG');
      await isReached();
    };

    it("returns control to the device's own automatic mode, once", async () => {
      await taken('AUTO');
      await off();
      await isTold('FAN_SPEED STRONG', 'WORK AUTO');
      const { body } = await ask('GET', `/control/commands?purifierId=${purifier}`);
      expect(body.content.map(({ origin }: { origin: string }) => origin)).toEqual(['AUTO', 'AUTO']);
      await set();
      await off();
      await report('STRONG', { control: 'MANUAL' });
      expect(told).toEqual(['FAN_SPEED STRONG', 'WORK AUTO']);
    });

    it.each([
      ['ran in manual mode before', 'MANUAL', async () => {}],
      ['is off meanwhile', 'AUTO', () => report('STOP', { power: 'OFF' })],
      ['cannot take the command', 'AUTO', () => report('STRONG', { commands: ['POWER', 'FAN_SPEED'] })],
      ['follows a person', 'AUTO', () => ask('PUT', path('/override'), { minutes: null })],
    ] as const)('leaves a purifier as it is that %s', async (_, control, before) => {
      await taken(control);
      clock.advance(1_000);
      await before();
      await off();
      const { rows } = await database.db.query(
        sql`select from command where purifier_id = ${purifier} and command = 'WORK'`,
      );
      expect(rows).toEqual([]);
    });
  });

  it('leaves alone purifiers without a setting, or with a paused one', async () => {
    await measure(100);
    await set({ use: 'N' });
    await measure(100);
    expect(told).toEqual([]);
    expect(await read()).toMatchObject({ auto: { use: 'N' }, progress: null });
  });
});

describe('the settings of a device', () => {
  const sync = () => ask('POST', '/control/auto-modes/sync', { purifier_ids: [purifier] });
  const state = async () => (await read()).sync;

  it('are sent, answered, and compared', async () => {
    await set();
    expect(await state()).toMatchObject({ state: 'NEVER', accepted: null, is_same: false });
    await sync();
    await expect.poll(() => settings, DEADLINE).toEqual([{ version: 1, purifiers: [{ number: 1, auto: THRESHOLDS }] }]);
    expect(await state()).toMatchObject({ state: 'SENT', version: 1, is_same: false });
    await publish('settings/ack', { version: 1, state: 'ACCEPTED' });
    expect(await state()).toMatchObject({ state: 'ACCEPTED', accepted: THRESHOLDS, is_same: true });
    await set({ thresholds: { 'PM2.5': [10, 35, 75] } });
    expect(await state()).toMatchObject({ state: 'ACCEPTED', accepted: THRESHOLDS, is_same: false });
    await sync();
    await publish('settings/ack', { version: 2, state: 'REJECTED', reason: 'NOT_SUPPORTED' });
    expect(await state()).toMatchObject({ state: 'REJECTED', refusal: 'NOT_SUPPORTED', accepted: THRESHOLDS });
    // An answer to settings that are no longer requested.
    await publish('settings/ack', { version: 1, state: 'ACCEPTED' });
    expect(await state()).toMatchObject({ state: 'REJECTED' });
  });

  it('wait for a device that comes later, also in another process', async () => {
    await set();
    await device.endAsync();
    await sync();
    device = await connect();
    await expect.poll(() => settings.map(({ version }) => version), DEADLINE).toEqual([1]);
    await app.http.close();
    await engine.stop();
    await devices.close();
    devices = await openDeviceServer(database.db, clock, {}, rig.feed);
    await openEngine();
    await openApp();
    device = await connect();
    await expect.poll(() => settings.map(({ version }) => version), DEADLINE).toEqual([1]);
  });
});

describe('its routes', () => {
  it('answer an edit conflict when another person has saved', async () => {
    expect((await set()).status).toBe(200);
    expect((await set({ version: 0 })).body.code).toBe('EDITED_MEANWHILE');
    expect((await set({ version: 1, use: 'N' })).body.auto).toMatchObject({ use: 'N', version: 2 });
  });

  it.each([
    [{ thresholds: {} }, { thresholds: 'REQUIRED' }],
    [{ thresholds: { 'PM2.5': [15, 15, 75] } }, { 'thresholds.PM2.5.1': 'NOT_ASCENDING' }],
    [{ thresholds: { 'PM2.5': [15, 35, 7500] } }, { 'thresholds.PM2.5.2': 'TOO_LARGE' }],
    [{ override_min: 14 }, { override_min: 'TOO_SMALL' }],
    [{ override_min: 1441 }, { override_min: 'TOO_LARGE' }],
  ])('refuse %o', async (change, errors) => {
    expect((await set(change)).body).toMatchObject({ code: 'INVALID_PARAMETER', errors });
  });

  it('know nothing of another organization', async () => {
    await set();
    expect((await ask('GET', path(), undefined, 'foreign')).status).toBe(404);
    expect((await ask('GET', '/control/auto-modes', undefined, 'foreign')).body.content).toEqual([]);
    expect((await ask('POST', '/control/auto-modes/sync', { purifier_ids: [purifier] }, 'foreign')).status).toBe(404);
    const other = { use: 'N', thresholds: THRESHOLDS, override_min: 60, version: 1 };
    expect((await ask('PUT', path(), other, 'foreign')).status).toBe(404);
    expect((await ask('PUT', path('/override'), { minutes: 60 }, 'foreign')).status).toBe(404);
    expect((await ask('DELETE', path('/override'), undefined, 'foreign')).status).toBe(404);
    expect((await ask('POST', path('/dry-run'), { thresholds: THRESHOLDS }, 'foreign')).status).toBe(404);
    const copy = { purifier_ids: [purifier], is_preview: false };
    expect((await ask('POST', path('/copy'), copy, 'foreign')).status).toBe(404);
  });

  it('override and copy only what is set up', async () => {
    const override = () => ask('PUT', path('/override'), { minutes: 60 });
    const copy = () => ask('POST', path('/copy'), { purifier_ids: [purifier], is_preview: false });
    expect([(await override()).status, (await copy()).status]).toEqual([404, 404]);
    await set({ use: 'N' });
    expect([(await override()).status, (await copy()).body]).toEqual([404, { results: [] }]);
  });

  it('write down an override and its end', async () => {
    await set();
    await ask('PUT', path('/override'), { minutes: 90 });
    const from = clock.now();
    expect((await read()).progress.overridden_until).toBe(new Date(from + 90 * MINUTE_MS).toISOString());
    const list = async (state: string) =>
      (await ask('GET', `/control/auto-modes?meterId=${meter.id}&autoState=${state}`)).body.totalElements;
    clock.advance(90 * MINUTE_MS - 1);
    expect([await list('MANUAL'), await list('AUTO'), await list('OFF')]).toEqual([1, 0, 0]);
    clock.advance(1);
    expect([await list('MANUAL'), await list('AUTO'), await list('OFF')]).toEqual([0, 1, 0]);
    await ask('DELETE', path('/override'));
    const { rows } = await database.db.query(sql`select before, after from audit where entity = 'purifiers'
      and entity_id = ${purifier} and organization_id = ${own.id} order by id desc limit 2`);
    expect(rows).toEqual([
      { before: { auto_mode: 'OVERRIDDEN' }, after: { auto_mode: 'Y' } },
      { before: null, after: { auto_mode: 'OVERRIDDEN', override_min: 90 } },
    ]);
  });

  it.each([
    ['autoState=AUTO', 1],
    ['autoState=MANUAL', 0],
    ['autoState=OFF', 0],
  ])('narrow the list by %s: %i', async (query, count) => {
    await set();
    const { body } = await ask('GET', `/control/auto-modes?meterId=${meter.id}&${query}`);
    expect(body.totalElements).toBe(count);
  });

  it('suggest what the organization calls normal, bad and very bad', async () => {
    expect(await read()).toMatchObject({
      types: ['PM2.5', 'CO2'],
      suggested: { 'PM2.5': [15, 35, 75], CO2: [800, 1000, 1500] },
      auto: null,
      progress: null,
    });
  });

  it('copy to others what their meters measure', async () => {
    await set({ thresholds: { ...THRESHOLDS, CO2: [700, 900, 1200] } });
    const dusty = await aMeter(database.db, { department: meter.department, sensors: ['PM2.5'] });
    const warm = await aMeter(database.db, { department: meter.department, sensors: ['TEMPERATURE'] });
    const ids = [await aPurifier(database.db, dusty.id), await aPurifier(database.db, warm.id)];
    await devices.registry.reload();
    const copy = (is_preview: boolean) => ask('POST', path('/copy'), { purifier_ids: ids, is_preview });
    expect((await copy(true)).body.results).toMatchObject([
      { purifier_id: ids[0], before: null, after: THRESHOLDS },
      { purifier_id: ids[1], before: null, after: null },
    ]);
    expect((await read(ids[0])).auto).toBeNull();
    await copy(false);
    expect((await read(ids[0])).auto).toMatchObject({ use: 'N', thresholds: THRESHOLDS, override_min: 60 });
    expect((await read(ids[1])).auto).toBeNull();
  });

  it('run it dry over what was measured', async () => {
    await measure(5, 5, 5, 100, 100, 100, 100, 5, 5, 5);
    const { body } = await ask('POST', path('/dry-run'), { thresholds: THRESHOLDS });
    expect(body.changes.map(({ level }: { level: string }) => level)).toEqual(['STOP', 'STRONG', 'STOP']);
    expect(body.minutes).toEqual({ STOP: 5, WEAK: 0, MEDIUM: 0, STRONG: 4 });
    expect(body.course).toMatchObject({ type: 'PM2.5', step_s: 600 });
    expect(told).toEqual([]);
  });

  it('run it dry by the worst sensor of a type, and over what has a bound only', async () => {
    await aSensor(database.db, meter.id, { type: 'PM2.5', sequence: 2 });
    await devices.registry.reload();
    const start = Math.ceil((clock.now() + 1) / (10 * MINUTE_MS)) * 10 * MINUTE_MS;
    const minute = (n: number, readings: object) => ({ time: start + n * MINUTE_MS, readings });
    clock.advance(start + 10 * MINUTE_MS - clock.now());
    const frames = [
      minute(0, { 'PM2.5': 5, 'PM2.5:2': 10, CO2: 5000 }),
      minute(1, { 'PM2.5': 30 }),
      minute(2, { CO2: 5000 }),
      minute(10, { 'PM2.5:2': 7 }),
    ];
    await publish('readings', frames);
    await isHandled();
    const { body } = await ask('POST', path('/dry-run'), { thresholds: THRESHOLDS });
    expect(body.course).toEqual({
      ...{ type: 'PM2.5', step_s: 600, times: [start / 1000, start / 1000 + 600], values: [20, 7] },
    });
    expect(body).toMatchObject({ time_zone: 'Asia/Seoul', to: new Date(clock.now()).toISOString() });
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(7 * 24 * HOUR_MS);
    const other = (await ask('POST', path('/dry-run'), { thresholds: { CO2: [800, 1000, 1500] } })).body;
    expect(other.course).toMatchObject({ type: 'CO2', values: [5000] });
    const both = await ask('POST', path('/dry-run'), { thresholds: { ...THRESHOLDS, CO2: [800, 1000, 1500] } });
    expect(both.body.course).toEqual(body.course);
    const none = (await ask('POST', path('/dry-run'), { thresholds: { PM10: [10, 20, 30] } })).body;
    expect(none).toMatchObject({ course: null, changes: [], minutes: { STOP: 0, WEAK: 0, MEDIUM: 0, STRONG: 0 } });
  });

  it('write down who changed what', async () => {
    await set();
    const { rows } = await database.db.query<{ after: object }>(
      sql`select after from audit where entity = 'purifiers' and entity_id = ${purifier} order by id desc limit 1`,
    );
    expect(rows[0]?.after).toEqual({ auto_mode: 'Y', 'PM2.5': '15 · 35 · 75', override_min: 60 });
  });
});
