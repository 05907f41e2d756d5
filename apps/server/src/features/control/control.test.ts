import { randomUUID } from 'node:crypto';
import type { CommandAckMessage, CommandMessage, PurifierStateMessage } from '@airdeck/contract/protocol/message';
import { COMMAND_LIFE_MS } from '@airdeck/domain/control/command-state';
import { HOUR_MS } from '@airdeck/domain/duration';
import type { MqttClient } from 'mqtt';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../../export/exports.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
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
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createConfirmation } from './confirm.ts';
import { addControlRoutes } from './control-routes.ts';

const DEADLINE = { timeout: 60_000, interval: 20 };
/** It begins at noon in Seoul, 2026-03-02. */
const clock = testClock(Date.UTC(2026, 2, 2, 3));
let now: number;
let database: TestDatabase;
let devices: DeviceServer;
let app: SessionApp;
let own: TestOrganization;
let meter: TestMeter;
let purifier: number;
let credential: { username: string; password: string };
let device: MqttClient;
let heard: CommandMessage[];
const bearers = {} as Record<'admin' | 'user' | 'foreign', { authorization: string }>;
const closes: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: '한빛초' });
  const rig = await openFeed(database.url);
  devices = await openDeviceServer(db, clock, {}, rig.feed);
  const { registry } = devices;
  const confirmation = createConfirmation({ db, feed: rig.feed, clock, log: pino({ level: 'silent' }) });
  await confirmation.start();
  app = await sessionApp({ db, clock });
  addControlRoutes(app.http, { db, registry, clock, feed: rig.feed, exports: new Exports(clock) });
  bearers.admin = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
  bearers.user = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_USER' }));
  bearers.foreign = await app.bearer(
    await aUser(db, { organization: await anOrganization(db), authority: 'LOCAL_ADMIN' }),
  );
  closes.push(() => app.http.close(), confirmation.stop, devices.close, rig.close, database.close);
});
afterAll(async () => {
  for (const close of closes) await close();
});
beforeEach(async () => {
  now = clock.now();
  const department = await aDepartment(database.db, { organizationId: own.id });
  meter = await aMeter(database.db, { department, sensors: ['CO2'] });
  purifier = await aPurifier(database.db, meter.id);
  credential = await aCredential(database.db, { organization: own, code: meter.code, meterId: meter.id });
  await devices.registry.reload();
  device = await listening();
  await report({ power: 'ON', control: 'MANUAL', source: 'REMOTE', fan_speed: 'WEAK' });
});

const topicOf = (rest: string, code = meter.code): string => `airdeck/v1/${own.code}/${code}/${rest}`;
/** The device, which subscribes to its commands and remembers them. */
const listening = async (filter = topicOf('commands')): Promise<MqttClient> => {
  const messages: CommandMessage[] = [];
  heard = messages;
  const client = await devices.connect(credential);
  client.on('message', (_, payload) => messages.push(JSON.parse(String(payload))));
  await client.subscribeAsync(filter, { qos: 1 });
  return client;
};
const report = (state: PurifierStateMessage, number = 1) =>
  device.publishAsync(topicOf(`purifiers/${number}/state`), JSON.stringify(state), { qos: 1 });
const answer = (ack: CommandAckMessage) =>
  device.publishAsync(topicOf('commands/ack'), JSON.stringify(ack), { qos: 1 });

const ask = (method: 'GET' | 'POST', path: string, payload?: object, who: keyof typeof bearers = 'user') =>
  app.ask(bearers[who], method, path, payload);
const tell = (change: object = {}, who: keyof typeof bearers = 'user') =>
  ask(
    'POST',
    '/control/commands',
    { batch_id: randomUUID(), purifier_ids: [purifier], command: 'FAN_SPEED', action: 'STRONG', ...change },
    who,
  );
const tellOne = async (change: object = {}): Promise<number> => (await tell(change)).body.results[0].command_id;
const read = async (id: number) => (await ask('GET', `/control/commands/${id}`)).body;
const comesTo = (id: number, state: string) => expect.poll(async () => (await read(id)).state, DEADLINE).toBe(state);
const isHeard = (count = 1) => expect.poll(() => heard.length, DEADLINE).toBe(count);

