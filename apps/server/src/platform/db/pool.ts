import pg from 'pg';
import type { BaseLogger } from 'pino';
import { types } from './type-parsers.ts';

/** A statement of sql-template-tag, or written out; with a name it is prepared once per connection. */
export type Statement = { readonly text: string; readonly values?: unknown[]; readonly name?: string };

export type Result<Row> = { rows: Row[]; rowCount: number };

export type Tx = {
  query: <Row extends pg.QueryResultRow = never>(statement: Statement) => Promise<Result<Row>>;
};

export type Db = Tx & {
  /** Runs `run` in a transaction: committed when it resolves, rolled back when it throws. The client is for COPY. */
  tx: <T>(run: (tx: Tx, client: pg.PoolClient) => Promise<T>) => Promise<T>;
  /**
   * Runs reads in a transaction that these statements begin, sent as one: `run` has nothing to wait for but its reads.
   * A read-only transaction resolves before it has ended, since it cannot fail at its end.
   */
  read: <T>(begin: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Lends one connection of pg, for LISTEN; what it sets stays set, so undo it. */
  withClient: <T>(run: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

export type DbOptions = {
  /** A postgresql:// URL, or the parts of one; a `host` that is a path is a socket's folder. */
  connection: string | { host: string; port: number; user: string; password: string; database: string };
  log: Pick<BaseLogger, 'warn'>;
  /** Connections at most. */
  size?: number;
  /** In ms; 0 sets none. */
  statementTimeout?: number;
  /** How long a busy database may take to give a connection, ms. */
  connectTimeout?: number;
  /** Called with the process id of each connection's backend, before anything else is asked of it. */
  onBackend?: (processId: number) => void;
  /** Called after each statement with the milliseconds that it took, whether it worked or not. */
  onQuery?: (ms: number) => void;
};

/** For those who have nothing to do without a database: at a start, and in commands. */
export const PATIENT_CONNECT_MS = 60_000;

/** A pool of connections. It connects when it is first asked, and again after the database was away. */
export function createDb(options: DbOptions): Db {
  const {
    connection,
    log,
    size = 10,
    statementTimeout = 30_000,
    connectTimeout = 10_000,
    onBackend,
    onQuery,
  } = options;
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: size,
    types,
    application_name: 'airdeck',
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    // An outside server may have another zone, and days are cut by the session's.
    options: '-c TimeZone=UTC -c client_min_messages=warning',
  });
  // An idle connection that breaks is dropped by the pool; the event only must not end the process.
  // While closing, the engine may end a connection before its own goodbye was read.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) log.warn(`database connection lost: ${error.message}`);
  });

  // Between being made or taken and being lent, a connection has no listener, and its error would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // The server says it at the start of each connection (BackendKeyData).
    if (onBackend && 'processID' in client && typeof client.processID === 'number') onBackend(client.processID);
  });

  const withClient: Db['withClient'] = (run) => lend(pool, run);
  return {
    query: (statement) => withClient((client) => query(client, statement, onQuery)),
    tx: (run) => withClient((client) => transact(client, run, onQuery)),
    read: (begin, run) => read(pool, begin, run, onQuery),
    withClient,
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

/** Unlike pool.query, keeps the connection after an error of a statement, and drops it only when it broke. */
async function lend<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await run(client);
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function read<T>(
  pool: pg.Pool,
  begin: string,
  run: (tx: Tx) => Promise<T>,
  onQuery: DbOptions['onQuery'],
): Promise<T> {
  let resolve: (result: T) => void = () => {};
  const result = new Promise<T>((done) => {
    resolve = done;
  });
  const lent = lend(pool, async (client) => {
    try {
      await client.query(begin);
      resolve(await run({ query: (statement) => query(client, statement, onQuery) }));
    } finally {
      // On a broken connection this fails, and the server ends the transaction by itself.
      await client.query('rollback').catch(() => {});
    }
  });
  return Promise.race([result, lent.then(() => result)]);
}

async function query<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  { text, values, name }: Statement,
  onQuery: DbOptions['onQuery'],
): Promise<Result<Row>> {
  const begin = performance.now();
  try {
    const { rows, rowCount } = await client.query<Row>({ text, values, ...(name === undefined ? {} : { name }) });
    return { rows, rowCount: rowCount ?? 0 };
  } finally {
    onQuery?.(performance.now() - begin);
  }
}

async function transact<T>(
  client: pg.PoolClient,
  run: (tx: Tx, client: pg.PoolClient) => Promise<T>,
  onQuery: DbOptions['onQuery'],
): Promise<T> {
  await client.query('begin');
  let result: T;
  try {
    result = await run({ query: (statement) => query(client, statement, onQuery) }, client);
  } catch (error) {
    // On a broken connection this fails too, and the server rolls back by itself.
    await client.query('rollback').catch(() => {});
    throw error;
  }
  const { command } = await client.query('commit');
  // PostgreSQL answers COMMIT after a swallowed error with ROLLBACK and no error: nothing was stored.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
  return result;
}
