import type { Consumer } from '../../feed/consumer.ts';
import type { AlarmEvent, EntryOf, StoredFrame } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Registry } from '../../registry/registry.ts';
import { listStanding, type StandingRow } from './alarm-queries.ts';
import type { createAlarmRuleSets } from './alarm-rule-set.ts';
import { applyConditions } from './apply-conditions.ts';
import { movedConditions, reportedErrorConditions, silenceConditions } from './device-conditions.ts';
import { holdLaneLightly, makeDurable } from './lane-queries.ts';
import { purifierConditions, purifiersToEvaluate } from './purifier-conditions.ts';
import { valueConditions } from './value-conditions.ts';

/** Short enough for an alarm to follow its reading at once, long enough for a busy server to evaluate large batches. */
const EVERY_MS = 200;

/** Consumer name in `feed_consumer`. */
export const CONSUMER = 'alarms';

const KINDS = ['frames', 'status', 'errors', 'purifier'] as const;
type Entry = EntryOf<(typeof KINDS)[number]>;

export interface EngineOptions {
  feed: Pick<Feed, 'consume' | 'append' | 'wake'>;
  registry: Pick<Registry, 'snapshot'>;
  ruleSets: ReturnType<typeof createAlarmRuleSets>;
  clock: Clock;
  /** Start of the current uninterrupted listening period (see `Listening`), epoch milliseconds. */
  listening(): number;
  everyMs?: number;
}

/** Sorts the frames of each feed row by time: a device may send stored frames in any order. */
const framesOf = (entries: readonly Entry[]): StoredFrame[] =>
  entries.flatMap((entry) => (entry.kind === 'frames' ? entry.frames.toSorted((a, b) => a.time - b.time) : []));

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Publishes alarm events to the feed, in the transaction that changes the alarms. */
export const publishAlarmEvents = (feed: Pick<Feed, 'append'>, tx: Tx, events: readonly AlarmEvent[]): Promise<void> =>
  feed.append(
    tx,
    events.map((alarm) => ({ kind: 'alarm', alarm })),
  );

/** Meters with an open silence alarm that have measured again. */
const heardAgain = (frames: readonly StoredFrame[], standing: readonly StandingRow[]): number[] => {
  const measured = new Set(frames.map(({ meterId }) => meterId));
  return standing.flatMap(({ source, ended_time, meter_id }) =>
    source === 'SILENCE' && ended_time === null && meter_id !== null && measured.has(meter_id) ? [meter_id] : [],
  );
};

/**
 * Evaluates alarms from stored readings and device reports. It is a consumer of the feed: alarm changes commit together
 * with the cursor, so a crash neither loses nor repeats an alarm.
 */
export const createEngine = ({ feed, registry, ruleSets, clock, listening, everyMs }: EngineOptions): Consumer =>
  feed.consume({
    name: CONSUMER,
    kinds: KINDS,
    everyMs: everyMs ?? EVERY_MS,
    async handle(tx, entries: Entry[], lane, afterCommit) {
      await holdLaneLightly(tx, lane);
      const now = clock.now();
      const snapshot = registry.snapshot();
      const ruleSet = await ruleSets(tx, now);
      const frames = framesOf(entries);
      const said = entries.flatMap((entry) => (entry.kind === 'status' ? [entry.status.meterId] : []));
      const errors = entries.flatMap((entry) => (entry.kind === 'errors' ? [entry.error] : []));
      const erring = errors.map(({ meterId }) => meterId);
      const reports = entries.flatMap((entry) => (entry.kind === 'purifier' ? [entry.report] : []));
      const heard = [...frames, ...reports].map(({ meterId }) => meterId);
      const meterIds = unique([...heard, ...said, ...erring]);
      const standing = await listStanding(tx, meterIds);
      const asked = unique([...said, ...heardAgain(frames, standing)]);
      const [reported = [], ...later] = await reportedErrorConditions(tx, errors, snapshot);
      const conditions = [
        ...(frames.length > 0 ? await valueConditions(tx, frames, { snapshot, ruleSet, standing, now }) : []),
        ...movedConditions(frames, standing, snapshot),
        ...(await silenceConditions(tx, asked, { snapshot, standing, listening: listening(), now })),
        ...reported,
        ...(await purifierConditions(tx, purifiersToEvaluate(reports, erring, standing), { snapshot, standing, now })),
      ];
      const events = await applyConditions(tx, conditions, { standing, ruleSet, now });
      for (const round of later) {
        events.push(...(await applyConditions(tx, round, { standing: await listStanding(tx, erring), ruleSet, now })));
      }
      if (events.length === 0) return;
      await makeDurable(tx);
      await publishAlarmEvents(feed, tx, events);
      afterCommit(() => feed.wake('alarm'));
    },
  });