describe('a command', () => {
  it('is handed to the device, taken, and confirmed by what it reports', async () => {
    const id = await tellOne({ description: ' 환기 ' });
    await isHeard();
    expect(heard[0]).toEqual({
      id: String(id),
      purifier: 1,
      command: 'FAN_SPEED',
      action: 'STRONG',
      time: new Date(now).toISOString(),
      expires: new Date(now + COMMAND_LIFE_MS).toISOString(),
    });
    await answer({ id: String(id), state: 'ACCEPTED' });
    await comesTo(id, 'ACCEPTED');
    const [target] = (await ask('GET', `/control/purifiers?meterId=${meter.id}`)).body.content;
    expect(target).toMatchObject({ obstacle: null, state: { fan_speed: 'WEAK' }, wishes: [{ id, action: 'STRONG' }] });
    clock.advance(1_000);
    await report({ power: 'ON', source: 'REMOTE', fan_speed: 'STRONG' });
    await comesTo(id, 'CONFIRMED');
    expect(await read(id)).toMatchObject({
      description: '환기',
      before: { fan_speed: 'WEAK' },
      after: { fan_speed: 'STRONG' },
      executed_time: new Date(now).toISOString(),
      ended_time: new Date(now + 1_000).toISOString(),
      origin: 'PERSON',
    });
    const [after] = (await ask('GET', `/control/purifiers?meterId=${meter.id}`)).body.content;
    expect(after).toMatchObject({ stale: false, controlled_by: { by: 'PERSON', name: expect.any(String) } });
  });

  it('is confirmed without an answer, but by nothing that was measured before it', async () => {
    const id = await tellOne();
    await isHeard();
    await report({ time: now - 60_000, power: 'ON', fan_speed: 'STRONG' });
    await report({ power: 'ON', fan_speed: 'MEDIUM' });
    expect((await read(id)).state).toBe('SENT');
    await report({ time: now + 1_000, power: 'ON', fan_speed: 'STRONG' });
    await comesTo(id, 'CONFIRMED');
  });

  it('is evaluated by the clock of a device that is wrong', async () => {
    const id = await tellOne();
    await isHeard();
    const behind = now - HOUR_MS;
    await answer({ id: String(id), state: 'ACCEPTED', time: behind });
    await report({ time: behind - 1_000, power: 'ON', fan_speed: 'STRONG' });
    await report({ time: behind + 1_000, power: 'ON', fan_speed: 'STRONG' });
    await comesTo(id, 'CONFIRMED');
  });

  it('is over when the device refuses it', async () => {
    const id = await tellOne();
    await isHeard();
    await answer({ id: String(id), state: 'REJECTED', reason: 'LOCAL_CONTROL' });
    await comesTo(id, 'REJECTED');
    expect(await read(id)).toMatchObject({ refusal: 'LOCAL_CONTROL', ended_time: new Date(now).toISOString() });
    await answer({ id: String(id), state: 'ACCEPTED' });
    expect((await read(id)).state).toBe('REJECTED');
  });

  it('expires, and is still confirmed by what was done in time', async () => {
    const id = await tellOne();
    await isHeard();
    clock.advance(COMMAND_LIFE_MS);
    await comesTo(id, 'EXPIRED');
    await report({ time: now + 20_000, power: 'ON', fan_speed: 'STRONG' });
    await comesTo(id, 'CONFIRMED');
  });

  it('expires for good when the device did nothing in time', async () => {
    const id = await tellOne();
    await isHeard();
    clock.advance(COMMAND_LIFE_MS);
    await comesTo(id, 'EXPIRED');
    clock.advance(60_000);
    await report({ power: 'ON', fan_speed: 'STRONG' });
    const next = await tellOne({ action: 'STRONG' });
    await isHeard(2);
    await report({ power: 'ON', fan_speed: 'STRONG' });
    await comesTo(next, 'CONFIRMED');
    expect((await read(id)).state).toBe('EXPIRED');
  });

  it('is handed over once while others follow', async () => {
    const ids: number[] = [];
    for (const action of ['WEAK', 'MEDIUM', 'STRONG']) {
      const id = await tellOne({ action });
      ids.push(id);
      await expect.poll(() => heard.at(-1)?.id, DEADLINE).toBe(String(id));
    }
    expect(heard.map(({ id }) => Number(id))).toEqual(ids);
  });

  it('comes again to a device that comes again, until it has taken it', async () => {
    const id = await tellOne();
    await isHeard();
    await device.endAsync(true);
    device = await listening();
    await isHeard();
    expect(heard[0]?.id).toBe(String(id));
    await answer({ id: String(id), state: 'ACCEPTED' });
    await comesTo(id, 'ACCEPTED');
    await device.endAsync(true);
    device = await listening();
    const next = await tellOne({ action: 'MEDIUM' });
    await isHeard();
    expect(heard[0]?.id).toBe(String(next));
  });

  it('waits for a device that is about to come, and goes to a gateway that listens for it', async () => {
    await device.endAsync(true);
    const id = await tellOne();
    expect((await read(id)).state).toBe('REQUESTED');
    credential = await aCredential(database.db, { organization: own, code: `GW-${meter.id}`, meterId: null });
    await devices.registry.reload();
    await listening(`airdeck/v1/${own.code}/+/commands`);
    await expect.poll(() => heard.map(({ id }) => id), DEADLINE).toContain(String(id));
    await comesTo(id, 'SENT');
  });

  it('is given once, however often the same request comes', async () => {
    const batch_id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => tell({ batch_id })));
    const [first, ...others] = answers.map(({ body }) => body.results[0].command_id);
    expect(first).toEqual(expect.any(Number));
    expect(others).toEqual([first, first]);
    await isHeard();
    const { rows } = await database.db.query(sql`select id from command where batch_id = ${batch_id}`);
    expect(rows).toEqual([{ id: first }]);
  });

  it('of another device cannot be answered', async () => {
    const id = await tellOne();
    await isHeard();
    const other = await aMeter(database.db, { department: await aDepartment(database.db, { organizationId: own.id }) });
    const theirs = await aCredential(database.db, { organization: own, code: other.code, meterId: other.id });
    await devices.registry.reload();
    const stranger = await devices.connect(theirs);
    await stranger.publishAsync(
      topicOf('commands/ack', other.code),
      JSON.stringify({ id: String(id), state: 'REJECTED' }),
      {
        qos: 1,
      },
    );
    expect((await read(id)).state).toBe('SENT');
  });
});

