import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RunError, type RunJobs } from '../../features/installation/run-worker.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Log } from '../../platform/log.ts';
import { BackupError } from './format.ts';

export interface RunJobsOptions {
  db: Db;
  clock: Clock;
  log: Log;
  disk: Pick<DiskSpace, 'isLow'>;
  /** Version of the program. */
  version: string;
  /** The folder of migrations. */
  migrations: string;
  /** Folder of the throw-away database of a drill. */
  drillFolder: string;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
const isFull = (error: unknown): boolean =>
  codeOf(error) === 'ENOSPC' || (error instanceof Error && error.cause !== undefined && isFull(error.cause));
/** A problem of files has an error number of the system behind it. */
const isOfFiles = (error: unknown): boolean =>
  (error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string') ||
  (error instanceof Error && error.cause !== undefined && isOfFiles(error.cause));

const explain = (error: unknown): unknown => {
  if (error instanceof RunError || !(error instanceof Error)) return error;
  if (isFull(error)) return new RunError('DISK_FULL', error.message, { cause: error });
  if (isOfFiles(error)) return new RunError('FILE', error.message, { cause: error });
  return error instanceof BackupError ? new RunError('DAMAGED', error.message, { cause: error }) : error;
};

/** The work of the worker of backups; its code is loaded when it first runs. */
export const createRunJobs = (options: RunJobsOptions): RunJobs => {
  const { db, clock, log, disk, version, migrations, drillFolder } = options;
  const stopWhenLow = (): void => {
    if (disk.isLow()) throw new RunError('DISK_FULL', 'the disk of the database is nearly full');
  };
  return {
    async backUp(path, signal) {
      const { backUp } = await import('./backup.ts');
      try {
        stopWhenLow();
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await backUp(path, { db, clock, version, signal, progress: stopWhenLow });
        return { bytes: (await stat(path)).size };
      } catch (error) {
        throw explain(error);
      }
    },
    async drill(path, signal) {
      const { drill } = await import('./drill.ts');
      try {
        stopWhenLow();
        const random = Math.random;
        const how = { clock, log, migrations, folder: drillFolder, random, onProgress: stopWhenLow, signal };
        const { rows, meters, bytes, faultCount, faults } = await drill(path, how);
        if (faultCount > 0) throw new RunError('CHECK', `${faultCount} faults: ${faults.slice(0, 3).join('; ')}`);
        return { bytes, rows, meters };
      } catch (error) {
        throw explain(error);
      }
    },
    async cleanUp() {
      const { cleanUpDrill } = await import('./drill.ts');
      await cleanUpDrill(drillFolder);
    },
  };
};
