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
  lockSegment,
  readRing,
  SEGMENTS,
  writeInto,
} from './ring-queries.ts';

export interface RingBounds {
  /** Of a segment, with its index; all of them together bound what a dead consumer costs. */
  segmentBytes: number;
  /** After that a segment is closed however little is in it, so that it can be emptied. */
  segmentMs: number;
  /** A closed segment stays for so long, for followers, of whom nobody knows how far they are. */
  graceMs: number;
}

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
/** Minutes of 35,000 frames a second, hours of 1,000. */
export const RING_BOUNDS: RingBounds = { segmentBytes: 256 * MB, segmentMs: 10 * MINUTE_MS, graceMs: MINUTE_MS };
const LOOK_MS = 5_000;

const behind = (segment: number, by: number): number => (segment + by) % SEGMENTS.length;

/** Empties a segment that every consumer has passed. Rows that somebody is just writing there are waited for. */
const emptyPassed = (db: Db, segment: number): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await holdRing(tx)) || (await isEmpty(tx, segment)) || (await isBehind(tx, segment))) return;
    await lockSegment(tx, segment);
    // What was committed while it waited counts too.
    if (!(await isBehind(tx, segment))) await emptySegment(tx, segment);
  });

/** Begins the next segment. When there is no more room, consumers that have not read it are passed over. */
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
        log.error(
          { consumer: name, rows },
          'the feed is full: a consumer is too far behind, and these rows are lost to it',
        );
      }
      await emptySegment(tx, next);
    }
    await writeInto(tx, next);
  });

const beginAnewIfMoved = (db: Db, log: Log): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await isFromElsewhere(tx)) || !(await holdRing(tx))) return;
    log.warn('the feed comes from another database cluster; it begins anew');
    await beginAnew(tx);
  });

/** Does once what the ring needs: empties what everybody has read, oldest first, and begins the next segment. */
export const turnRing = async (db: Db, log: Log, bounds: RingBounds = RING_BOUNDS): Promise<void> => {
  const { segment, ageMs } = await readRing(db);
  const closed = SEGMENTS.slice(1).map((_, i) => behind(segment, i + 1));
  try {
    for (const each of ageMs >= bounds.graceMs ? closed : []) await emptyPassed(db, each);
    await turn(db, log, bounds);
  } catch (error) {
    // Somebody writes or reads there for longer than others should wait: next time.
    if (!isLockTimeout(error)) throw error;
  }
};

/** Turns the ring, in whichever process comes first. */
export const createRing = (db: Db, log: Log): Loop & { prepare(): Promise<void> } => ({
  ...createLoop(
    async () => {
      await turnRing(db, log);
      return LOOK_MS;
    },
    (error) => {
      log.error({ err: error }, 'old rows of the feed could not be taken away; trying again');
      return LOOK_MS;
    },
  ),
  prepare: () => beginAnewIfMoved(db, log),
});
