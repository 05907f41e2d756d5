import { CLOCK_OFF, NO_COMMUNICATION, OUT_OF_RANGE, STUCK } from '@airdeck/contract/alarm/schema';
import { CLEAR_AFTER_MS } from '@airdeck/domain/alarm/decide';
import { isSilent } from '@airdeck/domain/alarm/silence';
import { isStuckAt, STUCK_MS } from '@airdeck/domain/alarm/stuck';
import { parseChannelKey } from '@airdeck/domain/channel';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { fromTicks } from '@airdeck/domain/stored-value';
import { type AlarmWord, COMMON_LANE, laneOf } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Meter, RegistrySnapshot, Sensor } from '../../registry/snapshot.ts';
import {
  type AlarmAt,
  clearAlarms,
  endAlarms,
  linkSymptoms,
  listServerStanding,
  listStanding,
  releaseSymptoms,
  type StandingRow,
} from './alarm-queries.ts';
import { applyConditions, conditionKey, isInUse, type SubjectCondition, standingKey } from './apply-conditions.ts';
import { deviceErrorConditions, silenceConditions } from './device-conditions.ts';
import { listSilenceCandidates, listUntoldErrors } from './device-queries.ts';
import { tellAlarms } from './engine.ts';
import { holdLane } from './lane-queries.ts';
import type { Listening } from './listening.ts';
import type { createRuleBooks, RuleBook } from './rule-book.ts';
import {
  endShelving,
  forgetStates,
  listClearing,
  listClocksOff,
  listGatewayCauses,
  listGateways,
  listGone,
  listHolding,
  listOutOfRange,
  listStill,
} from './sweep-queries.ts';

const EVERY_MS = 5_000;
/** Each meter is asked for stuck sensors once in so many sweeps: a quarter of an hour. */
const STUCK_SLICES = 180;
/** What is told of bad readings and clocks holds for so long after the last one. */
const TOLD_MS = 10 * MINUTE_MS;

/** A trouble of the server itself, in the words of its alarm. */
export interface ServerTrouble {
  code: 'S001' | 'S002';
  holds: boolean;
}

export interface SweepOptions {
  db: Db;
  feed: Pick<Feed, 'append' | 'wake'>;
  registry: Pick<Registry, 'snapshot'>;
  books: ReturnType<typeof createRuleBooks>;
  clock: Clock;
  log: Log;
  listening: Listening;
  serverTroubles(): Promise<ServerTrouble[]>;
  /** For tests: stuck sensors of all meters are looked for each time. */
  stuckSlices?: number;
}

interface Look {
  snapshot: RegistrySnapshot;
  book: RuleBook;
  now: number;
}

const LASTS = { holds: true, isFresh: true } as const;
const ofMeter = (meter: Meter) => ({ organization: meter.organization, meter });
const ofSensor = (sensor: Sensor) => ({ ...ofMeter(sensor.meter), sensor });

const stuckConditions = async (db: Db, { snapshot, now }: Look, slice: number, slices: number) => {
  const still = await listStill(db, { slice, slices, now, forMs: STUCK_MS });
  return still.flatMap(({ meter_id, channel, value, first }): SubjectCondition[] => {
    const sensor = snapshot.meters.get(meter_id)?.sensors.get(channel);
    if (sensor === undefined || !isInUse(sensor.meter) || !isStuckAt(sensor.type, value)) return [];
    const what = { code: STUCK, source: 'STUCK' as const, since: first.getTime(), time: now };
    return [{ ...ofSensor(sensor), ...LASTS, ...what, value: fromTicks(sensor.type, value) }];
  });
};

const outOfRangeConditions = async (db: Db, { snapshot, now }: Look) =>
  (await listOutOfRange(db, now - TOLD_MS)).flatMap(({ meter_id, key, last_time, sample }): SubjectCondition[] => {
    const sensor = snapshot.meters.get(meter_id)?.sensors.get(parseChannelKey(key) ?? 0);
    if (sensor === undefined) return [];
    const time = last_time.getTime();
    const what = { code: OUT_OF_RANGE, source: 'REJECTED' as const, since: time, time, detail: sample };
    return [{ ...ofSensor(sensor), ...LASTS, ...what }];
  });

