import type { PurifierEffects } from '@airdeck/contract/purifier/effect';
import { channelOf } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import type { FanSpeed } from '@airdeck/domain/purifier-state';
import { toTicks } from '@airdeck/domain/stored-value';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../testing/history-server.ts';
import { aPurifierState } from '../../testing/purifier-state.ts';
import { quietFeed } from '../../testing/quiet-feed.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addPurifierRoutes } from './purifier-routes.ts';
import { saveState } from './purifier-state-queries.ts';

/** 09:00 in Seoul. */
const T0 = Date.parse('2026-05-04T00:00:00Z');
const NOW = T0 + 180 * MINUTE_MS;
const clock = { now: () => NOW };
const at = (minute: number): number => T0 + minute * MINUTE_MS;

let database: TestDatabase;
let server: HistoryServer;
let token: string;
let meterId: number;
let purifierId: number;
let blind: number;

/** Still air falls by a half in an hour, with a strong fan to a twentieth. */
const dust = (minute: number): number =>
  minute < 60 ? 120 * Math.exp((-0.7 * minute) / 60) : 59.6 * Math.exp((-3 * (minute - 60)) / 60);

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  const meter = await aMeter(db, { department, sensors: ['PM2.5', 'CO2'] });
  meterId = meter.id;
  purifierId = await aPurifier(db, meter.id);
  const other = await aMeter(db, { department, sensors: ['CO2'] });
  blind = await aPurifier(db, other.id);
  server = await openHistoryServer({ db, clock });
  addPurifierRoutes(server.http, { db, registry: server.registry, clock, feed: quietFeed });
  token = `${organization.id}:LOCAL_USER`;
  await server.store(
    Array.from({ length: 120 }, (_, minute) => ({
      ...{ meterId, time: at(minute), channels: [channelOf('PM2.5', 1)] },
      ticks: [toTicks('PM2.5', dust(minute))],
    })),
  );
  const speeds: [number, FanSpeed][] = [
    [0, 'STOP'],
    [60, 'STRONG'],
    [120, 'STOP'],
  ];
  for (const id of [purifierId, blind]) {
    for (let minute = 0; minute <= 125; minute++) {
      const fan_speed = speeds.findLast(([from]) => from <= minute)?.[1] ?? 'STOP';
      await saveState(db, id, at(minute), aPurifierState({ fan_speed, filter_use_h: [minute] }));
    }
  }
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = async (id: number, query = 'startTime=2026-05-04&endTime=2026-05-04', as = token) => {
  const { status, body } = await server.get(`/purifiers/${id}/effect?${query}`, as);
  return { status, body: body as PurifierEffects & { code?: string } };
};

const expected = {
  ...{ changes: 1, estimates: 1, measured: true, time_zone: 'Asia/Seoul' },
  effects: [
    {
      ...{ time: new Date(at(60)).toISOString(), end: new Date(at(120)).toISOString(), from: 'STOP', to: 'STRONG' },
      ...{ before: 61.7, after: 3.4 },
    },
  ],
};

test('a change has the air before and after, and the clean air that it brought', async () => {
  const { status, body } = await ask(purifierId);
  expect(status).toBe(200);
  expect(body).toMatchObject(expected);
  const [effect] = body.effects;
  expect(effect?.decay).toBeCloseTo(3, 1);
  expect(effect?.decay_before).toBeCloseTo(0.7, 1);
  expect(effect?.air_changes).toBeCloseTo(2.3, 1);
  expect(body.air_changes).toBe(effect?.air_changes);
  expect(effect?.r2).toBeGreaterThan(0.99);
  expect(effect?.course.times).toHaveLength(90);
  expect(effect?.course.times[0]).toBe(at(30) / 1000);
});

test('the same once the day is packed', async () => {
  await server.rollUp();
  await server.pack('2026-05-04', [meterId]);
  expect((await database.db.query(sql`select from packed_day where meter_id = ${meterId}`)).rowCount).toBeGreaterThan(
    0,
  );
  expect((await ask(purifierId)).body).toMatchObject(expected);
});

test('without PM2.5 readings the changes are listed with an unknown effect', async () => {
  expect((await ask(blind)).body).toMatchObject({
    ...{ changes: 1, estimates: 0, measured: false, air_changes: null },
    effects: [{ before: null, after: null, decay: null, r2: null, course: { times: [], values: [] } }],
  });
});

test('another day has none', async () => {
  expect((await ask(purifierId, 'startTime=2026-05-03&endTime=2026-05-03')).body).toMatchObject({
    changes: 0,
    effects: [],
  });
});

test.each([
  ['startTime=2026-05-05&endTime=2026-05-04', 400, 'INVALID_PARAMETER'],
  ['startTime=2026-05-05&endTime=2026-05-06', 400, 'INVALID_PARAMETER'],
  ['startTime=2026-04-03&endTime=2026-05-04', 400, 'QUESTION_TOO_BIG'],
  ['startTime=2026-05-04', 400, 'INVALID_PARAMETER'],
])('%s: %d %s', async (query, status, code) => {
  expect(await ask(purifierId, query)).toMatchObject({ status, body: { code } });
});

test('an effect is null where no readings show it', async () => {
  const other = await anOrganization(database.db);
  expect((await ask(purifierId, undefined, `${other.id}:LOCAL_ADMIN`)).status).toBe(404);
});
