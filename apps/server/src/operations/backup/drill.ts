import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { lockDataDir } from '../../platform/db/embedded/data-lock.ts';
import { startEngine } from '../../platform/db/embedded/engine.ts';
import { stopOrphans } from '../../platform/db/embedded/orphan.ts';
import { createDb, PATIENT_CONNECT_MS } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { type CheckReport, check } from '../check/check.ts';
import { openBackupFile } from './read-file.ts';
import { restore } from './restore.ts';

export interface DrillOptions {
  clock: Clock;
  random(): number;
  log: Log;
  /** The folder of migrations. */
  migrations: string;
  /** Folder of the throw-away database; it is deleted before and after. */
  folder: string;
  /** Called often; what it throws ends the drill. */
  onProgress(): void;
  signal: AbortSignal;
}

export interface DrillReport extends CheckReport {
  /** Restored rows. */
  rows: number;
  /** Size of the backup. */
  bytes: number;
}

/** Stops the database that an interrupted drill left running, and deletes its folder. */
export const cleanUpDrill = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  const lock = lockDataDir(folder);
  try {
    await stopOrphans(join(folder, 'postgres'), () => undefined);
    await rm(folder, { recursive: true, force: true });
  } finally {
    lock.release();
  }
};

/**
 * Restores a backup into a throw-away database with an engine of its own, and checks a sample of it. The server's own
 * database is not touched. @throws BackupError, DatabaseStartError
 */
export const drill = async (path: string, options: DrillOptions): Promise<DrillReport> => {
  const { clock, random, log, migrations, folder, onProgress, signal } = options;
  const progress = (): void => {
    signal.throwIfAborted();
    onProgress();
  };
  const source = await openBackupFile(path);
  try {
    await source.verify(progress);
    await cleanUpDrill(folder);
    // It is deleted in any case, so nothing has to reach the disk.
    const onExit = (reason: string) => log.warn({ reason }, 'the database of the drill ended');
    const engine = await startEngine({ dataDir: folder, log, onExit, durable: false });
    const db = createDb({ connection: engine.connection, log, size: 2, connectTimeout: PATIENT_CONNECT_MS });
    try {
      let rows = 0;
      const tableDone = (_: string, count: number): void => {
        rows += count;
      };
      await restore(source, { db, migrations, progress, tableDone, signal });
      const report = await check({ db, clock, random, isAll: false, progress, signal });
      return { ...report, rows, bytes: source.size };
    } finally {
      await db.close();
      await engine.stop();
    }
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
};
