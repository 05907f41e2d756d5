import { randomUUID } from 'node:crypto';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRegistry, type Registry } from '../../../registry/registry.ts';
import { insertFrames } from '../../../store/frames/frame-queries.ts';
import { createPartition } from '../../../store/frames/partition-queries.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../../testing/factory.ts';
import { openFeed } from '../../../testing/feed-rig.ts';
import { type SessionApp, sessionApp } from '../../../testing/session-app.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { requestCommands } from '../request-commands.ts';
import { addSwitchOffTestRoutes } from './test-routes.ts';
import { createTestRunner } from './test-runner.ts';

const PM25 = channelOf('PM2.5', 1);
const STATE: PurifierState = {
  ...{ power: 'ON', control: 'AUTO', run: 'WORK', source: 'REMOTE', fan_speed: 'WEAK', fan_direction: null },
  ...{ ventilation: null, uv: null, anion: null, light: null, fans: [], reserved_start: null, reserved_end: null },
  ...{ filter_period_h: null, filter_use_h: [] },
};

const clock = testClock(Date.UTC(2026, 2, 2, 3));
let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let feed: Awaited<ReturnType<typeof openFeed>>;
let own: TestOrganization;
let meter: TestMeter;
let purifier: number;
let state: PurifierState;
/** PM2.5 of the room, ten times µg/m³; it falls by the fan and returns without it. */
let dust: number;
const bearers = {} as Record<'user' | 'limited' | 'foreign', { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db);
  registry = createRegistry(db);
  feed = await openFeed(database.url);
  app = await sessionApp({ db, clock });
  addSwitchOffTestRoutes(app.http, { db, registry, clock });
  const user = await aUser(db, { organization: own, authority: 'LOCAL_USER' });
  const elsewhere = await aDepartment(db, { organizationId: own.id });
  const limited = await aUser(db, { organization: own, authority: 'LOCAL_USER' });
  await db.query(sql`update app_user set limited = 'Y' where id = ${limited.id}`);
  await db.query(sql`insert into user_place (user_id, department_id) values (${limited.id}, ${elsewhere.id})`);
  bearers.user = await app.bearer(user);
  bearers.limited = await app.bearer(limited);
  bearers.foreign = await app.bearer(
    await aUser(db, { organization: await anOrganization(db), authority: 'LOCAL_ADMIN' }),
  );
  await createPartition(db, Math.floor(clock.now() / DAY_MS));
});
afterAll(async () => {
  await app.http.close();
  await feed.close();
  await database.close();
});
beforeEach(async () => {
  const department = await aDepartment(database.db, { organizationId: own.id });
  meter = await aMeter(database.db, { department, sensors: ['PM2.5'] });
  purifier = await aPurifier(database.db, meter.id);
  await registry.reload();
  [state, dust] = [STATE, 600];
  await report();
});

const report = () =>
  database.db.query(sql`
    insert into purifier_state (purifier_id, time, last_time, state)
    values (${purifier}, ${new Date(clock.now())}, ${new Date(clock.now())}, ${JSON.stringify(state)}::jsonb)
    on conflict do nothing`);
const ask = (method: 'GET' | 'POST' | 'DELETE', who: keyof typeof bearers = 'user') =>
  app.ask(bearers[who], method, `/purifiers/${purifier}/switch-off-tests`);
/** A new one each time, as after a restart of the process. */
const runAll = () =>
  createTestRunner({
    ...{ db: database.db, feed: feed.feed, clock, log: pino({ level: 'silent' }), newId: randomUUID },
  }).runAll();

/** Minutes in which the purifier follows its commands, and the air the purifier. */
const pass = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) {
    await runAll();
    const { rows } = await database.db.query<{ command: string; action: string }>(sql`
      update command set state = 'CONFIRMED' where purifier_id = ${purifier} and state = 'REQUESTED'
      returning command, action`);
    for (const { command, action } of rows) {
      if (command === 'FAN_SPEED') state = { ...state, fan_speed: action as 'STRONG' };
      if (command === 'WORK') state = { ...state, control: action as 'AUTO' };
    }
    clock.advance(MINUTE_MS);
    await report();
    const rate = state.fan_speed === 'STRONG' ? 3 : 0.5;
    dust += ((200 * 0.5 - rate * dust) * MINUTE_MS) / 3_600_000;
    const frame = { meterId: meter.id, time: clock.now(), channels: [PM25], ticks: [Math.round(dust)] };
    await database.db.tx((tx) => insertFrames(tx, [frame]));
  }
};

