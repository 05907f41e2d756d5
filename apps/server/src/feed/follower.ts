import { setImmediate } from 'node:timers/promises';
import type { Db } from '../platform/db/pool.ts';
import { createLoop } from '../platform/loop.ts';
import { type EntryOf, type FeedKind, KIND_NUMBERS } from './entry.ts';
import { type FeedRow, type LanePosition, readFeed, readPosition } from './feed-queries.ts';
import type { RowReader } from './row-reader.ts';

/** Rows of a lane in one reading. */
const MAX_ROWS = 50;
/** Of rows that are applied without a pause: some hundred frames. */
const MAX_PIECE_BYTES = 16_384;
/** Whoever is not woken, because a process ended between its commit and its word, looks so often. */
const POLL_MS = 1_000;
/** Rows wait for an older transaction, and nobody says when that ends. */
const HELD_UP_MS = 15;
const RETRY_MS = 1_000;

export interface FollowOptions<K extends FeedKind> {
  kinds: readonly K[];
  /**
   * Reads what is stored. Everything that is stored later is applied afterwards, and some of what it has read already
   * may be too. It is called at start, and again when the follower has missed rows or `apply` has failed.
   */
  load(): Promise<void>;
  /** Takes what was added, each entry once, those of a meter in the order of their transactions. */
  apply(entries: EntryOf<K>[]): void | Promise<void>;
}

/** Keeps something in the memory of this process as it is in the database. */
export interface Follower {
  /** Resolves when the first loading is done; rejects when that failed. */
  start(): Promise<void>;
  /** Something may have been added. */
  wake(): void;
  stop(): Promise<void>;
}

/** Rows in turn, some at a time: pages and devices are answered between two pieces. */
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
  /** null: to be loaded. */
  let positions: LanePosition[] | null = null;

  /** The position comes first, so that nothing falls between what is loaded and what is followed. */
  const loadAnew = async (): Promise<void> => {
    const from = await readPosition(db);
    await load();
    positions = from;
  };

  const follow = async (from: readonly LanePosition[]): Promise<number> => {
    const { rows, end, isLost, isHeldUp } = await readFeed(
      db,
      from,
      numbers,
      from.map(() => MAX_ROWS),
    );
    if (isLost) {
      reader.log.warn({ kinds }, 'rows of the feed were taken away before they were followed; loading anew');
      positions = null;
      return 0;
    }
    const lanes = new Map<number, LanePosition[]>();
    for (const row of rows) lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row]);
    const isFull = ({ lane }: LanePosition): boolean => (lanes.get(lane)?.length ?? 0) === MAX_ROWS;
    // Until all of it is applied, so that a failure loads it.
    positions = null;
    for (const piece of piecesOf(rows)) {
      await apply(reader.entriesOf(piece) as EntryOf<K>[]);
      await setImmediate();
    }
    positions = from.map((position) => {
      const last = isFull(position) ? lanes.get(position.lane)?.at(-1) : undefined;
      return last ? { lane: last.lane, xid: last.xid, seq: last.seq } : { lane: position.lane, ...end };
    });
    if (from.some(isFull)) return 0;
    return isHeldUp ? HELD_UP_MS : pollMs;
  };

  const loop = createLoop(
    async () => {
      if (positions === null) await loadAnew();
      return positions === null ? 0 : follow(positions);
    },
    (error) => {
      reader.log.error({ err: error, kinds }, 'the feed could not be followed; trying again');
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