const clockConditions = async (db: Db, { snapshot, now }: Look) =>
  (await listClocksOff(db, now - TOLD_MS)).flatMap(({ meter_id, measured_time, received_time }): SubjectCondition[] => {
    const meter = snapshot.meters.get(meter_id);
    if (meter === undefined || !isInUse(meter)) return [];
    const time = received_time.getTime();
    const detail = measured_time.toISOString();
    return [{ ...ofMeter(meter), ...LASTS, code: CLOCK_OFF, source: 'CLOCK', since: time, time, detail }];
  });

/** What was told lately still holds; alarms of which nothing is told any more end. */
const toldConditions = async (db: Db, look: Look): Promise<SubjectCondition[]> => {
  const told = [...(await outOfRangeConditions(db, look)), ...(await clockConditions(db, look))];
  const keyOf = (source: string, meterId: number, sensorId: number | null) => `${source}/${meterId}/${sensorId}`;
  const known = new Set(told.map(({ source, meter, sensor }) => keyOf(source, meter?.id ?? 0, sensor?.id ?? null)));
  const { snapshot, now } = look;
  const over = (await listHolding(db, ['REJECTED', 'CLOCK'])).flatMap((row): SubjectCondition[] => {
    const { source, meter_id, sensor_id } = row;
    const meter = snapshot.meters.get(meter_id);
    const sensor = sensor_id === null ? undefined : snapshot.sensors.get(sensor_id);
    if (meter === undefined || known.has(keyOf(source, meter_id, sensor_id))) return [];
    const code = source === 'CLOCK' ? CLOCK_OFF : OUT_OF_RANGE;
    const common = { ...ofMeter(meter), ...(sensor && { sensor }), code, source };
    return [{ ...common, holds: false, isFresh: true, since: now, time: now }];
  });
  return [...told, ...over];
};

/** A gateway that says so, or behind which two meters or more are all silent, does not communicate. */
const gatewayConditions = async (
  tx: Tx,
  { snapshot, now }: Look,
  standing: readonly StandingRow[],
  listening: number,
): Promise<SubjectCondition[]> => {
  const gateways = await listGateways(tx);
  const present = gateways.flatMap((row): SubjectCondition[] => {
    const organization = snapshot.organizations.get(row.organization_id);
    if (organization === undefined || organization.use === 'N') return [];
    const measured = row.measured?.getTime() ?? null;
    const status = row.status && row.changed_time ? { value: row.status, time: row.changed_time.getTime() } : null;
    const heard = { measured, status, intervalS: row.interval_s };
    const hasGone = isSilent(heard, Number.POSITIVE_INFINITY, now);
    const holds = hasGone || (row.meters > 1 && isSilent(heard, listening, now));
    const time = holds ? (hasGone && status?.time) || now : (measured ?? now);
    const what = { code: NO_COMMUNICATION, source: 'GATEWAY' as const, since: measured ?? time, time };
    return [{ organization, gateway: row.gateway, ...what, holds, isFresh: true }];
  });
  const known = new Set(present.map(conditionKey));
  const gone = standing.flatMap((row): SubjectCondition[] => {
    const organization = snapshot.organizations.get(row.organization_id ?? 0);
    if (organization === undefined || row.gateway === null || known.has(standingKey(row))) return [];
    const what = { code: row.code, source: row.source, since: now, time: now };
    return [{ organization, gateway: row.gateway, ...what, holds: false, isFresh: true }];
  });
  return [...present, ...gone];
};

/** What there is to do for the meters of a lane. */
interface LaneWork {
  silent: number[];
  untold: number[];
  conditions: SubjectCondition[];
  gone: AlarmAt[];
}

/**
 * Finds what no message tells: meters that are silent, sensors that are stuck, errors that were suppressed and no longer
 * are, what is over by itself. It looks at everything first, and holds only the lanes in which there is something to do.
 * Whichever processes run it: asked twice, nothing changes the second time.
 */
