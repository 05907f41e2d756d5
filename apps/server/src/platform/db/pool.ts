import pg from 'pg';
import type { BaseLogger } from 'pino';
import { lowerPriority } from '../priority.ts';
import { cancelStatement } from './cancel-statement.ts';
import { type ConnectionWatch, createConnectionWatch } from './connection-watch.ts';
import { type DatabaseHost, databaseHosts } from './database-url.ts';
import { createPrimary, reachHost } from './primary.ts';
import { isWrongServer, noteAway } from './refusal.ts';
import { types } from './type-parsers.ts';

/** A statement of sql-template-tag, or as text; one with a name is prepared once per connection. */
export type Statement = { readonly text: string; readonly values?: unknown[]; readonly name?: string };

export type Result<Row> = { rows: Row[]; rowCount: number };

export type Tx = {
  query: <Row extends pg.QueryResultRow = never>(statement: Statement) => Promise<Result<Row>>;
};

/** A transaction whose statements need not wait for each other's answers. */
export type PipelinedTx = Tx & {
  /** Runs both. A pipelined connection sends their first statements at once. */
  together: <A, B>(first: () => Promise<A>, second: () => Promise<B>) => Promise<[A, B]>;
  /** Runs this last: one statement, which a pipelined connection sends together with the commit. */
  withCommit: (run: () => Promise<unknown>) => void;
};

/** When it aborts, the running statement is cancelled, no further one begins, and the call fails with its reason. */
export type Cancel = AbortSignal | undefined;

export type Db = {
  query: <Row extends pg.QueryResultRow = never>(statement: Statement, cancel?: Cancel) => Promise<Result<Row>>;
  /** Runs `run` in a transaction: commits when it resolves, rolls back when it throws. The client is for COPY. */
  tx: <T>(run: (tx: PipelinedTx, client: pg.PoolClient) => Promise<T>) => Promise<T>;
  /**
   * Runs reads in a transaction that begins with these statements, sent together with them so that there is no extra
   * round trip. A read-only transaction resolves before it has ended, since its end cannot fail.
   */
  read: <T>(begin: string, run: (tx: Tx) => Promise<T>, cancel?: Cancel) => Promise<T>;
  /** Lends one pg connection, for LISTEN. Settings made on it persist, so undo them. */
  withClient: <T>(run: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

export type DbOptions = {
  /**
   * A postgresql:// URL, or its parts; a `host` that is a path is a socket's folder. With several hosts in the URL, all
   * connections lead to the one that accepts writes.
   */
  connection: string | { host: string; port: number; user: string; password: string; database: string };
  log: Pick<BaseLogger, 'warn'>;
  /** Name of the connections in `pg_stat_activity`. */
  name?: string;
  /** Maximum number of connections. */
  size?: number;
  /**
   * Statements leave before those before them are answered. On a busy machine, each round trip takes as long as other
   * work of the process and of the database lets it wait. Not for COPY.
   */
  pipeline?: boolean;
  /** In ms; 0: none. */
  statementTimeout?: number;
  /**
   * How long a commit may wait for a synchronous standby, ms; it is cancelled then and counts as failed. Default: without
   * end.
   */
  commitWait?: number;
  /** How long to wait for a connection of a busy database, ms. */
  connectTimeout?: number;
  /** For how long a database may be silent before its connections are closed, ms. */
  silenceMs?: number;
  /** Its statements are not urgent: backends of the built-in database get a lower CPU priority. */
  isPatient?: boolean;
  /** Called after each statement with its duration in milliseconds, whether or not it failed. */
  onQuery?: (ms: number) => void;
};

/** For callers that cannot work without a database: at start, and in commands. */
export const PATIENT_CONNECT_MS = 60_000;

const KEEP_ALIVE_MS = 5_000;

/** A connection pool. It connects at first use, and again after the database was down. */
export function createDb(options: DbOptions): Db {
  const {
    connection,
    log,
    name = 'airdeck',
    size = 10,
    pipeline = false,
    statementTimeout = 30_000,
    connectTimeout = 10_000,
    silenceMs,
    commitWait,
    isPatient = false,
    onQuery,
  } = options;
  // Such a statement commits too: its own run has a limit, its wait has none.
  const queryWait = commitWait === undefined ? undefined : statementTimeout + commitWait;
  const hosts = (typeof connection === 'string' && databaseHosts(connection)) || [];
  const primary = hosts.length > 1 ? createPrimary({ hosts, patienceMs: connectTimeout, silenceMs, log }) : null;
  const [only] = hosts;
  const single = primary === null && only !== undefined ? watchHost(only, { silenceMs, log }) : null;
  const watch = primary?.watch ?? single?.connections.use;
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    ...(primary?.poolConfig ?? single?.poolConfig),
    max: size,
    pipeline,
    types,
    application_name: name,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Ends a connection to a machine that is gone, such as the one that only listens.
    ...(primary && { keepAliveInitialDelayMillis: KEEP_ALIVE_MS }),
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    // An external server may have another time zone, and days are cut by the session's.
    options: '-c TimeZone=UTC -c client_min_messages=warning',
  });
  // The pool drops an idle connection that breaks; without a listener the event would end the process. While closing,
  // the engine may close a connection before its goodbye is read.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) log.warn(`database connection lost: ${error.message}`);
  });

  // Between creation and first use a connection has no listener, and its error would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) unconfirmed.add(client);
    });
    // The server sends it at the start of each connection (BackendKeyData). Another database may run on another machine.
    const isHere = isPatient && typeof connection !== 'string';
    if (isHere && 'processID' in client && typeof client.processID === 'number') lowerPriority(client.processID);
  });

  const connect = (): Promise<pg.PoolClient> => primary?.connect(pool) ?? pool.connect();
  const withClient: Db['withClient'] = (run) => lend(connect, run);
  const withWatched: Db['withClient'] = (run) =>
    withClient((client) => watch?.(client, () => run(client)) ?? run(client));
  return {
    async query(statement, cancel) {
      cancel?.throwIfAborted();
      return withWatched((client) => withLimit(client, queryWait, () => query(client, statement, { onQuery, cancel })));
    },
    tx: (run) => withWatched((client) => transact(client, run, { onQuery, commitWait })),
    read: (begin, run, cancel) => read(withWatched, begin, run, { onQuery, cancel }),
    withClient,
    close: () => {
      isClosing = true;
      primary?.close();
      single?.connections.close();
      return pool.end();
    },
  };
}

