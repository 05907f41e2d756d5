import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { DatabaseStartError } from '../../platform/db/database-start-error.ts';
import { migrate } from '../../platform/db/migrate.ts';
import type { Db } from '../../platform/db/pool.ts';

const FOLDER = 'backups';
const BACKUP = /^before-upgrade-[\dTZ-]+\.backup$/;
const DRAFT = /^before-upgrade-[\dTZ-]+\.backup\.part$/;
const MB = 1_000_000;

export interface UpgradeOptions {
  db: Db;
  /** The folder of migrations. */
  migrations: string;
  /** Backups are in its folder `backups`, with an external database too. */
  dataDir: string;
  /** Number of backups that are kept, this one included; 0: none is written. */
  kept: number;
  clock: Clock;
  /** Version of the program. */
  version: string;
  progress(message: string): void;
  /** Aborts the backup with its reason. */
  signal: AbortSignal;
}

const remove = (folder: string, names: readonly string[]): void => {
  for (const name of names) rmSync(join(folder, name), { force: true });
};

/** Returns the path of the backup. Its name contains the time, so that names sort by age. */
const backUpFirst = async (options: UpgradeOptions): Promise<string> => {
  const { db, dataDir, kept, clock, version, progress, signal } = options;
  const folder = join(dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Left by a killed upgrade; the lock of migrations lets one upgrade at a time come here.
  remove(
    folder,
    readdirSync(folder).filter((name) => DRAFT.test(name)),
  );
  const file = join(folder, `before-upgrade-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}.backup`);
  progress(`Backing up the database before the upgrade: ${file}`);
  let bytes = 0;
  // The supervisor runs for months and needs this code once.
  const { backUp } = await import('./backup.ts');
  await backUp(file, {
    db,
    clock,
    version,
    signal,
    progress: (table, isDone) => {
      if (isDone) bytes += table.bytes;
    },
  });
  progress(`Backed up: ${Math.ceil(bytes / MB)} MB before compression`);
  const backups = readdirSync(folder).filter((name) => BACKUP.test(name));
  remove(folder, backups.sort().slice(0, -kept));
  return file;
};

/**
 * Migrates the database to this program's schema, all or nothing. One with an older schema is backed up before.
 * @throws DatabaseStartError that says what to do; the database is unchanged then.
 */
export const upgrade = async (options: UpgradeOptions): Promise<void> => {
  const { db, migrations, dataDir, kept, progress } = options;
  let isUpgrade = false;
  let backup: string | null = null;
  const beforeUpgrade = async (): Promise<void> => {
    isUpgrade = true;
    if (kept === 0) return;
    backup = await backUpFirst(options).catch((error) => {
      throw new DatabaseStartError(
        `The backup before the upgrade failed: ${error.message}. Make room for it in ${join(dataDir, FOLDER)}, or, if ` +
          'you have a backup of your own, start with --upgrade-backups 0.',
        { cause: error },
      );
    });
  };
  try {
    await migrate(db, migrations, { progress, beforeUpgrade });
  } catch (error) {
    if (!isUpgrade || !(error instanceof DatabaseStartError)) throw error;
    const saved = backup === null ? '' : ` Its backup is ${backup}.`;
    throw new DatabaseStartError(
      `${error.message}\nThe database was not changed: the former version can be started as before.${saved}`,
      { cause: error },
    );
  }
};
