import sql from 'sql-template-tag';
import { describe, reasonOf } from './choose-primary.ts';
import { DatabaseStartError } from './database-start-error.ts';
import { databaseHosts } from './database-url.ts';
import { type Engine, type EngineOptions, startEngine } from './embedded/engine.ts';
import { createDb, type Db, type DbOptions, PATIENT_CONNECT_MS } from './pool.ts';
import { askHosts } from './primary.ts';

const OLDEST = 150_000;

export type OpenDatabase = {
  db: Db;
  /** Null with an external database. */
  engine: Engine | null;
  close: () => Promise<void>;
};

export type OpenOptions = Omit<EngineOptions, 'durable'> & {
  /** An external PostgreSQL instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** Called after each statement with its duration in milliseconds. */
  onQuery?: (ms: number) => void;
};

/**
 * Connects to the external database of `databaseUrl`, or starts the embedded engine.
 * @throws DatabaseStartError if it cannot be reached, is older than PostgreSQL 15, or does not store UTF-8.
 */
export async function openDatabase({ databaseUrl, onQuery, ...options }: OpenOptions): Promise<OpenDatabase> {
  const engine = databaseUrl ? null : await startEngine(options);
  try {
    const { log, progress } = options;
    const db = await connectDatabase({ connection: engine?.connection ?? databaseUrl ?? '', log, progress, onQuery });
    const close = async () => {
      await db.close();
      await engine?.stop();
    };
    return { db, engine, close };
  } catch (error) {
    await engine?.stop();
    throw error;
  }
}

export interface ConnectOptions
  extends Pick<OpenOptions, 'log' | 'progress' | 'onQuery'>,
    Pick<DbOptions, 'isPatient'> {
  /** The embedded engine's, or the URL of an external database. */
  connection: DbOptions['connection'];
}

/**
 * Connects to a running database, and checks an external one.
 * @throws DatabaseStartError if it cannot be reached, is older than PostgreSQL 15, or does not store UTF-8.
 */
export async function connectDatabase({ connection, log, progress, ...more }: ConnectOptions): Promise<Db> {
  const db = createDb({ connection, log, connectTimeout: PATIENT_CONNECT_MS, ...more });
  try {
    if (typeof connection === 'string') {
      await reportHosts(connection, progress);
      await checkServer(db);
    }
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Reports hosts that are of no use now; the server starts nevertheless if one accepts writes, or waits for that. */
async function reportHosts(databaseUrl: string, progress: OpenOptions['progress'] = () => {}): Promise<void> {
  const hosts = databaseHosts(databaseUrl) ?? [];
  if (hosts.length < 2) return;
  const states = await askHosts(hosts);
  for (const state of states) {
    if ('error' in state) progress(`DATABASE_URL: ${describe(state, { cluster: null, timeline: 0 })}`);
  }
  const isWaiting = states.every((state) => 'error' in state || state.answer.isInRecovery);
  if (isWaiting) progress('DATABASE_URL: waiting for a host that accepts writes');
}

async function checkServer(db: Db): Promise<void> {
  const { rows } = await db
    .query<{ version: string; number: number; encoding: string }>(sql`
      select current_setting('server_version') as version,
        current_setting('server_version_num')::integer as number,
        current_setting('server_encoding') as encoding`)
    .catch((error) => {
      // pg keeps the URL's password out of its messages.
      throw new DatabaseStartError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error });
    });
  const [server] = rows;
  if (!server || server.number < OLDEST) {
    throw new DatabaseStartError(`DATABASE_URL leads to PostgreSQL ${server?.version}; it must be 15 or newer.`);
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseStartError(
      `The database of DATABASE_URL stores ${server.encoding}; create it with ENCODING 'UTF8'.`,
    );
  }
}