interface WatchedHost {
  poolConfig: Required<Pick<pg.PoolConfig, 'Client'>>;
  connections: ConnectionWatch;
}

/** Watches the connections to the one host of a URL. */
function watchHost(host: DatabaseHost, options: Pick<DbOptions, 'silenceMs' | 'log'>): WatchedHost {
  const connections = createConnectionWatch({ ask: () => reachHost(host), ...options });
  class WatchedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, stream: () => connections.open() });
    }
  }
  return { poolConfig: { Client: WatchedClient }, connections };
}

/** Unlike pool.query, keeps the connection after a failed statement and drops it only when it broke. */
async function lend<T>(connect: () => Promise<pg.PoolClient>, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connect().catch((error) => {
    throw noteAway(error);
  });
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await run(client);
  } catch (error) {
    if (error instanceof Error && isWrongServer(error)) broken = error;
    throw broken === undefined ? error : noteAway(error);
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function read<T>(
  withClient: Db['withClient'],
  begin: string,
  run: (tx: Tx) => Promise<T>,
  options: QueryOptions,
): Promise<T> {
  options.cancel?.throwIfAborted();
  let resolve: (result: T) => void = () => {};
  const result = new Promise<T>((done) => {
    resolve = done;
  });
  const lent = withClient(async (client) => {
    try {
      await query(client, { text: begin }, options);
      resolve(await run({ query: (statement) => query(client, statement, options) }));
    } finally {
      // On a broken connection this fails, and the server ends the transaction itself.
      await send(client, { text: 'rollback' }).catch(() => {});
    }
  });
  return Promise.race([result, lent.then(() => result)]);
}

/** The function of PostgreSQL that waits for synchronous standbys; it warns when the wait was cancelled. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';
/** Connections whose last commit is on the primary alone, although PostgreSQL reports it as done. */
const unconfirmed = new WeakSet<pg.ClientBase>();

/** @throws if a synchronous standby has not confirmed: the commit could be lost with the primary. */
function checkConfirmed(client: pg.PoolClient): void {
  if (unconfirmed.delete(client)) throw noteAway(new Error('No synchronous standby confirmed the commit in time'));
}

/** Cancels what runs in `use` when it takes longer than `ms`. */
async function withLimit<T>(client: pg.PoolClient, ms: number | undefined, use: () => Promise<T>): Promise<T> {
  if (ms === undefined) return use();
  let cancelling: Promise<void> | undefined;
  const timer = setTimeout(() => {
    cancelling = cancelStatement(client);
  }, ms);
  try {
    return await use();
  } finally {
    clearTimeout(timer);
    // Otherwise it could hit the next statement of the connection.
    await cancelling;
  }
}

interface QueryOptions extends Pick<DbOptions, 'onQuery'> {
  cancel?: Cancel;
}

/** Cancels the statement that runs until the returned function is called; that waits for a cancellation under way. */
function cancelOnAbort(client: pg.PoolClient, cancel: AbortSignal): () => Promise<void> {
  let cancelling = Promise.resolve();
  const onAbort = () => {
    cancelling = cancelStatement(client);
  };
  cancel.addEventListener('abort', onAbort);
  return () => {
    cancel.removeEventListener('abort', onAbort);
    return cancelling;
  };
}

/**
 * Runs a statement. pg's own promise gives the query its callback after the query was made, and with that V8 keeps rows
 * beyond several collections of young objects: 250 reads of half a megabyte took 1.2 s instead of 0.8 s.
 */
function send<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return new Promise<pg.QueryResult<Row>>((resolve, reject) => {
    void client.query<Row>(statement, (error, result) => (error ? reject(error) : resolve(result)));
  }).catch((error) => {
    // Its own leads to the socket only.
    Error.captureStackTrace(error);
    throw error;
  });
}

