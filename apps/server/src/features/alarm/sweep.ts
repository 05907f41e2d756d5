import { CLEAR_AFTER_MS } from '@airdeck/domain/alarm/decide';
import { type AlarmEvent, COMMON_PARTITION, partitionOf } from '../../feed/entry.ts';
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
  listSiteStanding,
  listStanding,
  releaseSymptoms,
} from './alarm-queries.ts';
import type { createAlarmRuleSets } from './alarm-rule-set.ts';
import { applyConditions } from './apply-conditions.ts';
import { DETECTORS } from './detectors/index.ts';
import type { Detector, DetectorContext, LockedContext, ServerTrouble } from './detectors/types.ts';
import { publishAlarmEvents } from './engine.ts';
import { holdAlarms, releaseAlarms } from './held-queries.ts';
import type { Listening } from './listening.ts';
import { holdPartition } from './partition-lock-queries.ts';
import type { SubjectCondition } from './subject-condition.ts';
import { endShelving, forgetStates, listClearing, listGone, listSiteCauses, listUnusedCodes } from './sweep-queries.ts';

const EVERY_MS = 5_000;
/**
 * Detectors that read all meters rest so many times as long as they took, which is half a second with 300,000 meters, but
 * not longer than MAX_REST_MS. Those of gateways and of meters rest together: a silent gateway is noticed first.
 */
const REST = 30;
const MAX_REST_MS = 30_000;

export interface SweepOptions {
  db: Db;
  feed: Pick<Feed, 'append' | 'wake'>;
  registry: Pick<Registry, 'snapshot'>;
  ruleSets: ReturnType<typeof createAlarmRuleSets>;
  clock: Clock;
  log: Log;
  listening: Listening;
  serverTroubles(): Promise<ServerTrouble[]>;
  /** Monotonic clock, milliseconds. */
  monotonic(): number;
  /** Tests check all meters in each sweep. */
  isWhole?: boolean;
}

const meterOf = ({ meter }: SubjectCondition): number[] => (meter ? [meter.id] : []);

