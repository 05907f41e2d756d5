import type { ServerError } from '@airdeck/contract/standard/built-in';
import { CLEAR_AFTER_MS } from '@airdeck/domain/alarm/decide';
import { WILL_WAIT_MS } from '@airdeck/domain/alarm/silence';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { type AlarmEvent, COMMON_LANE, laneOf } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import {
  type AlarmAt,
  clearAlarms,
  endAlarms,
  linkSymptoms,
  listServerStanding,
  listStanding,
  releaseSymptoms,
} from './alarm-queries.ts';
import type { createAlarmRuleSets } from './alarm-rule-set.ts';
import { applyConditions, type SubjectCondition } from './apply-conditions.ts';
import { averageConditions } from './average-conditions.ts';
import { deviceErrorConditions, silenceConditions } from './device-conditions.ts';
import { listSilenceCandidates, listUntoldErrors } from './device-queries.ts';
import { publishAlarmEvents } from './engine.ts';
import { holdLane } from './lane-queries.ts';
import type { Listening } from './listening.ts';
import { watchedConditions } from './purifier-conditions.ts';
import { gatewayConditions, localServerConditions } from './site-conditions.ts';
import { endShelving, forgetStates, listClearing, listGone, listSiteCauses } from './sweep-queries.ts';
import { type SweepContext, stuckConditions, toldConditions } from './told-conditions.ts';
import { listUnusedCodes } from './unused-code-queries.ts';

const EVERY_MS = 5_000;
/**
 * Number of sweeps for one round over all meters or purifiers; each sweep checks one slice. At 5 s per sweep: stuck
 * sensors every 15 minutes, averages every 60, purifiers every minute.
 */
const SLICES = { stuck: 180, averages: 720, purifiers: 12 };

/** A problem of the server itself, with the code of its alarm. */
export interface ServerTrouble {
  code: ServerError;
  holds: boolean;
}

export interface SweepOptions {
  db: Db;
  feed: Pick<Feed, 'append' | 'wake'>;
  registry: Pick<Registry, 'snapshot'>;
  ruleSets: ReturnType<typeof createAlarmRuleSets>;
  clock: Clock;
  log: Log;
  listening: Listening;
  serverTroubles(): Promise<ServerTrouble[]>;
  /** Tests pass 1 to check all meters in each sweep. */
  slices?: typeof SLICES;
}

const meterOf = ({ meter }: SubjectCondition): number[] => (meter ? [meter.id] : []);

/** Pending work for the meters of one lane. */
interface LaneWork {
  silent: number[];
  untold: number[];
  conditions: SubjectCondition[];
  gone: AlarmAt[];
}

/** Ends and clears alarms whose device or error code was deleted or disabled. */
const removeAlarms = async (tx: Tx, gone: readonly AlarmAt[], now: number): Promise<AlarmEvent[]> => {
  const ids = gone.map(({ id }) => id);
  const events = [...(await endAlarms(tx, gone, now)), ...(await clearAlarms(tx, ids, now))];
  return [...events, ...(await releaseSymptoms(tx, ids, now))];
};

/**
 * Finds conditions that no message reports: silent meters, stuck sensors, errors whose suppression ended, alarms that
 * clear themselves. It reads without locks first, then locks only the lanes with work. It is idempotent, so several
 * processes may run it.
 */
