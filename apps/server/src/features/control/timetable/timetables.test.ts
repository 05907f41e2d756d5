import { randomUUID } from 'node:crypto';
import type { TimetableFields, TimetableRun } from '@airdeck/contract/control/timetable';
import { COMMAND_LIFE_MS } from '@airdeck/domain/control/command-state';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { createRegistry } from '../../../registry/registry.ts';
import { testChangeRegistry } from '../../../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestOrganization,
} from '../../../testing/factory.ts';
import { openFeed } from '../../../testing/feed-rig.ts';
import { type Method, type SessionApp, sessionApp } from '../../../testing/session-app.ts';
import { type TestClock, testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { expireCommands } from '../command-queries.ts';
import { requestCommands } from '../request-commands.ts';
import { createTimetableExecutor } from './executor.ts';
import { addTimetableRoutes } from './timetable-routes.ts';

type Rig = Awaited<ReturnType<typeof openFeed>>;
type Asker = 'admin' | 'user' | 'foreign' | 'super';

let database: TestDatabase;
let app: SessionApp;
/** Two processes run timetables. */
let rigs: [Rig, Rig];
let own: TestOrganization;
let purifiers: [number, number];
/** Monday, 2026-03-02, 07:00 in Seoul. */
let clock: TestClock;
/** The routes stay while each test has its own clock. */
const routesClock: Clock = { now: () => clock.now() };
const bearers = {} as Record<Asker, { authorization: string }>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  rigs = [await openFeed(database.url), await openFeed(database.url)];
  own = await anOrganization(db);
  app = await sessionApp({ db, clock: systemClock });
  addTimetableRoutes(app.http, { db, changeRegistry: testChangeRegistry(db, createRegistry(db)), clock: routesClock });
  const of = (authority: 'LOCAL_ADMIN' | 'LOCAL_USER' | 'SUPER_ADMIN', organization = own) =>
    aUser(db, { organization, authority }).then(app.bearer);
  bearers.admin = await of('LOCAL_ADMIN');
  bearers.user = await of('LOCAL_USER');
  // Elsewhere: purifiers of an organization that is out of use get no command.
  bearers.super = await of('SUPER_ADMIN', await anOrganization(db));
  bearers.foreign = await of('LOCAL_ADMIN', await anOrganization(db));
});
afterAll(async () => {
  await app.http.close();
  for (const rig of rigs) await rig.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  clock = testClock(Date.UTC(2026, 2, 1, 22));
  await db.query(sql`delete from timetable`);
  await db.query(sql`delete from meter`);
  await db.query(sql`delete from command`);
  await db.query(sql`delete from audit`);
  await db.query(sql`update organization set time_zone = 'Asia/Seoul', use = 'Y' where id = ${own.id}`);
  const department = await aDepartment(db, { organizationId: own.id });
  const aPlacedPurifier = async () => aPurifier(db, (await aMeter(db, { department })).id);
  purifiers = [await aPlacedPurifier(), await aPlacedPurifier()];
});

const ask = (method: Method, path: string, payload?: object, asker: Asker = 'admin') =>
  app.ask(bearers[asker], method, path, payload);
const everyDay = (...periods: TimetableFields['week'][number]): TimetableFields['week'] =>
  Array.from({ length: 7 }, () => periods);
const OFFICE_HOURS = everyDay({ start: '0800', end: '1800', mode: 'STRONG' });
const add = (fields: object = {}, asker: Asker = 'admin') =>
  ask(
    'POST',
    '/timetables',
    { organization_id: own.id, name: '평일', week: OFFICE_HOURS, purifier_ids: purifiers, ...fields },
    asker,
  );
const addOne = async (fields: object = {}): Promise<number> => (await add(fields)).body.id;

/** The purifiers' devices report now. */
const report = async (...ids: number[]): Promise<void> => {
  const state = { power: 'OFF', control: 'MANUAL', run: 'STOP', source: 'REMOTE', fan_speed: 'STOP', filter_use_h: [] };
  const time = new Date(clock.now());
  for (const id of ids) {
    await database.db.query(sql`insert into purifier_state values (${id}, ${time}, ${time}, ${JSON.stringify(state)})`);
  }
};
const executorOf = ({ db, feed }: Pick<Rig, 'db' | 'feed'>) =>
  createTimetableExecutor({ db, feed, clock, log: pino({ level: 'silent' }) });