/** Pending work for the meters of one partition. */
interface PartitionWork {
  /** Meters to evaluate, by the detector that asks for it. */
  candidates: Map<Detector, number[]>;
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
 * clear themselves. It reads without locks first, then locks only the partitions with work. It is idempotent, so several
 * processes may run it.
 */
export const createSweep = (options: SweepOptions): Loop & { sweep(): Promise<void> } => {
  const { db, feed, registry, ruleSets, clock, log, listening, serverTroubles, isWhole = false } = options;
  const { monotonic } = options;
  let sweeps = 0;
  /** End of the rest of the detectors that read all meters (monotonic), and how long they took in the present sweep. */
  let restsUntil = Number.NEGATIVE_INFINITY;
  let tookMs = 0;

  const isResting = (): boolean => !isWhole && monotonic() < restsUntil;

  /** Runs a part of a detector and measures how long the ones that read all meters take. */
  const timed = async <T>({ readsAllMeters }: Detector, run: () => Promise<T> | undefined): Promise<T | undefined> => {
    if (!readsAllMeters) return run();
    const begin = monotonic();
    const found = await run();
    tookMs += monotonic() - begin;
    return found;
  };

  const findWork = async (
    context: DetectorContext,
    detectors: readonly Detector[],
  ): Promise<Map<number, PartitionWork>> => {
    const work = new Map<number, PartitionWork>();
    const of = (meterId: number): PartitionWork => {
      const partition = partitionOf(meterId);
      const known = work.get(partition) ?? { candidates: new Map(), conditions: [], gone: [] };
      work.set(partition, known);
      return known;
    };
    for (const detector of detectors) {
      const { onCandidates, onSweep } = detector;
      for (const id of (await timed(detector, () => onCandidates?.list(db, context.now))) ?? []) {
        const { candidates } = of(id);
        candidates.set(detector, [...(candidates.get(detector) ?? []), id]);
      }
      if (onSweep === undefined) continue;
      const slices = isWhole ? 1 : onSweep.sweeps;
      for (const each of await onSweep.find(db, context, { slice: sweeps % slices, slices })) {
        of(each.meter?.id ?? 0).conditions.push(each);
      }
    }
    for (const each of await listGone(db, context.now)) of(each.meterId).gone.push(each);
    for (const { id, meterId } of await listUnusedCodes(db)) {
      of(meterId ?? COMMON_PARTITION).gone.push({ id, time: context.now });
    }
    return work;
  };

  const contextAt = async (tx: Db | Tx, now: number): Promise<DetectorContext> => ({
    snapshot: registry.snapshot(),
    ruleSet: await ruleSets(tx, now),
    listening: listening.since(),
    now,
  });

  /** Evaluates one partition in a transaction that holds the partition's lock, and publishes the resulting events. */
  const decide = async (
    partition: number,
    run: (tx: Tx, context: DetectorContext) => Promise<AlarmEvent[]>,
  ): Promise<void> => {
    const hasChanged = await db.tx(async (tx) => {
      await holdPartition(tx, partition);
      const now = clock.now();
      const events = await run(tx, await contextAt(tx, now));
      if (events.length > 0) await publishAlarmEvents(feed, tx, events);
      return events.length > 0;
    });
    if (hasChanged) feed.wake('alarm');
  };

  const ofMeters = async (tx: Tx, context: DetectorContext, work: PartitionWork): Promise<AlarmEvent[]> => {
    const { ruleSet, now } = context;
    const meterIds = [...new Set([...[...work.candidates.values()].flat(), ...work.conditions.flatMap(meterOf)])];
    const locked: LockedContext = { ...context, standing: await listStanding(tx, meterIds) };
    const conditions: SubjectCondition[] = [];
    for (const [{ onCandidates }, ids] of work.candidates) {
      conditions.push(...((await onCandidates?.evaluate(tx, ids, locked)) ?? []));
    }
    conditions.push(...work.conditions);
    const events = await applyConditions(tx, conditions, { standing: locked.standing, ruleSet, now });
    return [...events, ...(await removeAlarms(tx, work.gone, now))];
  };

  /** Alarms of the server, of gateways and of local servers, which belong to no single meter. */
  const ofSites = async (
    tx: Tx,
    context: DetectorContext,
    detectors: readonly Detector[],
    troubles: readonly ServerTrouble[],
  ): Promise<AlarmEvent[]> => {
    const { ruleSet, now } = context;
    const standing = await listSiteStanding(tx);
    const conditions: SubjectCondition[] = [];
    const gone: AlarmAt[] = [];
    for (const detector of detectors) {
      const found = await timed(detector, () => detector.onSites?.(tx, { ...context, standing }, troubles));
      conditions.push(...(found?.conditions ?? []));
      gone.push(...(found?.gone ?? []));
    }
    const events = await applyConditions(tx, conditions, { standing, ruleSet, now });
    events.push(...(await removeAlarms(tx, gone, now)));
    events.push(...(await linkSymptoms(tx, await listSiteCauses(tx), now)));
    events.push(...(await clearAlarms(tx, await listClearing(tx, now - CLEAR_AFTER_MS), now)));
    events.push(...(await holdAlarms(tx, now, null)), ...(await releaseAlarms(tx, now)));
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
    const rests = isResting();
    const detectors = rests ? DETECTORS.filter(({ readsAllMeters }) => !readsAllMeters) : DETECTORS;
    tookMs = 0;
    await decide(COMMON_PARTITION, (tx, context) => ofSites(tx, context, detectors, troubles));
    const work = await findWork(await contextAt(db, clock.now()), detectors);
    if (!rests) restsUntil = monotonic() + Math.min(MAX_REST_MS, tookMs * REST);
    for (const [partition, each] of work) await decide(partition, (tx, context) => ofMeters(tx, context, each));
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