describe('who cannot take it', () => {
  const obstacles = async (command = 'FAN_SPEED', action = 'STRONG', ids = [purifier]) => {
    const { body } = await ask('POST', '/control/preview', { purifier_ids: ids, command, action });
    return body.targets.map(({ obstacle }: { obstacle: string | null }) => obstacle);
  };

  it('alone is a failure', async () => {
    await database.db.query(sql`update purifier set use = 'N' where id = ${purifier}`);
    expect(await tell()).toMatchObject({ status: 409, body: { code: 'DEVICE_UNUSED' } });
    await database.db.query(sql`update purifier set use = 'Y' where id = ${purifier}`);
    clock.advance(HOUR_MS);
    expect(await tell()).toMatchObject({ status: 409, body: { code: 'METER_DISCONNECT' } });
    expect(heard).toEqual([]);
  });

  it('alone is no failure where the purifier says no itself', async () => {
    clock.advance(1_000);
    await report({ power: 'ON', source: 'LOCAL', fan_speed: 'WEAK' });
    const { status, body } = await tell();
    expect([status, body.results]).toEqual([
      200,
      [{ purifier_id: purifier, command_id: null, obstacle: 'LOCAL_CONTROL' }],
    ]);
    const preview = { purifier_ids: [purifier], command: 'UV', action: 'ON' };
    expect((await ask('POST', '/control/preview', preview, 'foreign')).body.code).toBe('RESOURCE_NOT_FOUND');
    expect((await ask('GET', '/control/commands/999999999')).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  it('is skipped among several, and said', async () => {
    const second = await aPurifier(database.db, meter.id, 2);
    await devices.registry.reload();
    const { body } = await tell({ purifier_ids: [second, purifier, purifier] });
    expect(body.results).toEqual([
      { purifier_id: second, command_id: null, obstacle: 'METER_DISCONNECT' },
      { purifier_id: purifier, command_id: expect.any(Number), obstacle: null },
    ]);
    await isHeard();
  });

  it('is one that a person commands at the device, but for REMOTE', async () => {
    clock.advance(1_000);
    await report({ power: 'ON', source: 'LOCAL', fan_speed: 'WEAK' });
    expect([await obstacles(), await obstacles('REMOTE', 'REMOTE')]).toEqual([['LOCAL_CONTROL'], [null]]);
  });

  it('is one that does not have it', async () => {
    expect([await obstacles('UV', 'ON'), await obstacles('POWER', 'OFF')]).toEqual([['NOT_SUPPORTED'], [null]]);
    clock.advance(1_000);
    await report({ power: 'ON', fan_speed: 'WEAK', commands: ['UV'] });
    expect([await obstacles('UV', 'ON'), await obstacles('POWER', 'OFF')]).toEqual([[null], ['NOT_SUPPORTED']]);
  });

  it('is one that said goodbye', async () => {
    clock.advance(1_000);
    await device.publishAsync(topicOf('status'), '{"status":"OFFLINE"}', { qos: 1 });
    expect(await obstacles()).toEqual(['METER_DISCONNECT']);
  });

  it('is one behind a local server that is known to be disconnected', async () => {
    const { db } = database;
    const { rows } = await db.query<{ id: number }>(sql`insert into local_server (organization_id, name, ip, port)
      values (${own.id}, ${meter.code}, '10.0.0.1', 1883) returning id`);
    const siteId = rows[0]?.id ?? 0;
    await db.query(sql`insert into meter_route (meter_id, organization_id, local_server_id)
      values (${meter.id}, ${own.id}, ${siteId})`);
    const comesToStand = (state: string) =>
      db.query(sql`insert into local_server_status (local_server_id, organization_id, holder, state)
        values (${siteId}, ${own.id}, ${randomUUID()}, ${state})
        on conflict (local_server_id, organization_id) do update set state = excluded.state`);
    const found: unknown[] = [await obstacles()];
    for (const state of ['CONNECTED', 'CONNECTING', 'DISCONNECTED']) {
      await comesToStand(state);
      found.push(await obstacles());
    }
    expect(found).toEqual([[null], [null], [null], ['METER_DISCONNECT']]);
    expect(await tell()).toMatchObject({ status: 409, body: { code: 'METER_DISCONNECT' } });
    const list = await ask('GET', `/control/purifiers?meterId=${meter.id}`);
    expect(list.body.content[0]).toMatchObject({ id: purifier, obstacle: 'METER_DISCONNECT' });
  });

  it('is one behind a gateway that said goodbye, until it is heard again', async () => {
    const { db } = database;
    await db.query(sql`insert into meter_route (meter_id, organization_id, gateway)
      values (${meter.id}, ${own.id}, 'GW')`);
    clock.advance(1_000);
    await db.query(sql`insert into gateway_status (organization_id, code, status, changed_time)
      values (${own.id}, 'GW', 'OFFLINE', ${new Date(clock.now())})`);
    const offline = await obstacles();
    clock.advance(1_000);
    await report({ power: 'ON', source: 'REMOTE', fan_speed: 'WEAK' });
    expect([offline, await obstacles()]).toEqual([['METER_DISCONNECT'], [null]]);
  });

  it('is no user of another organization: the purifiers are not found', async () => {
    expect((await tell({}, 'foreign')).status).toBe(404);
    expect((await ask('GET', '/control/purifiers', undefined, 'foreign')).body.content).toEqual([]);
    const id = await tellOne();
    expect((await ask('GET', `/control/commands/${id}`, undefined, 'foreign')).status).toBe(404);
    expect((await ask('GET', '/control/commands', undefined, 'foreign')).body.totalElements).toBe(0);
  });

  it('names purifiers and places as an English screen does, also those of a purifier that is gone', async () => {
    const { db } = database;
    await db.query(sql`update purifier set name_en = 'Purifier A' where id = ${purifier}`);
    await db.query(sql`update meter set name_en = 'Kitchen' where id = ${meter.id}`);
    const id = await tellOne();
    const named = async () => {
      const bearer = { ...bearers.user, 'accept-language': 'en' as const };
      const { air_name, meter_name } = (await app.ask(bearer, 'GET', `/control/commands/${id}`)).body;
      return [air_name, meter_name];
    };
    expect(await named()).toEqual(['Purifier A', 'Kitchen']);
    const listed = async (language: 'ko' | 'en') => {
      const path = `/control/purifiers?meterId=${meter.id}`;
      const { body } = await app.ask({ ...bearers.user, 'accept-language': language }, 'GET', path);
      return [body.content[0].name, body.content[0].meter_name];
    };
    expect(await listed('en')).toEqual(['Purifier A', 'Kitchen']);
    expect((await listed('ko'))[0]).toBe('Purifier 1');
    const searched = async (language: 'ko' | 'en', path: string) =>
      (await app.ask({ ...bearers.user, 'accept-language': language }, 'GET', path)).body;
    const list = '/control/commands?search=kitchen&sort=meter_name,ASC';
    expect((await searched('en', list)).content).toMatchObject([{ id, air_name: 'Purifier A', meter_name: 'Kitchen' }]);
    expect((await searched('ko', list)).content).toEqual([]);
    const file = '/control/commands/export?format=csv&name=c&sheet=c&meterName=kitchen';
    const fileIn = async (language: 'ko' | 'en') =>
      (await app.http.inject({ url: `/api/v1${file}`, headers: { ...bearers.user, 'accept-language': language } }))
        .body;
    expect(await fileIn('en')).toMatch(/Kitchen.*Purifier A/);
    expect(await fileIn('ko')).not.toMatch(/Kitchen|Purifier/);
    await db.query(sql`delete from purifier where id = ${purifier}`);
    expect((await named()).at(1)).toBe('Kitchen');
  });

  it('is every user of an organization that lets them control nothing', async () => {
    const allow = (answer: 'Y' | 'N') =>
      database.db.query(sql`update organization set user_control = ${answer} where id = ${own.id}`);
    await allow('N');
    // Sessions are read again after a second.
    clock.advance(2_000);
    expect((await tell()).body.code).toBe('ACCESS_DENIED');
    expect((await tell({}, 'admin')).status).toBe(200);
    await allow('Y');
    clock.advance(2_000);
    expect((await tell()).status).toBe(200);
  });

  it.each([
    [{ action: 'FAST' }, { action: 'INVALID' }],
    [{ command: 'OPERATING_TIME', action: '1441' }, { action: 'INVALID' }],
    [{ purifier_ids: [] }, { purifier_ids: 'REQUIRED' }],
    [{ batch_id: 'x' }, { batch_id: 'INVALID' }],
    [{ description: 'x'.repeat(201) }, { description: 'TOO_LONG' }],
  ])('is refused with %o', async (change, errors) => {
    expect((await tell(change)).body).toMatchObject({ code: 'INVALID_PARAMETER', errors });
  });
});

describe('the list of purifiers', () => {
  it('is narrowed by place, name and mode', async () => {
    const { id: departmentId, officeId } = meter.department;
    const count = async (query: string) =>
      (await ask('GET', `/control/purifiers?meterId=${meter.id}&${query}`)).body.totalElements;
    const found = [
      ...[`organizationId=${own.id}`, `officeId=${officeId}`, `departmentId=${departmentId}`, 'airName=purifier'],
      ...['search=purifier', 'organizationName=한빛', 'officeName=office', 'departmentName=department'],
      ...[
        'meterName=meter',
        'workMode=MANUAL',
        'activity=BLOWING',
        `purifierId=${purifier}&purifierId=${purifier + 1}`,
      ],
    ];
    for (const query of found) expect(await count(query), query).toBe(1);
    const missed = [
      ...[`organizationId=${own.id + 1}`, `officeId=${officeId + 1}`, `departmentId=${departmentId + 1}`, 'airName=x'],
      ...[
        'search=없음',
        'organizationName=x',
        'officeName=x',
        'departmentName=x',
        'meterName=x',
        'workMode=AUTO',
        'activity=SILENT',
      ],
      `purifierId=${purifier + 1}`,
    ];
    for (const query of missed) expect(await count(query), query).toBe(0);
  });

  it.each<[PurifierStateMessage, string]>([
    [{ power: 'OFF', run: 'WORK', control: 'AUTO' }, 'OFF'],
    [{ power: 'ON', run: 'STOP', control: 'AUTO' }, 'STOP'],
    [{ power: 'ON', run: 'TROUBLE', control: 'AUTO' }, 'TROUBLE'],
    [{ power: 'ON', run: 'WORK', control: 'AUTO' }, 'AUTO'],
  ])('has one that reports %o as %s', async (state, mode) => {
    clock.advance(1_000);
    await report(state);
    const { body } = await ask('GET', `/control/purifiers?meterId=${meter.id}&sort=work_mode&sort=collected_time`);
    expect(body.content).toMatchObject([{ work_mode: mode, collected_time: new Date(clock.now()).toISOString() }]);
  });
});

describe('the record', () => {
  it.each([
    ['command=FAN_SPEED', 1],
    ['command=UV', 0],
    ['state=SENT', 1],
    ['state=CONFIRMED', 0],
    ['origin=PERSON', 1],
    ['airName=purifier', 1],
    ['search=없음', 0],
    ['search=한빛', 1],
    ['search=purifier', 1],
    ['organizationName=한빛', 1],
    ['organizationName=없음', 0],
    ['officeName=office', 1],
    ['officeName=없음', 0],
    ['departmentName=department', 1],
    ['departmentName=없음', 0],
    ['meterName=meter', 1],
    ['meterName=없음', 0],
    ['airName=없음', 0],
    ['userLogin=user', 1],
    ['userLogin=없음', 0],
    ['origin=AUTO', 0],
    [`batchId=${randomUUID()}`, 0],
    ['startTime=2026-03-02&endTime=2026-03-02', 1],
    ['startTime=2026-03-02', 1],
    ['endTime=2026-03-02', 1],
    ['endTime=2026-03-01', 0],
    ['endTime=2026-03-01&timeZone=Pacific/Honolulu', 1],
    ['sort=user_login,ASC', 1],
  ])('is narrowed by %s: %i', async (query, count) => {
    const id = await tellOne();
    await comesTo(id, 'SENT');
    const { body } = await ask('GET', `/control/commands?purifierId=${purifier}&${query}`);
    expect(body.totalElements).toBe(count);
  });

  it.each([
    ['startTime=2026-03-03', { startTime: 'FUTURE' }],
    ['startTime=2026-03-03&timeZone=Pacific/Kiritimati', { startTime: 'FUTURE' }],
    ['startTime=2026-03-02&timeZone=Pacific/Honolulu', { startTime: 'FUTURE' }],
    ['startTime=2026-03-02&endTime=2026-03-01', { endTime: 'BEFORE_START' }],
  ])('is not asked for days as %s, in the list or in a file', async (query, errors) => {
    for (const path of ['/control/commands?', '/control/commands/export?format=csv&']) {
      const { status, body } = await ask('GET', `${path}${query}`);
      expect([status, body.code, body.errors], path).toEqual([400, 'INVALID_PARAMETER', errors]);
    }
  });

  it('is counted by hour in the zone of the organization', async () => {
    await tellOne();
    const { body } = await ask(
      'GET',
      `/control/commands/counts?purifierId=${purifier}&startTime=2026-03-02&endTime=2026-03-02&unit=hour`,
    );
    expect(body.time_zone).toBe('Asia/Seoul');
    expect(body.buckets.filter(({ counts }: { counts: { OPEN: number } }) => counts.OPEN > 0)).toEqual([
      { start: new Date(now - (now % HOUR_MS)).toISOString(), counts: { CONFIRMED: 0, OPEN: 1, FAILED: 0 } },
    ]);
  });

  it('is in order, the newest first or as asked', async () => {
    const first = await tellOne({ action: 'MEDIUM' });
    clock.advance(1);
    const second = await tellOne({ command: 'REMOTE', action: 'LOCAL' });
    const third = await tellOne({ action: 'WEAK' });
    const ids = async (query = '') =>
      (await ask('GET', `/control/commands?purifierId=${purifier}${query}`)).body.content.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids()).toEqual([third, second, first]);
    expect(await ids('&sort=executed_time,ASC')).toEqual([first, third, second]);
    expect(await ids('&sort=command,DESC')).toEqual([second, third, first]);
    expect(await ids('&size=1&page=1')).toEqual([second]);
  });

  it.each([
    ['CONFIRMED', 'CONFIRMED'],
    ['REQUESTED', 'OPEN'],
    ['SENT', 'OPEN'],
    ['ACCEPTED', 'OPEN'],
    ['REJECTED', 'FAILED'],
    ['EXPIRED', 'FAILED'],
    ['FAILED', 'FAILED'],
  ])('counts one that is %s as %s', async (state, outcome) => {
    const id = await tellOne();
    await comesTo(id, 'SENT');
    await database.db.query(sql`update command set state = ${state} where id = ${id}`);
    const path = `/control/commands/counts?purifierId=${purifier}&startTime=2026-03-02&endTime=2026-03-02`;
    const { body } = await ask('GET', `${path}&unit=day&timeZone=Asia/Tokyo`);
    expect(body).toEqual({
      time_zone: 'Asia/Tokyo',
      buckets: [{ start: '2026-03-01T15:00:00.000Z', counts: { CONFIRMED: 0, OPEN: 0, FAILED: 0, [outcome]: 1 } }],
    });
    expect((await ask('GET', `${path}&unit=day`, undefined, 'foreign')).body.buckets[0].counts).toEqual({
      ...{ CONFIRMED: 0, OPEN: 0, FAILED: 0 },
    });
  });

  it.each([
    ['UV', 'ON', 'null', '켜짐'],
    ['OPERATING_TIME', '90', 'null', '90분'],
    ['FILTER_PERIOD', '4380', 'null', '4380시간'],
    ['START_TIME', '0830', 'null', '08:30'],
    ['FAN_SPEED', 'STRONG', 'UNHEARD_OF', 'UNHEARD_OF'],
  ])('is a file with the words for %s %s, refused by %s: %s', async (command, action, refusal, word) => {
    const id = await tellOne();
    await comesTo(id, 'SENT');
    await database.db.query(sql`update command set command = ${command}, action = ${action},
      refusal = nullif(${refusal}, 'null') where id = ${id}`);
    const path = `/control/commands/export?format=csv&purifierId=${purifier}`;
    expect((await ask('GET', path)).text).toContain(`,${word},`);
    expect((await ask('GET', path, undefined, 'foreign')).text).not.toContain(word);
  });

  it('is a file too, in words', async () => {
    const id = await tellOne();
    await isHeard();
    await answer({ id: String(id), state: 'REJECTED', reason: 'LOCAL_CONTROL' });
    await comesTo(id, 'REJECTED');
    const file = await ask('GET', `/control/commands/export?format=csv&purifierId=${purifier}`);
    expect(file.status).toBe(200);
    for (const word of ['실행 시각', '풍량,강', '거부됨', '현장에서 조작하고 있어', '사람'])
      expect(file.text).toContain(word);
  });
});
