import { NO_COMMUNICATION } from '@airdeck/contract/standard/built-in';
import { hasLeft, isSilent, WILL_WAIT_MS } from '@airdeck/domain/alarm/silence';
import { DAY_MS } from '@airdeck/domain/duration';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { runPatience } from '@airdeck/domain/grade-run';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import type { StandingRow } from '../alarm-queries.ts';
import { type HeardRow, listHeard, listSilenceCandidates } from '../device-state-queries.ts';
import { isInUse, ofMeter, type SubjectCondition } from '../subject-condition.ts';
import type { Detector, LockedContext } from './types.ts';

/**
 * Newer readings are read from the store, as current values are saved with a delay; older ones come from current
 * values.
 */
const RECENT_MS = 3 * DAY_MS;

/** An open silence alarm lasts until the meter is heard, even if the server itself was away in between. */
export const listeningTo = (alarm: StandingRow | undefined, listening: number): number =>
  alarm?.ended_time === null ? Number.NEGATIVE_INFINITY : listening;

/** Silence conditions of the meters of these rows. */
export const silenceConditions = (
  heard: readonly HeardRow[],
  { snapshot, standing, listening, now }: LockedContext,
): SubjectCondition[] => {
  const alarms = new Map(standing.flatMap((row) => (row.source === 'SILENCE' ? [[row.meter_id, row]] : [])));
  return heard.flatMap(({ meter_id, measured, status, changed_time, is_connected, connected_time, site_heard }) => {
    const meter = snapshot.meters.get(meter_id);
    if (meter === undefined || !isInUse(meter)) return [];
    const last = measured?.getTime() ?? null;
    const said = status !== null && changed_time !== null ? { value: status, time: changed_time.getTime() } : null;
    const all = { measured: last, status: said, intervalS: meter.intervalS };
    // A meter behind a local server counts as heard only while that connection is up; without it, its state is unknown.
    const sinceSite = is_connected === null ? listening : is_connected ? (connected_time?.getTime() ?? now) : now;
    const since = listeningTo(alarms.get(meter_id), Math.max(listening, sinceSite));
    // While a site stalls, its meters are unknown: count silence only up to the last message of the site.
    const until = Math.min(now, site_heard?.getTime() ?? now);
    const holds = isSilent(all, since, until);
    const time = holds ? (hasLeft(all, since, until) && said?.time) || now : (last ?? now);
    // A backlog that ends before now moves the silence of an open alarm: it was heard until later.
    const known = alarms.get(meter_id)?.since_time.getTime() ?? Number.POSITIVE_INFINITY;
    const correction =
      last !== null && last > known ? { since: last, occurred: last + runPatience(meter.intervalS) } : null;
    return {
      ...ofMeter(meter),
      code: NO_COMMUNICATION,
      source: 'SILENCE' as const,
      holds,
      isFresh: true,
      since: last ?? time,
      time,
      ...(correction && { correction }),
    };
  });
};

const conditionsOfMeters = async (
  tx: Tx,
  meterIds: readonly number[],
  context: LockedContext,
): Promise<SubjectCondition[]> =>
  meterIds.length === 0 ? [] : silenceConditions(await listHeard(tx, meterIds, context.now - RECENT_MS), context);

/** Meters with an open silence alarm that have measured again. */
const heardAgain = (frames: readonly StoredFrame[], standing: readonly StandingRow[]): number[] => {
  const measured = new Set(frames.map(({ meterId }) => meterId));
  return standing.flatMap(({ source, ended_time, meter_id }) =>
    source === 'SILENCE' && ended_time === null && meter_id !== null && measured.has(meter_id) ? [meter_id] : [],
  );
};

/** A meter that has disconnected, or that has sent nothing for three of its intervals. */
export const silence: Detector = {
  source: 'SILENCE',
  codes: [NO_COMMUNICATION],
  readsAllMeters: true,
  onMessages: async (tx, { statusOf, frames }, context) => {
    const meterIds = [...new Set([...statusOf, ...heardAgain(frames, context.standing)])];
    return [await conditionsOfMeters(tx, meterIds, context)];
  },
  onCandidates: {
    list: (db, now) => listSilenceCandidates(db, { now, missed: MISSED_INTERVALS, willWaitMs: WILL_WAIT_MS }),
    evaluate: conditionsOfMeters,
  },
};
