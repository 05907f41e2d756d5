import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunFailure, RunKind } from '@airdeck/contract/installation/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { readSettings } from './installation-queries.ts';
import {
  claimRun,
  endRun,
  failInterrupted,
  failRun,
  insertRun,
  listFiles,
  markDeleted,
  pruneRuns,
  type RunDone,
  type RunFailed,
  type RunRow,
  savePath,
} from './run-queries.ts';
import { dueTime } from './schedule.ts';

const EVERY_MS = 5_000;
const RUNS_KEPT_MS = 400 * DAY_MS;
const MAX_DETAIL = 500;

/** A backup or drill failed for a known reason. */
export class RunError extends Error {
  override name = 'RunError';
  readonly reason: RunFailure;

  constructor(reason: RunFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface RunJobs {
  /** Writes a backup to a new file. @throws RunError */
  backUp(path: string, signal: AbortSignal): Promise<RunDone>;
  /** Restores a backup into a throw-away database and checks it. @throws RunError */
  drill(path: string, signal: AbortSignal): Promise<RunDone>;
  /** Removes what an interrupted drill left. */
  cleanUp(): Promise<void>;
}

export interface RunWorkerOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** The supervisor of this process. */
  holder: string;
  /** Folder of backups. */
  folder: string;
  jobs: RunJobs;
}

/** `airdeck-20270110-030000.backup`, by UTC. */
const fileName = (now: number): string => {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  return `airdeck-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.backup`;
};

/** Runs backups and drills one after the other, as requested by people and by the schedule. */
export const createRunWorker = ({ db, clock, log, holder, folder, jobs }: RunWorkerOptions) => {
  let stopping = new AbortController();

  const request = async (kind: RunKind): Promise<void> => {
    const due = await dueTime(db, await readSettings(db), kind);
    if (due !== null && due <= clock.now()) await insertRun(db, kind, true, clock.now());
  };

  const deleteOld = async (): Promise<void> => {
    const { backups_kept } = await readSettings(db);
    for (const { id, path } of (await listFiles(db)).slice(backups_kept)) {
      // A file in an earlier folder is left to the operator.
      if (dirname(path) !== folder) continue;
      await rm(path, { force: true });
      await markDeleted(db, id, clock.now());
    }
    await pruneRuns(db, clock.now() - RUNS_KEPT_MS);
  };

  const run = async ({ id, kind }: RunRow): Promise<RunDone> => {
    const { signal } = stopping;
    if (kind === 'BACKUP') {
      const path = join(folder, fileName(clock.now()));
      await savePath(db, id, path);
      return jobs.backUp(path, signal);
    }
    const [newest] = await listFiles(db);
    if (!newest) throw new RunError('NO_BACKUP', 'there is no backup yet');
    await savePath(db, id, newest.path);
    return jobs.drill(newest.path, signal);
  };

  const failureOf = (error: unknown): RunFailed => {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, MAX_DETAIL);
    if (stopping.signal.aborted) return { reason: 'INTERRUPTED', detail };
    return { reason: error instanceof RunError ? error.reason : 'OTHER', detail };
  };

  const work = async (row: RunRow): Promise<void> => {
    try {
      const done = await run(row);
      await endRun(db, row.id, done, clock.now());
      if (row.kind === 'BACKUP') await deleteOld();
    } catch (error) {
      const failure = failureOf(error);
      log.error({ err: error, kind: row.kind, reason: failure.reason }, 'a backup or restore drill failed');
      await failRun(db, row.id, failure, clock.now());
    }
  };

  /** Does everything that is due now. */
  const sweep = async (): Promise<void> => {
    for (const { kind, path } of await failInterrupted(db, holder, clock.now())) {
      if (kind === 'BACKUP' && path !== null) await rm(`${path}.part`, { force: true });
    }
    for (const kind of ['BACKUP', 'DRILL'] as const) await request(kind);
    for (let row = await claimRun(db, holder, clock.now()); row; row = await claimRun(db, holder, clock.now())) {
      await work(row);
      if (stopping.signal.aborted) return;
    }
  };

  const loop = createLoop(
    async () => {
      await sweep();
      return EVERY_MS;
    },
    (error) => {
      log.error({ err: error }, 'backups are not run; retrying');
      return EVERY_MS;
    },
  );
  return {
    async start(): Promise<void> {
      stopping = new AbortController();
      await jobs.cleanUp().catch((error) => log.warn({ err: error }, 'the last drill could not be cleaned up'));
      loop.start();
    },
    async stop(): Promise<void> {
      stopping.abort(new Error('the process stops'));
      await loop.stop();
    },
    sweep,
  };
};
