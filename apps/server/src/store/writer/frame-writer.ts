import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { DirtyHours } from '../frames/dirty-hours.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { createPartition, listPartitions } from '../frames/frame-queries.ts';
import { type Stored, storeFrames } from '../frames/store-frames.ts';
import { makeHot } from '../packed/make-hot.ts';
import { isMissingPartition, isRefusal } from './refusal.ts';

const DAY_MS = 86_400_000;
const MAX_BATCH_FRAMES = 4_000;
const MAX_WAIT_MS = 15;
const IN_FLIGHT = 2;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5_000;

export interface FrameWriterOptions {
  db: Db;
  log: Log;
  clock: Clock;
  dirtyHours: DirtyHours;
  random: () => number;
  /** Called after each COMMIT, before what waits for it is acknowledged. */
  onStored(stored: Stored): void;
  /** Called for a frame that the database will not take whatever is tried. */
  onRefused(frame: MeterFrame, error: Error): void;
}

export interface FrameWriter {
  start(): Promise<void>;
  /** Lets what is on its way finish; what has not begun is dropped unacknowledged. */
  stop(): Promise<void>;
  /** `done` is called once all of `frames` are committed. */
  write(frames: MeterFrame[], done: () => void): void;
  /** Resolves when every batch that began before this call has ended. */
  settled(): Promise<void>;
  /** For how many ms there has been nothing to store; 0 while there is. */
  idleMs(): number;
}

interface Batch {
  frames: MeterFrame[];
  done: (() => void)[];
}

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

const emptyBatch = (): Batch => ({ frames: [], done: [] });

/** Gathers frames into batches and commits them, two at a time: the one way by which readings are stored. */
export const createFrameWriter = (options: FrameWriterOptions): FrameWriter => {
  const { db, log, clock, dirtyHours } = options;
  const days = new Set<number>();
  const running = new Set<Promise<void>>();
  let gathering = emptyBatch();
  let timer: NodeJS.Timeout | null = null;
  let stopped = true;
  let endedAt = Number.NEGATIVE_INFINITY;

  const ensureDays = async (frames: MeterFrame[]): Promise<void> => {
    for (const frame of frames) {
      const day = dayOf(frame.time);
      if (days.has(day)) continue;
      await createPartition(db, day);
      days.add(day);
    }
  };

  const commit = async (frames: MeterFrame[]): Promise<void> => {
    await ensureDays(frames);
    const dirty = dirtyHours.unmarked(frames);
    const stored = await db.tx(async (tx) => {
      await makeHot(tx, frames, dayOf(clock.now()));
      return storeFrames(tx, frames, dirty.hours);
    });
    dirtyHours.marked(dirty);
    options.onStored(stored);
  };

  /** A day that has been packed may have been dropped since its partition was made. */
  const commitOrRenew = async (frames: MeterFrame[]): Promise<void> => {
    try {
      await commit(frames);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      for (const { time } of frames) days.delete(dayOf(time));
      await commit(frames);
    }
  };

  /** Halves a batch that the database refuses until only the bad frame is left out. */
  const commitOrSplit = async (frames: MeterFrame[]): Promise<void> => {
    try {
      await commitOrRenew(frames);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (frames.length === 1) return options.onRefused(frames[0] as MeterFrame, error);
      const half = frames.length >> 1;
      await commitOrSplit(frames.slice(0, half));
      await commitOrSplit(frames.slice(half));
    }
  };

  /** Tries until it works: nothing is acknowledged meanwhile, so the devices wait, and their windows fill. */
  const commitForSure = async (batch: Batch): Promise<void> => {
    for (let wait = RETRY_MIN_MS; !stopped; wait = Math.min(RETRY_MAX_MS, wait * 2)) {
      try {
        await commitOrSplit(batch.frames);
        for (const done of batch.done) done();
        return;
      } catch (error) {
        log.error({ err: error, frames: batch.frames.length }, 'readings could not be stored; trying again');
        const jittered = wait * (0.5 + options.random() / 2);
        await new Promise((resolve) => setTimeout(resolve, jittered));
      }
    }
  };

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (gathering.frames.length === 0 || running.size >= IN_FLIGHT || stopped) return;
    const batch = gathering;
    gathering = emptyBatch();
    const run = commitForSure(batch).finally(() => {
      running.delete(run);
      endedAt = performance.now();
      flush();
    });
    running.add(run);
  };

  return {
    async start() {
      for (const day of await listPartitions(db)) days.add(day);
      stopped = false;
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await Promise.all(running);
    },
    write(frames, done) {
      if (stopped) return;
      for (const frame of frames) gathering.frames.push(frame);
      gathering.done.push(done);
      if (gathering.frames.length >= MAX_BATCH_FRAMES) flush();
      else timer ??= setTimeout(flush, MAX_WAIT_MS);
    },
    async settled() {
      await Promise.all(running);
    },
    idleMs: () => (running.size > 0 || gathering.frames.length > 0 ? 0 : performance.now() - endedAt),
  };
};
