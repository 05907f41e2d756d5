import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { listPartitions } from '../../store/frames/partition-queries.ts';
import {
  countClosedMarks,
  countDueNotifications,
  readLastDisk,
  saveDisk,
  saveStandbys,
  saveTask,
  type TaskMeasurement,
} from './installation-queries.ts';

const EVERY_MS = MINUTE_MS;
const DISK_EVERY_MS = 10 * MINUTE_MS;
const DISK_KEPT_MS = 30 * DAY_MS;
/** A standby that was removed on purpose is forgotten after this time. */
const STANDBY_KEPT_MS = 7 * DAY_MS;
/** Retention runs every hour; a pass takes its time. */
const RETENTION_MS = 2 * HOUR_MS;

export interface MeasureOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** Closed UTC days that stay unpacked. */
  hotDays: number;
  /** Bytes that can still be written to the disk of the built-in database; null: it is elsewhere, or unknown. */
  freeBytes(): Promise<number | null>;
  /** End of the last pass of this process, epoch ms; null: none yet. */
  retentionDoneAt(): number | null;
}

/** Measures the disk and the backlog of background work, for the screen of the installation and its alarms. */
export const createMeasurements = (options: MeasureOptions) => {
  const { db, clock, log, hotDays, freeBytes, retentionDoneAt } = options;

  /** Partitions of a single day that should be packed and gone. */
  const packing = async (now: number): Promise<TaskMeasurement> => {
    const firstHot = Math.floor(now / DAY_MS) - hotDays;
    const waiting = (await listPartitions(db)).filter(({ first, end }) => end - first === 1 && first < firstHot);
    const due = waiting.map(({ end }) => (end + hotDays) * DAY_MS);
    return { name: 'PACKING', waiting: waiting.length, behindSince: due.length === 0 ? null : Math.min(...due) };
  };

  const retention = (now: number): TaskMeasurement => {
    const doneAt = retentionDoneAt();
    const isLate = doneAt !== null && now > doneAt + RETENTION_MS;
    return { name: 'RETENTION', waiting: null, behindSince: isLate ? doneAt + RETENTION_MS : null, doneAt };
  };

  const notifications = async (now: number): Promise<TaskMeasurement> => {
    const { count, since } = await countDueNotifications(db, now);
    return { name: 'NOTIFICATION', waiting: count, behindSince: since };
  };

  const measure = async (): Promise<void> => {
    const now = clock.now();
    const last = await readLastDisk(db);
    if (!last || Math.abs(now - last.time.getTime()) >= DISK_EVERY_MS) {
      await saveDisk(db, now, await freeBytes(), now - DISK_KEPT_MS);
    }
    await saveStandbys(db, now, now - STANDBY_KEPT_MS);
    const rollups = await countClosedMarks(db, now - HOUR_MS);
    await saveTask(db, { name: 'ROLLUP', waiting: rollups }, now);
    for (const task of [await packing(now), retention(now), await notifications(now)]) await saveTask(db, task, now);
  };

  const loop = createLoop(
    async () => {
      await measure();
      return EVERY_MS;
    },
    (error) => {
      log.warn({ err: error }, 'the installation could not be measured; retrying');
      return EVERY_MS;
    },
  );
  return { start: loop.start, stop: loop.stop, measure };
};