/** A round of each of two processes at once. */
const execute = () => Promise.all(rigs.map((rig) => executorOf(rig).executeDue()));
const executeAgain = () => Promise.all(rigs.map((rig) => executorOf(rig).executeAgain()));
/** Advances in steps like running servers, so that no occurrence is missed. */
const work = async (ms: number): Promise<void> => {
  await execute();
  clock.advance(ms);
};

interface Told {
  purifier_id: number;
  command: string;
  action: string;
  requested_time: Date;
}
const commands = async (): Promise<string[]> => {
  const { rows } = await database.db.query<Told & Record<string, unknown>>(
    sql`select purifier_id, command, action from command where origin = 'TIMETABLE' order by id`,
  );
  return rows.map(({ purifier_id, command, action }) => `${purifiers.indexOf(purifier_id)} ${command} ${action}`);
};
const runs = async (id: number, asker: Asker = 'admin'): Promise<TimetableRun[]> =>
  (await ask('GET', `/timetables/${id}/runs`, undefined, asker)).body.runs;

describe('what is to be done', () => {
  it('is done once at its time, by one of the processes, and not before', async () => {
    const id = await addOne();
    await work(HOUR_MS - 1);
    await report(...purifiers);
    await execute();
    expect(await commands()).toEqual([]);
    clock.advance(1);
    await execute();
    await execute();
    const on = ['POWER ON', 'WORK MANUAL', 'FAN_SPEED STRONG'];
    expect(await commands()).toEqual(on.flatMap((command) => [`0 ${command}`, `1 ${command}`]));
    expect(await runs(id)).toEqual([
      { time: '2026-03-01T23:00:00.000Z', action: 'STRONG', outcome: 'DONE', told: 2, waiting: 0, left: 0 },
    ]);
    const { rows } = await database.db.query(sql`select distinct origin, user_login, description from command`);
    expect(rows).toEqual([{ origin: 'TIMETABLE', user_login: null, description: '평일' }]);
    clock.advance(10 * HOUR_MS);
    await report(...purifiers);
    await execute();
    expect((await commands()).slice(6)).toEqual(['0 POWER OFF', '1 POWER OFF']);
  });

  it('is not lost with the process that was at it, and is not done twice', async () => {
    await addOne();
    await work(HOUR_MS);
    await report(...purifiers);
    const [{ db, feed }, other] = rigs;
    const killed: Db = {
      ...db,
      tx: (run) =>
        db.tx(async (tx, client) => {
          await run(tx, client);
          throw new Error('killed before it could commit');
        }),
    };
    await executorOf({ db: killed, feed }).executeDue();
    expect(await commands()).toEqual([]);
    await executorOf(other).executeDue();
    await executorOf({ db, feed }).executeDue();
    expect(await commands()).toHaveLength(6);
    // Even where the cursor is brought back, as by a restored copy of the table.
    await database.db.query(sql`update timetable set executed_until = '2026-03-01', next_time = null`);
    await database.db.query(sql`delete from timetable_run`);
    await execute();
    expect(await commands()).toHaveLength(6);
  });

  it('is done late after a short outage: only what counts now', async () => {
    const id = await addOne({
      week: everyDay({ start: '0800', end: '0810', mode: 'AUTO' }, { start: '0815', end: '1800', mode: 'WEAK' }),
    });
    await work(HOUR_MS + 30 * MINUTE_MS);
    await report(...purifiers);
    await execute();
    expect(await commands()).toEqual(
      ['POWER ON', 'WORK MANUAL', 'FAN_SPEED WEAK'].flatMap((command) => [`0 ${command}`, `1 ${command}`]),
    );
    expect((await runs(id)).map(({ time, outcome }) => `${time.slice(11, 16)} ${outcome}`)).toEqual([
      '23:15 LATE',
      '23:10 SKIPPED',
      '23:00 SKIPPED',
    ]);
  });

  it.each([
    ['a minute after its time is DONE', 0, 'DONE'],
    ['later than that is LATE', 1, 'LATE'],
  ])('an action is executed %s', async (_, moreMs, outcome) => {
    const id = await addOne();
    await work(HOUR_MS + MINUTE_MS + moreMs);
    await report(...purifiers);
    await execute();
    expect(await runs(id)).toMatchObject([{ time: '2026-03-01T23:00:00.000Z', outcome }]);
  });

  it('is skipped after a long one, which is written down', async () => {
    const id = await addOne();
    await work(HOUR_MS + 30 * MINUTE_MS + 1);
    await report(...purifiers);
    await execute();
    expect(await commands()).toEqual([]);
    expect(await runs(id)).toMatchObject([{ time: '2026-03-01T23:00:00.000Z', outcome: 'SKIPPED', told: 0 }]);
    clock.advance(400 * DAY_MS);
    await execute();
    expect(await commands()).toEqual([]);
  });

  it('is that of the zone of the organization, also when it changes', async () => {
    await addOne();
    await work(HOUR_MS / 2);
    await database.db.query(sql`update organization set time_zone = 'Asia/Kathmandu' where id = ${own.id}`);
    await work(HOUR_MS);
    await report(...purifiers);
    await execute();
    expect(await commands()).toEqual([]);
    // 08:00 in Kathmandu is 02:15 UTC.
    clock.advance(2 * HOUR_MS + 45 * MINUTE_MS);
    await report(...purifiers);
    await execute();
    expect(await commands()).toHaveLength(6);
  });

  it('is done once on the day on which the hour comes twice', async () => {
    clock = testClock(Date.UTC(2026, 10, 1, 4));
    await database.db.query(sql`update organization set time_zone = 'America/New_York' where id = ${own.id}`);
    await addOne({ week: everyDay({ start: '0130', end: '0145', mode: 'AUTO' }) });
    for (let quarter = 0; quarter < 16; quarter++) {
      await report(...purifiers);
      await execute();
      clock.advance(15 * MINUTE_MS);
    }
    expect((await commands()).filter((each) => each.startsWith('0'))).toEqual([
      '0 POWER ON',
      '0 WORK AUTO',
      '0 POWER OFF',
    ]);
  });

  it.each([
    ['timetable', () => sql`update timetable set use = 'N'`],
    ['organization', () => sql`update organization set use = 'N' where id = ${own.id}`],
  ])('is nothing while the %s is not in use', async (_, stop) => {
    const id = await addOne();
    await database.db.query(stop());
    await work(HOUR_MS);
    await report(...purifiers);
    await execute();
    expect([await commands(), await runs(id, 'super')]).toEqual([[], []]);
  });

  it('is not kept from others by a timetable that cannot be read', async () => {
    await addOne({ purifier_ids: [] });
    await database.db.query(sql`update timetable set week = '[[{"start": 8}], [], [], [], [], [], []]'`);
    await addOne({ name: '다른 것' });
    await work(HOUR_MS);
    await report(...purifiers);
    await execute();
    expect(await commands()).toHaveLength(6);
  });

  it('loses nothing by an edit at that very moment', async () => {
    const id = await addOne();
    await work(HOUR_MS);
    const edited = { name: '바뀜', week: OFFICE_HOURS, purifier_ids: purifiers, version: 1 };
    expect((await ask('PUT', `/timetables/${id}`, edited)).status).toBe(200);
    await report(...purifiers);
    await execute();
    expect(await commands()).toHaveLength(6);
  });
});

