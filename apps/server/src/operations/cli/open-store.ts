import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { DatabaseStartError } from '../../platform/db/database-start-error.ts';
import { recordedConnection } from '../../platform/db/embedded/access.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createDb, type Db, PATIENT_CONNECT_MS } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';

export interface Store {
  db: Db;
  close(): Promise<void>;
}

export interface StoreOptions {
  dataDir: string;
  /** An external PostgreSQL; the data directory is ignored then. */
  databaseUrl?: string | undefined;
  /** An external PostgreSQL is configured, but another place was given. */
  isUrlPassedOver?: boolean;
  /** The database may be empty or missing: then it is created. */
  isNew?: boolean;
  log: Log;
}

/**
 * Opens the database for a command, whether or not the server runs: through the socket of the running engine, or with
 * its own engine for the duration of the command.
 * @throws DatabaseStartError with a message for the operator, also if no server has ever been started there.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, isUrlPassedOver = false, isNew = false, log } = options;
  if (!databaseUrl && !isNew && !existsSync(join(dataDir, 'postgres'))) {
    throw new DatabaseStartError(
      isUrlPassedOver
        ? `${dataDir} holds no database of its own. For the one of DATABASE_URL leave --data out.`
        : `${dataDir} holds no database. Start the server once, or say where it is: --data DIR`,
    );
  }
  const store = databaseUrl ? null : await joinRunning(dataDir, log);
  const opened = store ?? (await openDatabase({ dataDir, databaseUrl, log, onExit: (reason) => log.error(reason) }));
  if (isNew) return opened;
  const { rows } = await opened.db.query<{ isThere: boolean }>(
    sql`select to_regclass('app_user') is not null as "isThere"`,
  );
  if (rows[0]?.isThere) return opened;
  await opened.close();
  throw new DatabaseStartError('The database is empty. Start the server once.');
}

/** Null when no engine answers. */
async function joinRunning(dataDir: string, log: Log): Promise<Store | null> {
  const connection = recordedConnection(dataDir);
  if (!connection) return null;
  const db = createDb({ connection, log, size: 2, connectTimeout: PATIENT_CONNECT_MS });
  try {
    await db.query(sql`select`);
    return { db, close: () => db.close() };
  } catch (error) {
    await db.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return null;
    throw new DatabaseStartError(`The database of ${dataDir} does not answer: ${message}. Try again.`, {
      cause: error,
    });
  }
}
