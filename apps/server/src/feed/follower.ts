import { setImmediate } from 'node:timers/promises';
import type { Db } from '../platform/db/pool.ts';
import { createLoop } from '../platform/loop.ts';
import { type EntryOf, type FeedKind, KIND_NUMBERS } from './entry.ts';
import { type FeedPosition, type FeedRow, type PartitionPosition, readFeed, readPosition } from './feed-queries.ts';
import type { RowReader } from './row-reader.ts';

/** Rows of a partition per read. */
const MAX_ROWS = 50;
/** Bytes of rows applied without a pause: a few hundred frames. */
const MAX_PIECE_BYTES = 16_384;
/** Poll interval, for when a process ended between its commit and its notification. */
const POLL_MS = 1_000;
/** Poll interval while rows wait for an older transaction, whose end is not notified. */
const HELD_UP_MS = 15;
const RETRY_MS = 1_000;

export interface FollowOptions<K extends FeedKind> {
  kinds: readonly K[];
  /**
   * Reads the stored state. Everything stored later is applied afterwards; entries that the load has already read may
   * be applied again. Called at start, and again after missed rows or a failed `apply`.
   */
  load(): Promise<void>;
  /** Applies new entries, each once, those of a meter in the order of their transactions. */
  apply(entries: EntryOf<K>[]): void | Promise<void>;
}

/** Keeps state in this process's memory in step with the database. */
export interface Follower {
  /** Resolves after the first load; rejects when it fails. */
  start(): Promise<void>;
  /** Signals that rows may have been added. */
  wake(): void;
  stop(): Promise<void>;
}

/** Splits rows into pieces; requests and devices are served between two pieces. */
const piecesOf = (rows: readonly FeedRow[]): FeedRow[][] => {
  const pieces: FeedRow[][] = [];
  let bytes = MAX_PIECE_BYTES;
  for (const row of rows) {
    if (bytes >= MAX_PIECE_BYTES) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(row);
    bytes += row.data.length;
  }
  return pieces;
};

export const createFollower = <K extends FeedKind>(
  { db, reader, pollMs = POLL_MS }: { db: Db; reader: RowReader; pollMs?: number },
  { kinds, load, apply }: FollowOptions<K>,
): Follower => {
  const numbers = kinds.map((kind) => KIND_NUMBERS[kind]);
  /** null: a load is needed. */
  let position: FeedPosition | null = null;

  /** Takes the position before the load, so that nothing is missed between load and follow. */
  const loadAnew = async (): Promise<void> => {
    const from = await readPosition(db);
    await load();
    position = from;
  };

  const follow = async (from: FeedPosition): Promise<number> => {
    const { rows, end, server, isLost, isHeldUp } = await readFeed(
      db,
      from.partitions,
      numbers,
      from.partitions.map(() => MAX_ROWS),
    );
    if (server !== from.server) {
      reader.log.warn({ kinds }, 'the database server restarted or was replaced; reloading');
      position = null;
      return 0;
    }
    if (isLost) {
      reader.log.warn({ kinds }, 'feed rows were truncated before they were read; reloading');
      position = null;
      return 0;
    }
    const partitions = new Map<number, PartitionPosition[]>();
    for (const row of rows) partitions.set(row.partition, [...(partitions.get(row.partition) ?? []), row]);
    const isFull = ({ partition }: PartitionPosition): boolean => (partitions.get(partition)?.length ?? 0) === MAX_ROWS;
    // Reset until everything is applied, so that a failure triggers a reload.
    position = null;
    for (const piece of piecesOf(rows)) {
      await apply(reader.entriesOf(piece) as EntryOf<K>[]);
      await setImmediate();
    }
    const next = from.partitions.map((each) => {
      const last = isFull(each) ? partitions.get(each.partition)?.at(-1) : undefined;
      return last ? { partition: last.partition, xid: last.xid, seq: last.seq } : { partition: each.partition, ...end };
    });
    position = { server, partitions: next };
    if (from.partitions.some(isFull)) return 0;
    return isHeldUp ? HELD_UP_MS : pollMs;
  };

  const loop = createLoop(
    async () => {
      if (position === null) await loadAnew();
      return position === null ? 0 : follow(position);
    },
    (error) => {
      reader.log.error({ err: error, kinds }, 'following the feed failed; retrying');
      return RETRY_MS;
    },
  );

  return {
    async start() {
      await loadAnew();
      loop.start();
    },
    wake: loop.wake,
    stop: loop.stop,
  };
};
