import { channelOf } from '@airdeck/domain/channel';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { toTicks } from '@airdeck/domain/stored-value';
import pino from 'pino';
import sql from 'sql-template-tag';
import { createAlarmRuleSets } from '../features/alarm/alarm-rule-set.ts';
import type { ServerTrouble } from '../features/alarm/detectors/types.ts';
import { createEngine } from '../features/alarm/engine.ts';
import { createSweep } from '../features/alarm/sweep.ts';
import type { AlarmEvent, FeedEntry, StoredFrame } from '../feed/entry.ts';
import type { FeedOptions } from '../feed/feed.ts';
import type { Clock } from '../platform/clock.ts';
import { createRegistry } from '../registry/registry.ts';
import { aDepartment, aMeter, anOrganization, type TestMeter, type TestOrganization } from './factory.ts';
import { openFeed, tell } from './feed-rig.ts';
import { storeFrame } from './frames.ts';
import { testClock } from './test-clock.ts';
import type { TestDatabase } from './test-database.ts';

/** An engine with its own memory and connections, like that of another process. Stop it. */
export const openEngine = async (url: string, clock: Clock, changed: Partial<FeedOptions> = {}) => {
  const { feed, db, close } = await openFeed(url, changed);
  const registry = createRegistry(db);
  await registry.reload();
  const ruleSets = createAlarmRuleSets(registry);
  let listeningSince = 0;
  let troubles: ServerTrouble[] = [];
  const listening = { since: () => listeningSince, look: () => Promise.resolve() };
  const engine = createEngine({ feed, registry, ruleSets, clock, listening: listening.since, everyMs: 5 });
  await engine.start();
  const { sweep } = createSweep({
    ...{ db, feed, registry, ruleSets, clock, listening, isWhole: true },
    monotonic: () => performance.now(),
    log: pino({ level: 'silent' }),
    serverTroubles: () => Promise.resolve(troubles),
  });
  return {
    feed,
    db,
    registry,
    ruleSets,
    sweep,
    listenSince(time: number) {
      listeningSince = time;
    },
    trouble(...now: ServerTrouble[]) {
      troubles = now;
    },
    async stop() {
      await engine.stop();
      await close();
    },
  };
};
export type TestEngine = Awaited<ReturnType<typeof openEngine>>;

export interface AlarmRow {
  id: number;
  meter_id: number | null;
  gateway: string | null;
  meter_name: string | null;
  shelved_until: Date | null;
  sensor_id: number | null;
  purifier_id: number | null;
  category: string;
  code: string;
  source: string;
  severity: string;
  description: string;
  detail: string | null;
  value: number | null;
  bound: number | null;
  since_time: Date;
  occurred_time: Date;
  ended_time: Date | null;
  cleared_time: Date | null;
  corrected_time: Date | null;
  cleared_by: number | null;
  occurrences: number;
  occurrence_of: number | null;
  openings: number;
  acknowledged_login: string | null;
  cause_id: number | null;
  version: number;
}

/** An organization with a meter, and an engine that evaluates its alarms. Stop it. */
export const openAlarmRig = async (
  database: TestDatabase,
  { sensors = ['CO2'] as SensorType[], intervalS = 60 } = {},
) => {
  const { db } = database;
  const clock = testClock();
  const organization: TestOrganization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  const meter: TestMeter = await aMeter(db, { department, sensors, intervalS });
  const engine = await openEngine(database.url, clock);

  const frame = (time: number, values: Partial<Record<SensorType, number>>, meterId = meter.id): StoredFrame => {
    const readings = Object.entries(values) as [SensorType, number][];
    const channels = readings.map(([type]) => channelOf(type, 1));
    return { meterId, time, channels, ticks: readings.map(([type, value]) => toTicks(type, value)) };
  };
  const say = (...entries: FeedEntry[]) => tell(db, engine.feed, entries);
  /** Resolves when the engine has handled all entries. */
  const settled = async (): Promise<void> => {
    const isBehind = async () => {
      const behind = await db.query(sql`select from feed_consumer c join feed f on f.lane = c.lane
        and f.kind = any(c.kinds) and (f.xid, f.seq) > (c.xid, c.seq) where c.name = 'alarms' limit 1`);
      return behind.rowCount > 0;
    };
    while (await isBehind()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const alarms = async (): Promise<AlarmRow[]> => {
    const { rows } = await db.query<AlarmRow & Record<string, unknown>>(
      sql`select * from alarm where organization_id = ${organization.id} and occurrence_of is null order by id`,
    );
    return rows;
  };
  /** State of these alarms before they recurred. */
  const earlierOccurrences = async (): Promise<AlarmRow[]> => {
    const { rows } = await db.query<AlarmRow & Record<string, unknown>>(
      sql`select * from alarm where organization_id = ${organization.id} and occurrence_of is not null order by id`,
    );
    return rows;
  };
  /** Adds frames to the store and to the feed, and waits for the engine. */
  const measure = async (...frames: StoredFrame[]): Promise<void> => {
    for (const each of frames) await storeFrame(db, each);
    for (const { meterId, time, channels, ticks } of frames) {
      await db.query(sql`insert into meter_current (meter_id, time, channel, value, channel_time)
        values (${meterId}, ${new Date(time)}, ${channels}::smallint[], ${ticks}::smallint[], '{}')
        on conflict (meter_id) do update set time = greatest(meter_current.time, excluded.time)`);
    }
    await say({ kind: 'frames', frames });
    await settled();
  };
  /** One value per minute until now, ending with the last one. */
  const until = (values: readonly number[], type: SensorType = 'CO2'): StoredFrame[] =>
    values.map((value, i) => frame(clock.now() - (values.length - 1 - i) * 60_000, { [type]: value }));
  /** The alarm events, in order. */
  const events = async (): Promise<AlarmEvent['event'][]> => {
    const { rows } = await db.query<{ data: Buffer }>(sql`select data from feed where kind = 6 order by xid, seq`);
    return rows.map(({ data }) => JSON.parse(data.toString('utf8', 1)).event);
  };
  return {
    db,
    clock,
    organization,
    department,
    meter,
    engine,
    frame,
    say,
    settled,
    alarms,
    earlierOccurrences,
    measure,
    until,
    events,
  };
};
export type AlarmRig = Awaited<ReturnType<typeof openAlarmRig>>;
