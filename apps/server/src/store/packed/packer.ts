import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { dropPartition, listPartitions } from '../frames/frame-queries.ts';
import { packMeters } from './pack-meters.ts';
import { DAY_MS, MAX_FRAMES } from './packed-format.ts';
import { listUnpacked, takeDay } from './packed-queries.ts';

/** A transaction's worth, during which late frames of that day wait: at seven readings a frame about 200,000. */
const FRAMES_AT_ONCE = 28_800;
const METERS_AT_ONCE = 500;
const REST_MS = 600_000;
/** Somebody was in the way. */
const SOON_MS = 60_000;
/** Nobody waits for days to be packed, but devices wait for their acknowledgement: most of the time is theirs. */
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
  /** Packs and drops at once whatever can be; answers whether nothing is left that should be. */
  pack(): Promise<boolean>;
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Cuts meters into transactions' worths. */
const chunksOf = (meters: readonly { meterId: number; frames: number }[]): number[][] => {
  const chunks: number[][] = [];
  let left = 0;
  for (const { meterId, frames } of meters) {
    if (frames > left || chunks.length === 0) {
      chunks.push([]);
      left = FRAMES_AT_ONCE;
    }
    chunks.at(-1)?.push(meterId);
    left -= frames;
  }
  return chunks;
};

/**
 * Packs UTC days that are closed for long enough, meter by meter, and drops the partitions whose every meter is
 * packed. What is packed stands in the database alone, so it goes on after a crash where it was.
 */
export const createPacker = ({ db, clock, log, hotDays }: PackerOptions): Packer => {
  let isStopped = false;
  let wake = (): void => undefined;

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Each meter once, so that it ends while late frames unpack some again. */
  const packDay = async (day: number, restFactor: number): Promise<boolean> => {
    for (let after = 0; ; ) {
      const meters = await listUnpacked(db, day, after, METERS_AT_ONCE);
      const last = meters.at(-1);
      if (!last) return true;
      after = last.meterId;
      const many = meters.filter(({ frames }) => frames > MAX_FRAMES);
      if (many.length > 0) log.warn({ day: textOf(day), meters: many }, 'a day has too many frames to be packed');
      for (const chunk of chunksOf(meters.filter(({ frames }) => frames <= MAX_FRAMES))) {
        const begin = performance.now();
        if (isStopped || !(await db.tx((tx) => packMeters(tx, day, chunk)))) return false;
        if (restFactor > 0) await rest((performance.now() - begin) * restFactor);
      }
    }
  };

  /** Readers of any day make it give up, so that nobody waits behind it for long. */
  const dropDay = (day: number): Promise<boolean> =>
    db.tx(async (tx) => {
      if (!(await takeDay(tx, day))) return false;
      if ((await listUnpacked(tx, day, 0, 1)).length > 0) return false;
      await dropPartition(tx, day);
      return true;
    });

  const finishDay = async (day: number, restFactor: number): Promise<boolean> => {
    const begin = performance.now();
    try {
      const isDone = (await packDay(day, restFactor)) && (await dropDay(day));
      const ms = Math.round(performance.now() - begin);
      if (isDone) log.info({ day: textOf(day), ms }, 'a day was packed');
      return isDone;
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
  };

  const pack = async (restFactor: number): Promise<boolean> => {
    const firstHot = Math.floor(clock.now() / DAY_MS) - hotDays;
    const days = (await listPartitions(db)).filter((day) => day < firstHot).sort((a, b) => a - b);
    let isDone = true;
    for (const day of days) {
      if (isStopped) return false;
      isDone = (await finishDay(day, restFactor)) && isDone;
    }
    return isDone;
  };

  const loop = createLoop(
    async () => ((await pack(REST_FACTOR)) ? REST_MS : SOON_MS),
    (error) => {
      log.error({ err: error }, 'days could not be packed; trying again');
      return SOON_MS;
    },
  );

  return {
    start() {
      isStopped = false;
      loop.start();
    },
    async stop() {
      isStopped = true;
      wake();
      await loop.stop();
    },
    pack: () => pack(0),
  };
};