export const createSweep = (options: SweepOptions): Loop & { sweep(): Promise<void> } => {
  const { db, feed, registry, ruleSets, clock, log, listening, serverTroubles, slices = SLICES } = options;
  let sweeps = 0;

  const findWork = async (look: SweepContext): Promise<Map<number, LaneWork>> => {
    const work = new Map<number, LaneWork>();
    const of = (meterId: number): LaneWork => {
      const lane = laneOf(meterId);
      const known = work.get(lane) ?? { silent: [], untold: [], conditions: [], gone: [] };
      work.set(lane, known);
      return known;
    };
    const { now } = look;
    const bounds = { now, missed: MISSED_INTERVALS, willWaitMs: WILL_WAIT_MS };
    for (const id of await listSilenceCandidates(db, bounds)) of(id).silent.push(id);
    for (const id of await listUntoldErrors(db)) of(id).untold.push(id);
    const heard = { ...look, listening: listening.since() };
    const conditions = [
      ...(await stuckConditions(db, look, sweeps % slices.stuck, slices.stuck)),
      ...(await averageConditions(db, look, sweeps % slices.averages, slices.averages)),
      ...(await watchedConditions(db, heard, sweeps % slices.purifiers, slices.purifiers)),
      ...(await toldConditions(db, look)),
    ];
    for (const each of conditions) of(each.meter?.id ?? 0).conditions.push(each);
    for (const each of await listGone(db, now)) of(each.meterId).gone.push(each);
    for (const { id, meterId } of await listUnusedCodes(db)) of(meterId ?? COMMON_LANE).gone.push({ id, time: now });
    return work;
  };

  /** Evaluates one lane in a transaction that holds the lane's lock, and publishes the resulting events. */
  const decide = async (lane: number, run: (tx: Tx, look: SweepContext) => Promise<AlarmEvent[]>): Promise<void> => {
    const hasChanged = await db.tx(async (tx) => {
      await holdLane(tx, lane);
      const now = clock.now();
      const events = await run(tx, { snapshot: registry.snapshot(), ruleSet: await ruleSets(tx, now), now });
      if (events.length > 0) await publishAlarmEvents(feed, tx, events);
      return events.length > 0;
    });
    if (hasChanged) feed.wake('alarm');
  };

  const ofMeters = async (tx: Tx, { snapshot, ruleSet, now }: SweepContext, work: LaneWork): Promise<AlarmEvent[]> => {
    const meterIds = [...new Set([...work.silent, ...work.untold, ...work.conditions.flatMap(meterOf)])];
    const standing = await listStanding(tx, meterIds);
    const conditions = [
      ...(await silenceConditions(tx, work.silent, { snapshot, standing, listening: listening.since(), now })),
      ...(await deviceErrorConditions(tx, work.untold, snapshot)),
      ...work.conditions,
    ];
    const events = await applyConditions(tx, conditions, { standing, ruleSet, now });
    return [...events, ...(await removeAlarms(tx, work.gone, now))];
  };

  /** Alarms of the server, of gateways and of local servers, which belong to no single meter. */
  const ofAll = async (tx: Tx, look: SweepContext, troubles: readonly ServerTrouble[]): Promise<AlarmEvent[]> => {
    const { ruleSet, now } = look;
    const server = troubles.map(({ code, holds }): SubjectCondition => {
      return { organization: null, code, source: 'SERVER', holds, isFresh: true, since: now, time: now };
    });
    const events = await applyConditions(tx, server, { standing: await listServerStanding(tx), ruleSet, now });
    const standing = await listStanding(tx, []);
    const gateways = await gatewayConditions(tx, { ...look, standing, listening: listening.since() });
    const localServers = await localServerConditions(tx, look, standing, listening.since());
    const sites = [...localServers.conditions, ...gateways];
    events.push(...(await applyConditions(tx, sites, { standing, ruleSet, now })));
    events.push(...(await removeAlarms(tx, localServers.gone, now)));
    events.push(...(await linkSymptoms(tx, await listSiteCauses(tx), now)));
    events.push(...(await clearAlarms(tx, await listClearing(tx, now - CLEAR_AFTER_MS), now)));
    for (const { id, organization_id, meter_id } of await endShelving(tx, now)) {
      events.push({ alarmId: id, organizationId: organization_id, meterId: meter_id, event: 'UNSHELVED', time: now });
    }
    await forgetStates(tx);
    return events;
  };

  const sweep = async (): Promise<void> => {
    await listening.look();
    const troubles = await serverTroubles();
    // Gateways first: while a gateway is silent, the meters behind it raise no alarms of their own.
    await decide(COMMON_LANE, (tx, look) => ofAll(tx, look, troubles));
    const now = clock.now();
    const work = await findWork({ snapshot: registry.snapshot(), ruleSet: await ruleSets(db, now), now });
    for (const [lane, each] of work) await decide(lane, (tx, look) => ofMeters(tx, look, each));
    sweeps += 1;
  };

  const loop = createLoop(
    async () => {
      await sweep();
      return EVERY_MS;
    },
    (error) => {
      log.error({ err: error }, 'alarm sweep failed; retrying');
      return EVERY_MS;
    },
  );
  return { ...loop, sweep };
};