async function query<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  { text, values, name }: Statement,
  { onQuery, cancel }: QueryOptions,
): Promise<Result<Row>> {
  cancel?.throwIfAborted();
  const begin = performance.now();
  const settle = cancel && cancelOnAbort(client, cancel);
  try {
    const { rows, rowCount } = await send<Row>(client, { text, values, ...(name === undefined ? {} : { name }) });
    checkConfirmed(client);
    return { rows, rowCount: rowCount ?? 0 };
  } catch (error) {
    throw cancel?.aborted ? cancel.reason : error;
  } finally {
    // Otherwise it could hit the next statement of the connection.
    await settle?.();
    onQuery?.(performance.now() - begin);
  }
}

/** Waits for all of them, so that none runs on behind the end of its transaction; rejects like the first that failed. */
async function allOf(runs: readonly Promise<unknown>[]): Promise<unknown[]> {
  await Promise.allSettled(runs);
  return Promise.all(runs);
}

/** Runs them at once on a pipelined connection, and one after the other on others. */
async function runAll(client: pg.PoolClient, runs: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  if (client.pipeline) return allOf(runs.map((run) => run()));
  const results: unknown[] = [];
  for (const run of runs) results.push(await run());
  return results;
}

async function transact<T>(
  client: pg.PoolClient,
  run: (tx: PipelinedTx, client: pg.PoolClient) => Promise<T>,
  { onQuery, commitWait }: Pick<DbOptions, 'onQuery' | 'commitWait'>,
): Promise<T> {
  const begun = send(client, { text: 'begin' });
  // Its failure is the one of the transaction, also when nothing awaits it yet.
  begun.catch(() => {});
  if (!client.pipeline) await begun;
  const last: (() => Promise<unknown>)[] = [];
  const tx: PipelinedTx = {
    query: (statement) => query(client, statement, { onQuery }),
    together: async <A, B>(first: () => Promise<A>, second: () => Promise<B>) =>
      (await runAll(client, [first, second])) as [A, B],
    withCommit: (each) => last.push(each),
  };
  let result: T;
  let command = '';
  const commit = async (): Promise<void> => {
    ({ command } = await withLimit(client, commitWait, () => send(client, { text: 'commit' })));
  };
  try {
    result = await run(tx, client);
    await begun;
    await runAll(client, [...last, commit]);
  } catch (error) {
    // On a broken connection this fails too, and the server rolls back itself.
    await send(client, { text: 'rollback' }).catch(() => {});
    throw error;
  }
  // After a swallowed error PostgreSQL answers COMMIT with ROLLBACK and no error: nothing was stored.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
  checkConfirmed(client);
  return result;
}