describe('a purifier that could not be reached', () => {
  it('gets the command when it is heard, within half an hour', async () => {
    const id = await addOne();
    await work(HOUR_MS);
    await report(purifiers[0]);
    await execute();
    expect(await runs(id)).toMatchObject([{ told: 1, waiting: 1, left: 0 }]);
    await executeAgain();
    expect(await commands()).toHaveLength(3);
    clock.advance(20 * MINUTE_MS);
    await report(purifiers[1]);
    await executeAgain();
    expect((await commands()).slice(3)).toEqual(['1 POWER ON', '1 WORK MANUAL', '1 FAN_SPEED STRONG']);
    expect(await runs(id)).toMatchObject([{ told: 2, waiting: 0, left: 0 }]);
  });

  it('is left alone when it says no itself, or is out of use', async () => {
    const id = await addOne();
    await work(HOUR_MS);
    await report(...purifiers);
    await database.db.query(sql`update purifier_state set state = state || '{"source": "LOCAL"}'
      where purifier_id = ${purifiers[0]}`);
    await database.db.query(sql`update purifier set use = 'N' where id = ${purifiers[1]}`);
    await execute();
    expect(await commands()).toEqual([]);
    expect(await runs(id)).toMatchObject([{ told: 0, waiting: 0, left: 2 }]);
  });

  it('is left alone after that', async () => {
    await addOne();
    await work(HOUR_MS);
    await execute();
    clock.advance(30 * MINUTE_MS);
    await report(...purifiers);
    await executeAgain();
    expect(await commands()).toEqual([]);
  });

  it('gets the command of the next time, when that has come meanwhile', async () => {
    await addOne({ week: everyDay({ start: '0800', end: '0805', mode: 'AUTO' }) });
    await work(HOUR_MS);
    await execute();
    clock.advance(5 * MINUTE_MS);
    await execute();
    await report(...purifiers);
    await executeAgain();
    expect(await commands()).toEqual(['0 POWER OFF', '1 POWER OFF']);
  });

  it('gets it once more when it did nothing and is heard again', async () => {
    await addOne({ week: everyDay({ start: '0800', end: '1800', mode: 'AUTO' }) });
    await work(HOUR_MS);
    await report(...purifiers);
    await execute();
    const expire = async () => {
      clock.advance(COMMAND_LIFE_MS);
      await database.db.tx((tx) => expireCommands(tx, clock.now()));
    };
    await expire();
    await executeAgain();
    expect(await commands()).toHaveLength(4);
    clock.advance(MINUTE_MS);
    await report(purifiers[1]);
    await executeAgain();
    expect((await commands()).slice(4)).toEqual(['1 POWER ON', '1 WORK AUTO']);
    await expire();
    clock.advance(MINUTE_MS);
    await report(purifiers[1]);
    await executeAgain();
    expect(await commands()).toHaveLength(6);
  });

  it('is left as a person switched it meanwhile, until the next time', async () => {
    const id = await addOne();
    await work(HOUR_MS);
    await execute();
    expect(await runs(id)).toMatchObject([{ told: 0, waiting: 2 }]);
    clock.advance(MINUTE_MS);
    await report(...purifiers);
    const [{ db, feed }] = rigs;
    const byHand = { batchId: randomUUID(), purifierIds: [purifiers[0]], command: 'POWER', action: 'OFF' } as const;
    await requestCommands(
      { db, feed, clock },
      { reach: 'all' },
      { ...byHand, origin: 'PERSON', userId: null, ip: null, description: null },
    );
    await executeAgain();
    expect(await commands()).toEqual(['1 POWER ON', '1 WORK MANUAL', '1 FAN_SPEED STRONG']);
    expect(await runs(id)).toMatchObject([{ told: 1, waiting: 0, left: 1 }]);
    clock.advance(10 * HOUR_MS);
    await report(...purifiers);
    await execute();
    expect((await commands()).slice(3)).toEqual(['0 POWER OFF', '1 POWER OFF']);
  });
});

