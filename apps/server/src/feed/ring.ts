import type { Db } from '../platform/db/pool.ts';
import { isLockTimeout } from '../platform/db/refusal.ts';
import type { Log } from '../platform/log.ts';
import { createLoop, type Loop } from '../platform/loop.ts';
import {
  beginAnew,
  emptySegment,
  holdRing,
  isBehind,
  isEmpty,
  isFromElsewhere,
  listBehind,
  listVacuumedEmpty,
  lockSegment,
  readRing,
  SEGMENTS,
  writeInto,
} from './ring-queries.ts';

export interface RingBounds {
  /** Size of a segment with its indexes; four segments bound what a dead consumer costs. */
  segmentBytes: number;
  /** Age after which a non-empty segment is closed, so that it can be emptied. */
  segmentMs: number;
  /** Closed segments are kept this long because followers do not report their position. */
  graceMs: number;
}

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
/** Holds minutes at 35,000 frames/s, or hours at 1,000 frames/s. */
export const RING_BOUNDS: RingBounds = { segmentBytes: 256 * MB, segmentMs: 10 * MINUTE_MS, graceMs: MINUTE_MS };
const LOOK_MS = 5_000;

const behind = (segment: number, by: number): number => (segment + by) % SEGMENTS.length;

/** Empties a segment that every consumer has read. Waits for transactions that write there. */
const emptyPassed = (db: Db, segment: number): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await holdRing(tx)) || (await isEmpty(tx, segment)) || (await isBehind(tx, segment))) return;
    await lockSegment(tx, segment);
    // Check again: rows may have been committed while this waited for the lock.
    if (!(await isBehind(tx, segment))) await emptySegment(tx, segment);
  });

/** Emptying it again makes its statistics unknown, and all statements are planned again. */
const forgetStatistics = (db: Db, segment: number): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await holdRing(tx)) || !(await isEmpty(tx, segment))) return;
    await lockSegment(tx, segment);
    if (await isEmpty(tx, segment)) await emptySegment(tx, segment);
  });

/** Starts the next segment. When the ring is full, consumers that have not read that segment lose its rows. */
const turn = (db: Db, log: Log, bounds: RingBounds): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await holdRing(tx))) return;
    const { segment, ageMs, bytes } = await readRing(tx);
    const isFull = (bytes[segment] ?? 0) >= bounds.segmentBytes;
    if (!isFull && (ageMs < bounds.segmentMs || (await isEmpty(tx, segment)))) return;
    const next = behind(segment, 1);
    if (!(await isEmpty(tx, next))) {
      if (!isFull) return;
      await lockSegment(tx, next);
      for (const { name, rows } of await listBehind(tx, next)) {
        log.error({ consumer: name, rows }, 'the feed is full: a consumer is too far behind and loses these rows');
      }
      await emptySegment(tx, next);
    }
    await writeInto(tx, next);
  });

const beginAnewIfMoved = (db: Db, log: Log): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await isFromElsewhere(tx)) || !(await holdRing(tx))) return;
    log.warn('the feed comes from another database cluster; resetting it');
    await beginAnew(tx);
  });

/**
 * One maintenance step: empties the segments that every consumer has read, oldest first, and starts the next segment
 * when due.
 */
export const turnRing = async (db: Db, log: Log, bounds: RingBounds = RING_BOUNDS): Promise<void> => {
  const { segment, ageMs } = await readRing(db);
  const closed = SEGMENTS.slice(1).map((_, i) => behind(segment, i + 1));
  try {
    for (const each of ageMs >= bounds.graceMs ? closed : []) await emptyPassed(db, each);
    await turn(db, log, bounds);
    for (const each of await listVacuumedEmpty(db)) await forgetStatistics(db, each);
  } catch (error) {
    // A long transaction writes or reads there; try again at the next step.
    if (!isLockTimeout(error)) throw error;
  }
};

/** Maintains the ring in the background; with several processes, the one that gets the lock does the work. */
export const createRing = (db: Db, log: Log): Loop & { prepare(): Promise<void> } => ({
  ...createLoop(
    async () => {
      // An external database may be replaced while servers run.
      await beginAnewIfMoved(db, log);
      await turnRing(db, log);
      return LOOK_MS;
    },
    (error) => {
      log.error({ err: error }, 'feed ring maintenance failed; retrying');
      return LOOK_MS;
    },
  ),
  prepare: () => beginAnewIfMoved(db, log),
});
