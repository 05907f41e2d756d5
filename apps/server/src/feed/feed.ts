import { randomUUID } from 'node:crypto';
import { createListener } from '../platform/db/listen.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Log } from '../platform/log.ts';
import { type ConsumeOptions, type Consumer, createConsumer } from './consumer.ts';
import { type ConsumerLag, listLags } from './consumer-queries.ts';
import type { FeedEntry, FeedKind } from './entry.ts';
import { appendFeed, FEED_CHANNEL, notifyFeed } from './feed-queries.ts';
import { createFollower, type Follower, type FollowOptions } from './follower.ts';
import { createRing } from './ring.ts';
import { createRowReader } from './row-reader.ts';

/** Work that waits in a table of its own: the feed only wakes those who do it. */
export type WorkKind = 'door_request';

/** The writing side, for code that stores or changes something. */
export interface FeedWriter {
  /** Publishes entries in the transaction that makes them true; call `wake` after its commit. */
  append(tx: Tx, entries: readonly FeedEntry[]): Promise<void>;
  /** Wakes subscribers of this kind in this and in other processes. */
  wake(kind: FeedKind | WorkKind): void;
}

/**
 * Change feed: an append-only table through which every process learns of new and changed data (docs/adr/0011-feed.md).
 */
export interface Feed extends FeedWriter {
  /** Identifies this process. */
  processId: string;
  start(): Promise<void>;
  /** Stop followers and consumers first. */
  stop(): Promise<void>;
  /** Subscribes for state in memory, which can be reloaded. */
  follow<K extends FeedKind>(options: FollowOptions<K>): Follower;
  /** Subscribes for decisions that must be made exactly once, even across crashes. */
  consume<K extends FeedKind>(options: ConsumeOptions<K>): Consumer;
  /** Time since this process learned of a new entry of this kind, ms. */
  idleMs(kind: FeedKind): number;
  /**
   * Calls back when work of this kind is stored, and after an interruption during which it may have been; returns the
   * function that unsubscribes. A rare poll finds work whose process died before it woke anyone.
   */
  onWork(kind: WorkKind, wake: () => void): () => void;
  /** How far each consumer is behind. */
  lag(): Promise<ConsumerLag[]>;
  /** Number of rows that this process could not decode. */
  unreadable(): number;
}

/**
 * NOTIFY holds a cluster-wide lock until its transaction is committed, so transactions that contain one commit one
 * after the other. A separate NOTIFY after the commits does not slow them down; on a busy server one serves many.
 */
const NOTIFY_MS = 10;
/** Notification payload: partitions of a consumer have become free. Older processes send and expect this word. */
const PARTITIONS_FREE = 'lanes';

export interface FeedOptions {
  db: Db;
  log: Log;
  random(): number;
  monotonic(): number;
  /** For tests: how long the partitions of a dead process stay leased, and the poll interval without notifications. */
  leaseMs?: number;
  pollMs?: number;
}

export const createFeed = ({ db, log, random, monotonic, leaseMs, pollMs }: FeedOptions): Feed => {
  const processId = randomUUID();
  const reader = createRowReader(log);
  const ring = createRing(db, log);
  const followers = new Set<{ kinds: readonly (FeedKind | WorkKind)[]; wake(): void }>();
  const consumers = new Set<Consumer>();
  const said = new Set<FeedKind | WorkKind>();
  /** When there was news of a kind, by its name (monotonic). */
  const heard = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let saying: Promise<void> = Promise.resolve();
  let saidAt = Number.NEGATIVE_INFINITY;

  const wakeHere = (isConcerned: (kind: FeedKind | WorkKind) => boolean): void => {
    for (const each of followers) if (each.kinds.some(isConcerned)) each.wake();
  };

  const say = (payload: string): Promise<void> =>
    notifyFeed(db, `${processId} ${payload}`).catch((error) => {
      log.warn({ err: error }, 'notifying other processes failed; they will poll');
    });

  const listener = createListener(
    db,
    FEED_CHANNEL,
    (payload) => {
      const [from, ...words] = payload.split(' ');
      if (from === processId) return;
      for (const word of words) heard.set(word, monotonic());
      if (words[0] === PARTITIONS_FREE) for (const consumer of consumers) consumer.lookForPartitions();
      // Commands send no kinds, and after a lost connection any notification may be missing: wake everything.
      else wakeHere((kind) => words.length === 0 || words.includes(kind));
    },
    log,
  );

  const add = <T extends { start(): Promise<void>; wake(): void; stop(): Promise<void> }>(
    kinds: readonly FeedKind[],
    each: T,
  ): T => {
    const entry = { kinds, wake: each.wake };
    return {
      ...each,
      async start() {
        followers.add(entry);
        await each.start();
      },
      async stop() {
        followers.delete(entry);
        await each.stop();
      },
    };
  };

  return {
    processId,
    append: appendFeed,
    wake(kind) {
      wakeHere((each) => each === kind);
      const now = monotonic();
      heard.set(kind, now);
      said.add(kind);
      timer ??= setTimeout(
        () => {
          timer = null;
          saidAt = monotonic();
          const kinds = [...said].join(' ');
          said.clear();
          saying = say(kinds);
        },
        Math.max(0, saidAt + NOTIFY_MS - now),
      );
    },
    async start() {
      await ring.prepare();
      listener.start();
      ring.start();
    },
    async stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      if (said.size > 0) saying = say([...said].join(' '));
      await saying;
      await ring.stop();
      await listener.stop();
    },
    follow: (options) => add(options.kinds, createFollower({ db, reader, ...(pollMs && { pollMs }) }, options)),
    consume(options) {
      const dependencies = { db, reader, processId, random, monotonic, onReleased: () => say(PARTITIONS_FREE) };
      const made = createConsumer({ ...dependencies, ...(leaseMs && { leaseMs }) }, options);
      const consumer = add(options.kinds, made);
      return {
        ...consumer,
        async start() {
          consumers.add(made);
          await consumer.start();
        },
        async stop() {
          consumers.delete(made);
          await consumer.stop();
        },
      };
    },
    idleMs: (kind) => monotonic() - (heard.get(kind) ?? Number.NEGATIVE_INFINITY),
    onWork(kind, wake) {
      const entry = { kinds: [kind], wake };
      followers.add(entry);
      return () => void followers.delete(entry);
    },
    lag: () => listLags(db),
    unreadable: reader.unreadable,
  };
};