describe('a timetable', () => {
  it('is made, read, changed and deleted by an administrator, and only seen by a user', async () => {
    const exceptions = [{ name: '설날', from: '2026-02-16', to: '2026-02-18', periods: [] }];
    const made = await add({ exceptions });
    expect(made).toMatchObject({
      status: 200,
      body: { name: '평일', week: OFFICE_HOURS, exceptions, purifier_ids: purifiers, purifier_count: 2, use: 'Y' },
    });
    const { id } = made.body;
    expect((await ask('GET', '/timetables', undefined, 'user')).body.content).toMatchObject([{ id }]);
    const found = async (query: string) => (await ask('GET', `/timetables?${encodeURI(query)}`)).body.totalElements;
    const queries = [
      'search=평',
      'search=x',
      'use=Y',
      'use=N',
      `organizationId=${own.id}`,
      `organizationId=${own.id + 1}`,
    ];
    expect(await Promise.all(queries.map(found))).toEqual([1, 0, 1, 0, 1, 0]);
    expect((await ask('GET', '/timetables', undefined, 'foreign')).body.totalElements).toBe(0);
    expect((await add({ name: '다른 것' }, 'user')).status).toBe(403);
    const edited = { name: '주말', week: everyDay(), purifier_ids: [purifiers[1]], use: 'N', version: 1 };
    expect((await ask('PUT', `/timetables/${id}`, edited)).body).toMatchObject({
      ...{ name: '주말', purifier_ids: [purifiers[1]], exceptions: [], version: 2 },
    });
    expect((await ask('DELETE', `/timetables/${id}?version=2`)).status).toBe(200);
    expect((await ask('GET', '/timetables')).body.totalElements).toBe(0);
    const { rows } = await database.db.query(sql`select action from audit where entity = 'timetables' order by id`);
    expect(rows.map(({ action }: { action: string }) => action)).toEqual(['create', 'write', 'delete']);
  });

  it('has purifiers of its organization that have no other', async () => {
    await addOne({ purifier_ids: [purifiers[0]] });
    expect((await add({ name: '다른 것' })).body.errors).toEqual({ purifier_ids: 'DUPLICATE' });
    const strange = await aPurifier(database.db, (await aMeter(database.db)).id);
    expect((await add({ name: '다른 것', purifier_ids: [strange] })).body.errors).toEqual({
      purifier_ids: 'NOT_FOUND',
    });
    const { body } = await ask('GET', `/timetables/purifiers?organizationId=${own.id}`);
    expect(body.purifiers).toMatchObject([
      { id: purifiers[0], timetable_name: '평일' },
      { id: purifiers[1], timetable_name: null },
    ]);
  });

  const wrongDay = (...periods: object[]) => ({ week: [periods, [], [], [], [], [], []] });
  it.each([
    ['name twice', {}, { name: 'DUPLICATE' }],
    ['no name', { name: '' }, { name: 'REQUIRED' }],
    ['six days', { week: everyDay().slice(1) }, { week: 'INVALID' }],
    ['no time', wrongDay({ start: '2400', end: '2401', mode: 'AUTO' }), { 'week.0': 'TIME_OF_DAY' }],
    ['end at start', wrongDay({ start: '0800', end: '0800', mode: 'AUTO' }), { 'week.0': 'END_BEFORE_START' }],
    [
      'overlap',
      wrongDay({ start: '0800', end: '1200', mode: 'AUTO' }, { start: '1100', end: '1300', mode: 'WEAK' }),
      { 'week.0': 'OVERLAP' },
    ],
    [
      'exception that ends first',
      { exceptions: [{ name: '방학', from: '2026-03-02', to: '2026-03-01', periods: [] }] },
      { 'exceptions.0.to': 'BEFORE_START' },
    ],
    [
      'day that is none',
      { exceptions: [{ name: '방학', from: '2026-02-30', to: '2026-03-01', periods: [] }] },
      { 'exceptions.0.from': 'INVALID' },
    ],
  ])('is refused: %s', async (_, fields, errors) => {
    await addOne({ purifier_ids: [] });
    expect((await add({ name: '평일', ...fields, purifier_ids: [] })).body.errors).toMatchObject(errors);
  });

  it('shows the coming fourteen days before it is saved, holidays among them', async () => {
    const body = {
      organization_id: own.id,
      week: OFFICE_HOURS,
      exceptions: [{ name: '휴교', from: '2026-03-03', to: '2026-03-03', periods: [] }],
    };
    clock.advance(2 * HOUR_MS);
    const preview = (await ask('POST', '/timetables/preview', body, 'user')).body;
    expect(preview.time_zone).toBe('Asia/Seoul');
    expect(preview.days).toHaveLength(14);
    expect(preview.days.slice(0, 2)).toEqual([
      {
        ...{ day: '2026-03-02', start: '2026-03-01T15:00:00.000Z', end: '2026-03-02T15:00:00.000Z', exception: null },
        runs: [{ start: '2026-03-01T23:00:00.000Z', end: '2026-03-02T09:00:00.000Z', mode: 'STRONG' }],
      },
      {
        ...{ day: '2026-03-03', start: '2026-03-02T15:00:00.000Z', end: '2026-03-03T15:00:00.000Z', exception: '휴교' },
        runs: [],
      },
    ]);
    // Times of today before now are not among them.
    expect(preview.occurrences.slice(0, 2)).toEqual([
      { time: '2026-03-02T09:00:00.000Z', action: 'OFF' },
      { time: '2026-03-03T23:00:00.000Z', action: 'STRONG' },
    ]);
  });

  it("of another organization's does not exist", async () => {
    const id = await addOne();
    const preview = { organization_id: own.id, week: OFFICE_HOURS };
    const answers = [
      await ask('GET', `/timetables/${id}`, undefined, 'foreign'),
      await ask('GET', `/timetables/${id}/runs`, undefined, 'foreign'),
      await ask('GET', `/timetables/purifiers?organizationId=${own.id}`, undefined, 'foreign'),
      await ask('POST', '/timetables/preview', preview, 'foreign'),
      await add({ name: '다른 것', purifier_ids: [] }, 'foreign'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});