it('measures the clean air of a purifier and restores its state, also over restarts', async () => {
  expect((await ask('GET')).body).toEqual({ purifier_id: purifier, measured: true, obstacle: null, tests: [] });
  expect((await ask('POST')).body.tests).toMatchObject([{ phase: 'ON', on_time: null, next_time: null }]);
  // A second start changes nothing.
  expect((await ask('POST')).body.tests).toHaveLength(1);
  await pass(3);
  expect(state).toMatchObject({ control: 'MANUAL', fan_speed: 'STRONG' });
  expect((await ask('GET')).body.tests[0].next_time).toEqual(expect.any(String));
  await pass(92);
  expect(state).toMatchObject({ control: 'AUTO', fan_speed: 'STOP' });
  await pass(3);
  const [test] = (await ask('GET')).body.tests;
  expect(test).toMatchObject({ phase: 'ENDED', outcome: 'DONE', result: { verdict: 'HELPS', doubt: null } });
  const { value, low, high } = test.result.air_changes;
  expect([low > 0, low < value, value < high, Math.abs(value - 2.5) < 0.3]).toEqual([true, true, true, true]);
  const { rows } = await database.db.query<{ origin: string; user_login: string; description: string }>(
    sql`select distinct origin, user_login, description from command where purifier_id = ${purifier}`,
  );
  expect(rows).toEqual([{ origin: 'PERSON', user_login: test.started_by, description: '끄기 시험' }]);
  const audits = await database.db.query(sql`select after from audit where entity_id = ${purifier}`);
  expect(audits.rows).toEqual([{ after: { switch_off_test: 'started' } }]);
});

it('restores the state when it is cancelled', async () => {
  await ask('POST');
  await pass(40);
  expect(state.fan_speed).toBe('STOP');
  expect((await ask('DELETE')).body.tests).toMatchObject([{ phase: 'RESTORE', outcome: 'CANCELLED', next_time: null }]);
  await pass(3);
  expect(state.control).toBe('AUTO');
  expect((await ask('GET')).body.tests).toMatchObject([{ phase: 'ENDED', outcome: 'CANCELLED', result: null }]);
  // Nothing runs, so nothing is cancelled.
  expect((await ask('DELETE')).body.tests).toHaveLength(1);
});

it('leaves the purifier to a person who controls it, and auto mode waits until the test has ended', async () => {
  await database.db.query(sql`insert into auto_mode (purifier_id, use, thresholds, override_min)
    values (${purifier}, 'Y', '{}', 15)`);
  const until = async () =>
    (
      await database.db.query<{ until: Date | null }>(
        sql`select overridden_until as until from auto_mode where purifier_id = ${purifier}`,
      )
    ).rows[0]?.until?.getTime() ?? null;
  await ask('POST');
  await pass(3);
  expect(((await until()) ?? 0) - clock.now()).toBeGreaterThan(90 * MINUTE_MS);
  await ask('DELETE');
  await pass(3);
  expect(await until()).toBeNull();
  await ask('POST');
  await pass(3);
  const scope = { reach: 'own', organizationId: own.id } as const;
  await requestCommands({ db: database.db, feed: feed.feed, clock }, scope, {
    ...{ batchId: randomUUID(), purifierIds: [purifier], command: 'FAN_SPEED', action: 'MEDIUM', origin: 'PERSON' },
    ...{ userId: null, ip: null, description: null },
  });
  await pass(2);
  expect((await ask('GET')).body.tests[0]).toMatchObject({ phase: 'ENDED', outcome: 'INTERRUPTED' });
  expect(state.fan_speed).toBe('MEDIUM');
});

it('starts nothing without a report or PM2.5, and does not exist for others', async () => {
  for (const who of ['foreign', 'limited'] as const) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) expect((await ask(method, who)).status).toBe(404);
  }
  clock.advance(60 * MINUTE_MS);
  expect((await ask('POST')).body).toMatchObject({ obstacle: 'METER_DISCONNECT', tests: [] });
  await report();
  await database.db.query(sql`delete from sensor where meter_id = ${meter.id}`);
  await registry.reload();
  expect((await ask('GET')).body.measured).toBe(false);
  expect((await ask('POST')).status).toBe(400);
});
