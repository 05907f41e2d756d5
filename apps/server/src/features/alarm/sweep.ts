import { CLEAR_AFTER_MS } from '@airdeck/domain/alarm/decide';
import { WILL_WAIT_MS } from '@airdeck/domain/alarm/silence';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { type AlarmWord, COMMON_LANE, laneOf } from '../../feed/entry.ts';
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
import { applyConditions, type SubjectCondition } from './apply-conditions.ts';
import { averageConditions } from './average-conditions.ts';
import { deviceErrorConditions, silenceConditions } from './device-conditions.ts';
import { listSilenceCandidates, listUntoldErrors } from './device-queries.ts';
import { tellAlarms } from './engine.ts';
import { holdLane } from './lane-queries.ts';
import type { Listening } from './listening.ts';
import { watchedConditions } from './purifier-conditions.ts';
import type { createRuleBooks } from './rule-book.ts';
import { gatewayConditions, localServerConditions } from './site-conditions.ts';
import { endShelving, forgetStates, listClearing, listGone, listSiteCauses } from './sweep-queries.ts';
import { type Look, stuckConditions, toldConditions } from './told-conditions.ts';

const EVERY_MS = 5_000;
/** Once in so many sweeps each meter is asked for stuck sensors, and for what its averages say, and each purifier for silence and effect: 15, 60 and 1 minutes. */
const SLICES = { stuck: 180, averages: 720, purifiers: 12 };

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
  /** For tests: all meters are asked each time. */
  slices?: typeof SLICES;
}

const meterOf = ({ meter }: SubjectCondition): number[] => (meter ? [meter.id] : []);

/** What there is to do for the meters of a lane. */
interface LaneWork {
  silent: number[];
  untold: number[];
  conditions: SubjectCondition[];
  gone: AlarmAt[];
}

/** Of what is deleted or no longer in use. */
const removeAlarms = async (tx: Tx, gone: readonly AlarmAt[], now: number): Promise<AlarmWord[]> => {
  const ids = gone.map(({ id }) => id);
  const words = [...(await endAlarms(tx, gone, now)), ...(await clearAlarms(tx, ids, now))];
  return [...words, ...(await releaseSymptoms(tx, ids, now))];
};

/**
 * Finds what no message tells: meters that are silent, sensors that are stuck, errors that were suppressed and no longer
 * are, what is over by itself. It looks at everything first, and holds only the lanes in which there is something to do.
 * Whichever processes run it: asked twice, nothing changes the second time.
 */
export const createSweep = (options: SweepOptions): Loop & { sweep(): Promise<void> } => {
  const { db, feed, registry, books, clock, log, listening, serverTroubles, slices = SLICES } = options;
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
    const meterIds = [...new Set([...work.silent, ...work.untold, ...work.conditions.flatMap(meterOf)])];
    const standing = await listStanding(tx, meterIds);
    const conditions = [
      ...(await silenceConditions(tx, work.silent, { snapshot, standing, listening: listening.since(), now })),
      ...(await deviceErrorConditions(tx, work.untold, snapshot)),
      ...work.conditions,
    ];
    const words = await applyConditions(tx, conditions, { standing, book, now });
    return [...words, ...(await removeAlarms(tx, work.gone, now))];
  };

  /** What belongs to no one meter. */
  const ofAll = async (tx: Tx, look: Look, troubles: readonly ServerTrouble[]): Promise<AlarmWord[]> => {
    const { book, now } = look;
    const server = troubles.map(({ code, holds }): SubjectCondition => {
      return { organization: null, code, source: 'SERVER', holds, isFresh: true, since: now, time: now };
    });
    const words = await applyConditions(tx, server, { standing: await listServerStanding(tx), book, now });
    const standing = await listStanding(tx, []);
    const gateways = await gatewayConditions(tx, { ...look, standing, listening: listening.since() });
    const localServers = await localServerConditions(tx, look, standing, listening.since());
    const sites = [...localServers.conditions, ...gateways];
    words.push(...(await applyConditions(tx, sites, { standing, book, now })));
    words.push(...(await removeAlarms(tx, localServers.gone, now)));
    words.push(...(await linkSymptoms(tx, await listSiteCauses(tx), now)));
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