export const createSweep = (options: SweepOptions): Loop & { sweep(): Promise<void> } => {
  const { db, feed, registry, books, clock, log, listening, serverTroubles, stuckSlices = STUCK_SLICES } = options;
  let sweeps = 0;

  const findWork = async (look: Look): Promise<Map<number, LaneWork>> => {
    const work = new Map<number, LaneWork>();
    const of = (meterId: number): LaneWork => {
      const lane = laneOf(meterId);
      const known = work.get(lane) ?? { silent: [], untold: [], conditions: [], gone: [] };
      work.set(lane, known);
      return known;
    };
    const { now } = look;
    for (const id of await listSilenceCandidates(db, { now, missed: MISSED_INTERVALS })) of(id).silent.push(id);
    for (const id of await listUntoldErrors(db)) of(id).untold.push(id);
    const stuck = await stuckConditions(db, look, sweeps % stuckSlices, stuckSlices);
    for (const each of [...stuck, ...(await toldConditions(db, look))]) of(each.meter?.id ?? 0).conditions.push(each);
    for (const each of await listGone(db, now)) of(each.meterId).gone.push(each);
    return work;
  };

  /** Decides in a transaction that nobody else decides in, and tells of it. */
  const decide = async (lane: number, run: (tx: Tx, look: Look) => Promise<AlarmWord[]>): Promise<void> => {
    const hasChanged = await db.tx(async (tx) => {
      await holdLane(tx, lane);
      const now = clock.now();
      const words = await run(tx, { snapshot: registry.snapshot(), book: await books(tx, now), now });
      if (words.length > 0) await tellAlarms(feed, tx, words);
      return words.length > 0;
    });
    if (hasChanged) feed.wake('alarm');
  };

  const ofMeters = async (tx: Tx, { snapshot, book, now }: Look, work: LaneWork): Promise<AlarmWord[]> => {
    const conditions = [
      ...(await silenceConditions(tx, work.silent, { snapshot, listening: listening.since(), now })),
      ...(await deviceErrorConditions(tx, work.untold, snapshot)),
      ...work.conditions,
    ];
    const meterIds = [...new Set(conditions.flatMap(({ meter }) => (meter ? [meter.id] : [])))];
    const words = await applyConditions(tx, conditions, { standing: await listStanding(tx, meterIds), book, now });
    const ids = work.gone.map(({ id }) => id);
    words.push(...(await endAlarms(tx, work.gone, now)), ...(await clearAlarms(tx, ids, now)));
    return [...words, ...(await releaseSymptoms(tx, ids, now))];
  };

  /** What belongs to no one meter. */
  const ofAll = async (tx: Tx, look: Look, troubles: readonly ServerTrouble[]): Promise<AlarmWord[]> => {
    const { book, now } = look;
    const server = troubles.map(({ code, holds }): SubjectCondition => {
      return { organization: null, code, source: 'SERVER', holds, isFresh: true, since: now, time: now };
    });
    const words = await applyConditions(tx, server, { standing: await listServerStanding(tx), book, now });
    const standing = await listStanding(tx, []);
    const gateways = await gatewayConditions(tx, look, standing, listening.since());
    words.push(...(await applyConditions(tx, gateways, { standing, book, now })));
    words.push(...(await linkSymptoms(tx, await listGatewayCauses(tx), now)));
    words.push(...(await clearAlarms(tx, await listClearing(tx, now - CLEAR_AFTER_MS), now)));
    for (const { id, organization_id, meter_id } of await endShelving(tx, now)) {
      words.push({ alarmId: id, organizationId: organization_id, meterId: meter_id, event: 'UNSHELVED', time: now });
    }
    await forgetStates(tx);
    return words;
  };

  const sweep = async (): Promise<void> => {
    await listening.look();
    const troubles = await serverTroubles();
    // Gateways come before the meters behind them, which then have no alarm of their own.
    await decide(COMMON_LANE, (tx, look) => ofAll(tx, look, troubles));
    const now = clock.now();
    const work = await findWork({ snapshot: registry.snapshot(), book: await books(db, now), now });
    for (const [lane, each] of work) await decide(lane, (tx, look) => ofMeters(tx, look, each));
    sweeps += 1;
  };

  const loop = createLoop(
    async () => {
      await sweep();
      return EVERY_MS;
    },
    (error) => {
      log.error({ err: error }, 'what has no message could not be looked for; trying again');
      return EVERY_MS;
    },
  );
  return { ...loop, sweep };
};
