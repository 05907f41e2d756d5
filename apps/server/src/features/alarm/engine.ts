import type { Consumer } from '../../feed/consumer.ts';
import type { AlarmWord, EntryOf, StoredFrame } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Registry } from '../../registry/registry.ts';
import { listStanding, type StandingRow } from './alarm-queries.ts';
import { applyConditions } from './apply-conditions.ts';
import { deviceErrorConditions, movedConditions, silenceConditions } from './device-conditions.ts';
import { holdLaneLightly, makeDurable } from './lane-queries.ts';
import { purifierConditions, purifiersToJudge } from './purifier-conditions.ts';
import type { createRuleBooks } from './rule-book.ts';
import { valueConditions } from './value-conditions.ts';

/** An alarm is there soon after its reading, and a busy server still decides of many readings at once. */
const EVERY_MS = 200;

/** Its name in the database. */
export const CONSUMER = 'alarms';

const KINDS = ['frames', 'status', 'errors', 'purifier'] as const;
type Entry = EntryOf<(typeof KINDS)[number]>;

export interface EngineOptions {
  feed: Pick<Feed, 'consume' | 'append' | 'wake'>;
  registry: Pick<Registry, 'snapshot'>;
  books: ReturnType<typeof createRuleBooks>;
  clock: Clock;
  /** Since when the server has heard everybody without a break, epoch milliseconds. */
  listening(): number;
  everyMs?: number;
}

/** Of each row of the feed in the order of their times: a device may send what it stored in any order. */
const framesOf = (entries: readonly Entry[]): StoredFrame[] =>
  entries.flatMap((entry) => (entry.kind === 'frames' ? entry.frames.toSorted((a, b) => a.time - b.time) : []));

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Says what happened to alarms to all who follow the feed, in the transaction in which it did. */
export const tellAlarms = (feed: Pick<Feed, 'append'>, tx: Tx, words: readonly AlarmWord[]): Promise<void> =>
  feed.append(
    tx,
    words.map((alarm) => ({ kind: 'alarm', alarm })),
  );

/** Meters that were silent and have measured something now. */
const heardAgain = (frames: readonly StoredFrame[], standing: readonly StandingRow[]): number[] => {
  const measured = new Set(frames.map(({ meterId }) => meterId));
  return standing.flatMap(({ source, ended_time, meter_id }) =>
    source === 'SILENCE' && ended_time === null && meter_id !== null && measured.has(meter_id) ? [meter_id] : [],
  );
};

/**
 * Decides about alarms from what is stored or said. It is a consumer of the feed: a change of an alarm is committed
 * together with how far the feed has been read, so that whatever crashes, none is lost and none is there twice.
 */
export const createEngine = ({ feed, registry, books, clock, listening, everyMs }: EngineOptions): Consumer =>
  feed.consume({
    name: CONSUMER,
    kinds: KINDS,
    everyMs: everyMs ?? EVERY_MS,
    async handle(tx, entries: Entry[], lane, afterCommit) {
      await holdLaneLightly(tx, lane);
      const now = clock.now();
      const snapshot = registry.snapshot();
      const book = await books(tx, now);
      const frames = framesOf(entries);
      const said = entries.flatMap((entry) => (entry.kind === 'status' ? [entry.status.meterId] : []));
      const erring = entries.flatMap((entry) => (entry.kind === 'errors' ? [entry.error.meterId] : []));
      const reports = entries.flatMap((entry) => (entry.kind === 'purifier' ? [entry.report] : []));
      const heard = [...frames, ...reports].map(({ meterId }) => meterId);
      const meterIds = unique([...heard, ...said, ...erring]);
      const standing = await listStanding(tx, meterIds);
      const asked = unique([...said, ...heardAgain(frames, standing)]);
      const conditions = [
        ...(frames.length > 0 ? await valueConditions(tx, frames, { snapshot, book, standing, now }) : []),
        ...movedConditions(frames, standing, snapshot),
        ...(await silenceConditions(tx, asked, { snapshot, standing, listening: listening(), now })),
        ...(await deviceErrorConditions(tx, unique(erring), snapshot)),
        ...(await purifierConditions(tx, purifiersToJudge(reports, erring, standing), { snapshot, standing, now })),
      ];
      const words = await applyConditions(tx, conditions, { standing, book, now });
      if (words.length === 0) return;
      await makeDurable(tx);
      await tellAlarms(feed, tx, words);
      afterCommit(() => feed.wake('alarm'));
    },
  });
