import { DAY_MS } from '@airdeck/domain/duration';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { isMissingPartition } from '../../platform/db/refusal.ts';
import { storeForSure } from '../../platform/db/store-for-sure.ts';
import type { Log } from '../../platform/log.ts';
import type { DirtyHours } from '../frames/dirty-hours.ts';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { holdEpochs, markDirty } from '../frames/frame-queries.ts';
import { announcePartitions, createPartitions } from '../frames/partition-queries.ts';
import { dayOf, RECENT_DAYS } from '../frames/partition-ranges.ts';
import { type Stored, storeFrames } from '../frames/store-frames.ts';
import { makeHot } from '../packed/make-hot.ts';
import { type BatchQueue, createBatchQueue } from './batch-queue.ts';

/** Maximum number of late frames in one transaction: if all of them are packed, some 70,000 frames must be unpacked. */
const MAX_LATE_DAYS = 50;
/** Days that are remembered to have a partition. */
const MAX_KNOWN_DAYS = 10_000;

export interface FrameWriterOptions {
  db: Db;
  log: Log;
  clock: Clock;
  /** In ms, of a monotonic clock. */
  monotonic: () => number;
  dirtyHours: DirtyHours;
  feed: FeedWriter;
  random: () => number;
  /** Called after each COMMIT, before its frames are acknowledged. */
  onStored(stored: Stored): void;
  /** Called for a frame that the database refuses in every attempt. */
  onRefused(frame: MeterFrame, error: Error): void;
}

export interface FrameWriter {
  start(): void;
  /** Finishes the batch in progress; waiting frames are dropped unacknowledged. */
  stop(): Promise<void>;
  /** `done` is called once all of `frames` are committed. */
  write(frames: MeterFrame[], done: () => void): void;
  /** For how many ms there has been nothing to store; 0 while there is. */
  idleMs(): number;
  /** For how many ms nothing has been stored although frames wait; 0 while none do. */
  stalledMs(): number;
}

/** Cuts frames into transactions' worths of few meter-days, those of a meter-day together and in their order. */
const cutByDay = (frames: readonly MeterFrame[]): MeterFrame[][] => {
  const days = new Map<string, MeterFrame[]>();
  for (const frame of frames) {
    const key = `${frame.meterId}/${dayOf(frame.time)}`;
    const day = days.get(key);
    if (day) day.push(frame);
    else days.set(key, [frame]);
  }
  const all = [...days.values()];
  return Array.from({ length: Math.ceil(all.length / MAX_LATE_DAYS) }, (_, i) =>
    all.slice(i * MAX_LATE_DAYS, (i + 1) * MAX_LATE_DAYS).flat(),
  );
};

/**
 * Collects frames into batches and commits them: the only way by which readings are stored. Late frames, whose days may
 * have to be unpacked, go into separate batches, so that no other frame waits for them.
 */
export const createFrameWriter = (options: FrameWriterOptions): FrameWriter => {
  const { db, log, clock, monotonic, dirtyHours, feed } = options;
  const knownDays = new Set<number>();
  let stopping = new AbortController();

  /** A failure of work after a commit must not look like a failed commit. */
  const tell = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      log.error({ err: error }, 'what follows the storing of readings failed');
    }
  };

  const ensurePartitions = async (frames: readonly MeterFrame[], today: number): Promise<void> => {
    const missing = new Set<number>();
    for (const { time } of frames) {
      const day = dayOf(time);
      if (!knownDays.has(day)) missing.add(day);
    }
    if (missing.size === 0) return;
    await createPartitions(db, missing, today);
    if (knownDays.size > MAX_KNOWN_DAYS) knownDays.clear();
    for (const day of missing) knownDays.add(day);
  };

  const commit = async (frames: MeterFrame[]): Promise<void> => {
    const today = dayOf(clock.now());
    await ensurePartitions(frames, today);
    const hours = dirtyHours.hoursOf(frames);
    const { stored, marks } = await db.tx(async (tx) => {
      await makeHot(tx, frames, today);
      // The epochs as late as possible, because no process can remove marks of these shards until the commit.
      const [stored, epochs] = await tx.together(
        () => storeFrames(tx, frames),
        () => holdEpochs(tx, hours),
      );
      const marks = dirtyHours.unmarked(hours, epochs);
      if (marks.hours.length > 0) tx.withCommit(() => markDirty(tx, marks.hours));
      if (stored.added.length > 0) tx.withCommit(() => feed.append(tx, [{ kind: 'frames', frames: stored.added }]));
      return { stored, marks };
    });
    dirtyHours.marked(marks);
    if (stored.added.length > 0) feed.wake('frames');
    tell(() => options.onStored(stored));
  };

  /** A partition may have been dropped since it was seen, because all of it was packed; or a connection missed a new one. */
  const commitOrRenew = async (frames: MeterFrame[]): Promise<void> => {
    try {
      await commit(frames);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      for (const { time } of frames) knownDays.delete(dayOf(time));
      await announcePartitions(db);
      await commit(frames);
    }
  };

  /** Nothing is acknowledged before everything is stored, so devices wait, and their windows fill. */
  const commitForSure = async (frames: MeterFrame[], progressed: () => void): Promise<boolean> =>
    frames.length === 0 ||
    storeForSure(frames, {
      store: async (some) => {
        await commitOrRenew(some);
        progressed();
      },
      refuse: (frame, error) => {
        progressed();
        tell(() => options.onRefused(frame, error));
      },
      failed: (error, count) => log.error({ err: error, frames: count }, 'readings could not be stored; trying again'),
      random: options.random,
      signal: stopping.signal,
    });

  const createQueue = (cut: (frames: MeterFrame[]) => MeterFrame[][]): BatchQueue => {
    const store = async (frames: MeterFrame[]): Promise<boolean> => {
      for (const part of cut(frames)) if (!(await commitForSure(part, queue.progressed))) return false;
      return true;
    };
    const queue = createBatchQueue(store, monotonic);
    return queue;
  };

  const recent = createQueue((frames) => [frames]);
  const late = createQueue(cutByDay);
  const queues = [recent, late];

  return {
    start() {
      knownDays.clear();
      stopping = new AbortController();
      for (const queue of queues) queue.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all(queues.map((queue) => queue.stop()));
    },
    write(frames, acknowledge) {
      const done = (): void => tell(acknowledge);
      const begin = (dayOf(clock.now()) - RECENT_DAYS) * DAY_MS;
      const isLate = ({ time }: MeterFrame): boolean => time < begin;
      if (!frames.some(isLate)) return recent.add(frames, done);
      const some = frames.filter((frame) => !isLate(frame));
      // The one that is stored last acknowledges.
      let parts = some.length > 0 ? 2 : 1;
      const partDone = (): void => {
        if (--parts === 0) done();
      };
      if (some.length > 0) recent.add(some, partDone);
      late.add(frames.filter(isLate), partDone);
    },
    idleMs: () => Math.min(...queues.map((queue) => queue.idleMs())),
    stalledMs: () => Math.max(...queues.map((queue) => queue.stalledMs())),
  };
};
