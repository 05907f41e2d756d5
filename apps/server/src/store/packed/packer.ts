import { DAY_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { isLockTimeout, isMissingTable } from '../../platform/db/refusal.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { dropPartition, listPartitions, type Partition } from '../frames/partition-queries.ts';
import { dropFormerKey } from './former-key.ts';
import { packDays } from './pack-days.ts';
import { MAX_FRAMES } from './packed-format.ts';
import {
  deletePackedFrames,
  listStoredDays,
  lockedDays,
  type MeterDay,
  type StoredDay,
  takeDays,
} from './packed-queries.ts';

/** A transaction's worth, during which late frames of those days wait: at seven readings a frame about 200,000. */
const FRAMES_AT_ONCE = 28_800;
const DAYS_AT_ONCE = 200;
/** Meter-days that are listed at once. */
const LIST_LENGTH = 500;
/** Before every meter-day. */
const NONE: MeterDay = { meterId: 0, day: 0 };
const REST_MS = 600_000;
/** Another transaction was in the way. */
const SOON_MS = 60_000;
/** Packing is not urgent, but devices wait for their acknowledgement: most of the time is theirs. */
const REST_FACTOR = 2;

export interface PackerOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** How many closed UTC days stay hot before they are packed; at least 1, for clocks differ. */
  hotDays: number;
}

export interface Packer {
  start(): void;
  stop(): Promise<void>;
  /** Packs and drops everything possible now; returns whether nothing is left. */
  pack(): Promise<boolean>;
  /** How many meter-days have been packed since the process began. */
  packedSoFar(): number;
}

/** Meter-days and how many frames each has. */
type Counted = MeterDay & { frames: number };

/** Cuts meter-days into transactions' worths. */
const chunksOf = (days: readonly Counted[]): Counted[][] => {
  const chunks: Counted[][] = [];
  let left = 0;
  for (const day of days) {
    const chunk = chunks.at(-1);
    if (!chunk || day.frames > left || chunk.length === DAYS_AT_ONCE) {
      chunks.push([day]);
      left = FRAMES_AT_ONCE;
    } else chunk.push(day);
    left -= day.frames;
  }
  return chunks;
};

/** A partition of several days may hold days that are still open; one of a day is dropped as a whole. */
const isShared = ({ first, end }: Partition): boolean => end - first > 1;

const isUnpacked = (day: StoredDay): day is Counted => day.frames !== null;

/** Reads the meter-days of a partition, a group at a time. */
async function* storedDays(tx: Tx, partition: Partition): AsyncGenerator<StoredDay[]> {
  for (let after: MeterDay | undefined = NONE; after; ) {
    const days: StoredDay[] = await listStoredDays(tx, partition, after, LIST_LENGTH);
    yield days;
    after = days.at(-1);
  }
}

/**
 * Packs UTC days that have been closed long enough, meter by meter, and drops partitions in which every meter-day is
 * packed. Only the database records which days are packed, so it resumes after a crash.
 */
export const createPacker = ({ db, clock, log, hotDays }: PackerOptions): Packer => {
  let packedSoFar = 0;
  let hasKey = true;

  const packChunk = (partition: Partition, chunk: readonly MeterDay[]): Promise<boolean> =>
    db.tx(async (tx) => {
      if (!(await packDays(tx, chunk))) return false;
      // While late frames arrive, the partition cannot be dropped for a long time.
      if (isShared(partition)) await deletePackedFrames(tx, partition, chunk);
      return true;
    });

  /** Each meter-day once, so that it ends while late frames unpack some again. */
  const packPartition = async (partition: Partition, firstHot: number, restFactor: number): Promise<boolean> => {
    for await (const days of storedDays(db, partition)) {
      const closed = days.filter(isUnpacked).filter(({ day }) => day < firstHot);
      const many = closed.filter(({ frames }) => frames > MAX_FRAMES);
      if (many.length > 0) log.warn({ days: many }, 'days have too many frames to be packed');
      for (const chunk of chunksOf(closed.filter(({ frames }) => frames <= MAX_FRAMES))) {
        const begin = performance.now();
        if (loop.isStopped() || !(await packChunk(partition, chunk))) return false;
        packedSoFar += chunk.length;
        if (restFactor > 0) await loop.rest((performance.now() - begin) * restFactor);
      }
    }
    return true;
  };

  /** Readers of any day make it give up, so that none waits behind it for long. */
  const drop = (partition: Partition): Promise<boolean> =>
    db.tx(async (tx) => {
      if (!(await takeDays(tx, lockedDays(partition)))) return false;
      for await (const days of storedDays(tx, partition)) if (days.some(isUnpacked)) return false;
      await dropPartition(tx, partition);
      return true;
    });

  const finish = async (partition: Partition, firstHot: number, restFactor: number): Promise<boolean> => {
    const begin = performance.now();
    try {
      if (!(await packPartition(partition, firstHot, restFactor))) return false;
      if (partition.end > firstHot) return true;
      const isDone = await drop(partition);
      const ms = Math.round(performance.now() - begin);
      if (isDone) log.info({ partition: partition.name, ms }, 'a partition was packed');
      return isDone;
    } catch (error) {
      if (isLockTimeout(error)) return false;
      // Another server has packed and dropped it since it was listed.
      if (isMissingTable(error)) return true;
      throw error;
    }
  };

  const pack = async (restFactor: number): Promise<boolean> => {
    const firstHot = Math.floor(clock.now() / DAY_MS) - hotDays;
    const closed = (await listPartitions(db)).filter(({ first }) => first < firstHot).sort((a, b) => a.first - b.first);
    let isDone = true;
    for (const partition of closed) {
      if (loop.isStopped()) return false;
      isDone = (await finish(partition, firstHot, restFactor)) && isDone;
    }
    return isDone;
  };

  const work = async (): Promise<number> => {
    const isDone = await pack(REST_FACTOR);
    if (hasKey && !loop.isStopped()) hasKey = !(await dropFormerKey(db));
    return isDone && !hasKey ? REST_MS : SOON_MS;
  };

  const loop = createLoop(work, (error) => {
    log.error({ err: error }, 'days could not be packed; trying again');
    return SOON_MS;
  });

  return {
    start: loop.start,
    stop: loop.stop,
    pack: () => pack(0),
    packedSoFar: () => packedSoFar,
  };
};
