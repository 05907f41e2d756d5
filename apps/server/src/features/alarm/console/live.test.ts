import type { LiveEvent } from '@airdeck/contract/live/event';
import type { Scope } from '@airdeck/domain/policy/may';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlarmEventKind } from '../../../feed/entry.ts';
import { createRegistry } from '../../../registry/registry.ts';
import { openFeed, tell } from '../../../testing/feed-rig.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { createAlarmLive } from './live.ts';

let database: TestDatabase;
let rig: Awaited<ReturnType<typeof openFeed>>;
let stop: () => Promise<void>;
const told: Record<'all' | 'own' | 'other', LiveEvent[]> = { all: [], own: [], other: [] };
const SCOPES: Record<keyof typeof told, Scope> = {
  all: { reach: 'all' },
  own: { reach: 'own', organizationId: 1 },
  other: { reach: 'own', organizationId: 2 },
};
const NAMES = ['all', 'own', 'other'] as const;

beforeAll(async () => {
  database = await testDatabase();
  rig = await openFeed(database.url);
  const live = createAlarmLive({
    ...{
      db: database.db,
      feed: rig.feed,
      registry: createRegistry(database.db),
      clock: testClock(0),
      log: pino({ level: 'silent' }),
    },
    broadcast(eventFor) {
      for (const name of NAMES) {
        const event = eventFor(SCOPES[name]);
        if (event) told[name].push(event);
      }
    },
  });
  await live.start();
  stop = live.stop;
});
afterAll(async () => {
  await stop();
  await rig.close();
  await database.close();
});

const anAlarm = async (organizationId: number | null, severity: string, code: string): Promise<number> => {
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into alarm (organization_id, meter_name, category, code, source, severity, description, since_time, occurred_time)
    values (${organizationId}, 'Room', 'METER', ${code}, 'DEVICE', ${severity}, ${code}, now(), now()) returning id`);
  return rows[0]?.id ?? 0;
};
const word = (alarmId: number, organizationId: number | null, event: AlarmEventKind) => ({
  kind: 'alarm' as const,
  alarm: { alarmId, organizationId, meterId: null, event, time: 0 },
});

it('a burst is one event, of what each reaches, the worst first', async () => {
  const [minor, worst, theirs, server] = [
    await anAlarm(1, 'MINOR', 'A'),
    await anAlarm(1, 'CRITICAL', 'B'),
    await anAlarm(2, 'MAJOR', 'C'),
    await anAlarm(null, 'MAJOR', 'S'),
  ];
  await tell(database.db, rig.feed, [
    word(minor, 1, 'RAISED'),
    word(worst, 1, 'RAISED'),
    word(theirs, 2, 'RAISED'),
    word(server, null, 'RAISED'),
  ]);
  await expect.poll(() => told.all.length).toBeGreaterThan(0);
  expect(told.own).toMatchObject([
    {
      type: 'alarms',
      changed: 2,
      raised_count: 2,
      last_id: worst,
      raised: [{ id: worst, place: 'Room', place_en: 'Room' }, { id: minor }],
    },
  ]);
  expect(told.other).toMatchObject([{ changed: 1, raised: [{ id: theirs }] }]);
  expect(told.all).toMatchObject([
    { changed: 4, raised_count: 4, last_id: server, raised: [{ id: worst }, {}, {}, {}] },
  ]);
});

it('events of handled alarms carry no name', async () => {
  const id = await anAlarm(2, 'MAJOR', 'D');
  for (const events of Object.values(told)) events.length = 0;
  await tell(database.db, rig.feed, [word(id, 2, 'ACKNOWLEDGED')]);
  await expect.poll(() => told.other).toMatchObject([{ changed: 1, raised_count: 0, last_id: 0, raised: [] }]);
  expect(told.own).toEqual([]);
});

it('asks all browsers to load again when it may have missed changes', async () => {
  for (const events of Object.values(told)) events.length = 0;
  await database.db.query(sql`update feed_ring set horizon = pg_current_xact_id()`);
  rig.feed.wake('alarm');
  await expect.poll(() => told.other[0]).toMatchObject({ type: 'hello' });
  expect(told.own[0]).toMatchObject({ type: 'hello' });
});
