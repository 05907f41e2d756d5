import type { Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { choosePrimary, describe, type HostAnswer, type HostState, type KnownPrimary } from './choose-primary.ts';
import { createConnectionWatch } from './connection-watch.ts';
import type { DatabaseHost } from './database-url.ts';
import { isPoolBusy } from './refusal.ts';

/** Time for a host to answer. */
const ANSWER_MS = 2_000;
/** Once a host accepts writes, the others get this long to report a newer timeline. */
const GRACE_MS = 300;
const RETRY_MS = 200;
/** Time to open a connection. */
const CONNECT_MS = 4_000;

const LOOK = `select (select system_identifier from pg_control_system())::text as cluster,
    pg_is_in_recovery() as "isInRecovery",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    case when pg_is_in_recovery() then null
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;

/** None of several hosts accepts writes. */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  /** A standby can be promoted, or a host is starting. */
  readonly mayPass: boolean;

  constructor(problem: string, mayPass: boolean) {
    super(problem);
    this.mayPass = mayPass;
  }
}

const lookThrough = async (client: pg.ClientBase): Promise<HostAnswer> => {
  const { rows } = await client.query<HostAnswer & pg.QueryResultRow>(LOOK);
  const [answer] = rows;
  if (!answer) throw new Error('the server gave no answer');
  return answer;
};

/** Asks one host over a connection of its own. */
const askHost = async ({ name, url }: DatabaseHost): Promise<HostState> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'airdeck hosts',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // Its errors also reject the calls below.
  client.on('error', () => {});
  try {
    await client.connect();
    return { name, answer: await lookThrough(client) };
  } catch (error) {
    return { name, error: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    client.end().catch(() => {});
  }
};

/** Resolves when a host answers, also with a refusal. */
export const reachHost = async (host: DatabaseHost): Promise<void> => {
  const state = await askHost(host);
  if ('error' in state && !(state.error instanceof pg.DatabaseError)) throw state.error;
};

/** Asks all hosts at once. */
export const askHosts = (hosts: readonly DatabaseHost[]): Promise<HostState[]> => Promise.all(hosts.map(askHost));

/** Asks all hosts at once; does not wait for slow ones once one of them accepts writes. */
const askUntilWritable = (hosts: readonly DatabaseHost[]): Promise<HostState[]> =>
  new Promise((resolve) => {
    const states: HostState[] = hosts.map(({ name }) => ({ name, error: new Error('it has not answered yet') }));
    let open = hosts.length;
    let timer: NodeJS.Timeout | undefined;
    const note = (at: number, state: HostState): void => {
      states[at] = state;
      open--;
      const isWritable = 'answer' in state && !state.answer.isInRecovery && !state.answer.isReadOnly;
      if (isWritable) timer ??= setTimeout(() => resolve([...states]), GRACE_MS);
      if (open > 0) return;
      clearTimeout(timer);
      resolve(states);
    };
    for (const [at, host] of hosts.entries()) void askHost(host).then((state) => note(at, state));
  });

export interface PrimaryOptions {
  hosts: readonly DatabaseHost[];
  /** How long a caller waits for a host that accepts writes, ms. */
  patienceMs: number;
  silenceMs?: number | undefined;
  log: Pick<BaseLogger, 'warn'>;
}

/** Leads a pool to the host that accepts writes. */
export interface Primary {
  /** For the pool that it leads. */
  poolConfig: Required<Pick<pg.PoolConfig, 'Client' | 'verify'>>;
  /** A connection to the host that accepts writes; waits while a standby may be promoted. */
  connect(pool: pg.Pool): Promise<pg.PoolClient>;
  /**
   * Runs `use` of a connection; closes the connection if another host has become the primary meanwhile, or none can be
   * reached.
   */
  watch<T>(client: pg.PoolClient, use: () => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * Finds the primary among several hosts, and again after a connection failed. When another host becomes the primary, all
 * connections to the former one are closed, since a machine that is gone does not close them itself.
 */
export const createPrimary = ({ hosts, patienceMs, silenceMs, log }: PrimaryOptions): Primary => {
  const first = hosts[0] as DatabaseHost;
  const opened = new Map<pg.ClientBase, { host: DatabaseHost; socket: Socket }>();
  let known: KnownPrimary = { cluster: null, timeline: 0 };
  let current: DatabaseHost | null = null;
  /** Of the last successful look; connections to other hosts are stale. */
  let last: DatabaseHost | null = null;
  let looking: Promise<void> | null = null;
  let isClosed = false;

  class HostClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const host = current ?? last ?? first;
      const socket = connections.open();
      super({ ...config, connectionString: host.url, stream: () => socket });
      opened.set(this, { host, socket });
      const timer = setTimeout(() => socket.destroy(new Error(`${host.name} did not answer in time`)), CONNECT_MS);
      this.once('connect', () => clearTimeout(timer));
      this.once('end', () => {
        clearTimeout(timer);
        opened.delete(this);
      });
    }
  }

  const note = (states: readonly HostState[]): void => {
    const choice = choosePrimary(states, known);
    if ('problem' in choice) throw new NoPrimaryError(choice.problem, choice.mayPass);
    known = { cluster: choice.cluster, timeline: choice.timeline };
    current = hosts.find(({ name }) => name === choice.name) ?? first;
    if (current === last) return;
    if (last !== null) {
      log.warn(`the database moved: ${states.map((state) => describe(state, known)).join('; ')}`);
      for (const { host, socket } of opened.values()) if (host !== current) socket.destroy();
    }
    last = current;
  };
  /** Callers share one look at a time. */
  const look = (): Promise<void> => {
    looking ??= askUntilWritable(hosts)
      .then(note)
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  // Without a primary the connections stay for a while: theirs may be the next one.
  const connections = createConnectionWatch({ ask: look, silenceMs, log });
  const watch: Primary['watch'] = connections.use;
  const verify: Primary['poolConfig']['verify'] = (client, done) => {
    watch(client, () => lookThrough(client)).then(
      (answer) => {
        const { host = first } = opened.get(client) ?? {};
        const choice = choosePrimary([{ name: host.name, answer }], known);
        done('problem' in choice ? new NoPrimaryError(choice.problem, true) : undefined);
      },
      (error) => done(error),
    );
  };

  return {
    poolConfig: { Client: HostClient, verify },
    async connect(pool) {
      const deadline = performance.now() + patienceMs;
      for (;;) {
        try {
          if (current === null) await look();
          return await pool.connect();
        } catch (error) {
          // The pool is busy, which says nothing about the host.
          if (isClosed || isPoolBusy(error)) throw error;
          current = null;
          const isFinal = error instanceof NoPrimaryError && !error.mayPass;
          if (isFinal || performance.now() + RETRY_MS > deadline) throw error;
          await rest(RETRY_MS);
        }
      }
    },
    watch,
    close() {
      isClosed = true;
      connections.close();
    },
  };
};
