import type { Consumer } from '../../feed/consumer.ts';
import type { AlarmEvent, EntryOf, StoredFrame } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Registry } from '../../registry/registry.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { listStanding } from './alarm-queries.ts';
import type { createAlarmRuleSets, ReportedCode } from './alarm-rule-set.ts';
import { applyConditions } from './apply-conditions.ts';
import { DETECTORS } from './detectors/index.ts';
import type { Batch, BatchContext } from './detectors/types.ts';
import { holdPartitionLightly, makeDurable } from './partition-lock-queries.ts';
import { createPartitionStates, type PartitionStates } from './partition-states.ts';
import type { SubjectCondition } from './subject-condition.ts';
import { createUrgency } from './urgency.ts';

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

/** The entries by kind. */
const batchOf = (entries: readonly Entry[]): Batch => ({
  frames: framesOf(entries),
  statusOf: entries.flatMap((entry) => (entry.kind === 'status' ? [entry.status.meterId] : [])),
  errors: entries.flatMap((entry) => (entry.kind === 'errors' ? [entry.error] : [])),
  reports: entries.flatMap((entry) => (entry.kind === 'purifier' ? [entry.report] : [])),
});

const metersOf = ({ frames, statusOf, errors, reports }: Batch): number[] =>
  unique([...[...frames, ...reports, ...errors].map(({ meterId }) => meterId), ...statusOf]);

const reportedCodesOf = ({ errors }: Batch, { meters }: RegistrySnapshot): ReportedCode[] =>
  errors.flatMap(({ meterId, code }) => {
    const organizationId = meters.get(meterId)?.organization.id;
    return organizationId === undefined ? [] : [{ organizationId, code }];
  });

/** The conditions that a batch changes, in rounds to apply one after the other (`Detector.onMessages`). */
const roundsOf = async (tx: Tx, batch: Batch, context: BatchContext): Promise<SubjectCondition[][]> => {
  const rounds: SubjectCondition[][] = [];
  for (const { onMessages } of DETECTORS) {
    const found = (await onMessages?.(tx, batch, context)) ?? [];
    for (const [i, round] of found.entries()) rounds[i] = [...(rounds[i] ?? []), ...round];
  }
  return rounds;
};

/**
 * Evaluates alarms from stored readings and device reports. It is a consumer of the feed: alarm changes commit together
 * with the cursor, so a crash neither loses nor repeats an alarm.
 */
export const createEngine = ({ feed, registry, ruleSets, clock, listening, everyMs }: EngineOptions): Consumer => {
  const urgency = createUrgency();
  const kept = new WeakMap<object, PartitionStates>();
  const statesOf = (tenure: object): PartitionStates => {
    const states = kept.get(tenure) ?? createPartitionStates();
    kept.set(tenure, states);
    return states;
  };
  return feed.consume({
    name: CONSUMER,
    kinds: KINDS,
    everyMs: everyMs ?? EVERY_MS,
    isUrgent: (entries) => urgency.isUrgent(entries, registry.snapshot()),
    async handle(tx, entries: Entry[], { partition, tenure, afterCommit }) {
      await holdPartitionLightly(tx, partition);
      const now = clock.now();
      const snapshot = registry.snapshot();
      const batch = batchOf(entries);
      const ruleSet = await ruleSets(tx, now, reportedCodesOf(batch, snapshot));
      urgency.follow(ruleSet, now);
      const meterIds = metersOf(batch);
      let standing = await listStanding(tx, meterIds);
      const context = { snapshot, ruleSet, standing, listening: listening(), now, states: statesOf(tenure) };
      const events: AlarmEvent[] = [];
      for (const [i, round] of (await roundsOf(tx, batch, context)).entries()) {
        if (i > 0) standing = await listStanding(tx, meterIds);
        events.push(...(await applyConditions(tx, round, { standing, ruleSet, now })));
      }
      if (events.length === 0) return;
      await makeDurable(tx);
      await publishAlarmEvents(feed, tx, events);
      afterCommit(() => feed.wake('alarm'));
    },
  });
};
