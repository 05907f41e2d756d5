import { setTimeout as rest } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { createLoop, type Loop } from '../loop.ts';
import { databaseHosts } from './database-url.ts';
import { createDb, type Db, type Tx } from './pool.ts';
import { isStandbyTrouble } from './refusal.ts';
import { lookAtPrimary, lookAtStandby, type PrimaryState } from './standby-queries.ts';

/** The part of a database that needs no primary. */
export type ReadDb = Pick<Db, 'query' | 'read'>;

export type Read = <T>(run: (db: ReadDb) => Promise<T>) => Promise<T>;

/** Reads that a standby may answer. */
export interface StandbyReads {
  /**
   * Runs reads on a standby that is at most MAX_LAG_MS behind and has everything that a person has changed; otherwise, and
   * again if the standby fails, on the primary. `run` may be called twice.
   */
  read: Read;
  /** The same for several reads of one request: none of them sees an older state than the one before. */
  forRequest(): { read: Read };
  /** A person changed something: a standby without it answers nothing any more. */
  noteChange(): void;
  /** How far each standby is behind, by host, ms; one that cannot be used is left out. */
  lags(): Record<string, number>;
  /** Looks at the standbys from now on; resolves after the first looks, and soon in any case. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const MAX_LAG_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
const CONNECT_MS = 2_000;
/** Connections to each standby: as many as a page's queries at once. */
const POOL_SIZE = 8;

/** All reads on the primary. */
export const primaryReads = (db: ReadDb): StandbyReads => ({
  read: (run) => run(db),
  forRequest: () => ({ read: (run) => run(db) }),
  noteChange: () => undefined,
  lags: () => ({}),
  start: async () => undefined,
  stop: async () => undefined,
});

/** For code that takes a database and reads only: each read is routed on its own. */
export const routed = ({ read }: { read: Read }): ReadDb => ({
  query: (statement) => read((db) => db.query(statement)),
  read: (begin, run) => read((db) => db.read(begin, run)),
});

export interface StandbyReadsOptions {
  primary: Db;
  /** A URL with one or several standbys. */
  url: string;
  log: Log;
  monotonic(): number;
  /** Longest run of a statement, ms; default: that of other pools. */
  statementTimeout?: number;
}

/** The standby did not answer for MAX_LAG_MS: its machine may be gone, and then its connections stay open. */
class StandbyLostError extends Error {
  override name = 'StandbyLostError';
  readonly code = 'ETIMEDOUT';
}

interface Standby {
  name: string;
  db(): Db;
  /** Time by which it is behind now, ms; null if it cannot be used. */
  lag(): number | null;
  replayed(): bigint;
  look(): Promise<void>;
  /** Rejects when it is lost. */
  lost(): Promise<never>;
  /** It failed: it is not used before the next look. */
  distrust(): void;
  loop: Loop;
  close(): Promise<void>;
}

type FollowPrimary = () => Promise<PrimaryState & { since: number }>;

const openStandby = (
  { name, url }: { name: string; url: string },
  { log, monotonic, statementTimeout }: StandbyReadsOptions,
  followPrimary: FollowPrimary,
): Standby => {
  const open = (): Db =>
    createDb({
      ...{ connection: url, log, name: 'airdeck standby', size: POOL_SIZE, connectTimeout: CONNECT_MS },
      ...(statementTimeout !== undefined && { statementTimeout }),
    });
  let db = open();
  let seen: { at: number; lagMs: number; replayed: bigint } | null = null;
  let answeredAt = monotonic();
  let lose: (error: Error) => void = () => undefined;
  const expectLoss = (): Promise<never> => {
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
    });
    lost.catch(() => undefined);
    return lost;
  };
  let lost = expectLoss();
  let refusal: string | null = null;

  const refuse = (reason: string | null): void => {
    if (reason !== null && reason !== refusal) log.warn({ standby: name }, `the standby is not used: ${reason}`);
    refusal = reason;
  };
  const look = async (): Promise<void> => {
    const state = await lookAtStandby(db);
    answeredAt = monotonic();
    const primary = await followPrimary();
    seen = null;
    if (!state.isInRecovery) return refuse('it is no standby');
    if (state.cluster !== primary.cluster) return refuse('it belongs to another database cluster');
    // Commits that it replayed before the present primary took over may be missing there.
    if (state.replayedAt === null || state.replayedAt < primary.since) return refuse('it does not follow the primary');
    refuse(null);
    seen = { at: answeredAt, lagMs: Math.max(0, primary.now - state.replayedAt), replayed: state.replayed };
  };
  const loop = createLoop(
    async () => {
      await look();
      return LOOK_EVERY_MS;
    },
    (error) => {
      seen = null;
      refuse(error instanceof Error ? error.message : String(error));
      return LOOK_EVERY_MS;
    },
  );
  const guard = setInterval(() => {
    if (monotonic() - answeredAt <= MAX_LAG_MS) return;
    lose(new StandbyLostError(`${name} does not answer`));
    lost = expectLoss();
    // Connections to a machine that is gone would never come back.
    db.close().catch(() => undefined);
    db = open();
    answeredAt = monotonic();
    loop.wake();
  }, LOOK_EVERY_MS);
  guard.unref();

  return {
    name,
    db: () => db,
    lag() {
      if (seen === null) return null;
      const lagMs = seen.lagMs + monotonic() - seen.at;
      return lagMs <= MAX_LAG_MS ? lagMs : null;
    },
    replayed: () => seen?.replayed ?? 0n,
    look,
    lost: () => lost,
    distrust() {
      seen = null;
    },
    loop,
    async close() {
      clearInterval(guard);
      lose(new StandbyLostError('the server stops'));
      await Promise.all([loop.stop(), db.close()]);
    },
  };
};

/** Remembers when the present primary followed another one; 0 for the first one that is seen. */
const primaryFollower = (primary: Tx): FollowPrimary => {
  let known: { timeline: number; since: number } | null = null;
  return async () => {
    const state = await lookAtPrimary(primary);
    if (known?.timeline !== state.timeline) known = { timeline: state.timeline, since: known === null ? 0 : state.now };
    return { ...state, since: known.since };
  };
};

/** Follows the standbys of a URL once a second, and routes reads to them. */
export const createStandbyReads = (options: StandbyReadsOptions): StandbyReads => {
  const { primary, url } = options;
  const followPrimary = primaryFollower(primary);
  const standbys = (databaseHosts(url) ?? []).map((host) => openStandby(host, options, followPrimary));
  /** The last change of a person; its position in the WAL is asked for by the first read after it. */
  let change: { position: Promise<bigint> | null } | null = null;
  let turn = 0;

  const hasAll = async (standby: Standby, position: bigint): Promise<boolean> => {
    if (standby.replayed() >= position) return true;
    await standby.look();
    return standby.replayed() >= position;
  };

  const choose = async (): Promise<Standby | null> => {
    const usable = standbys.filter((standby) => standby.lag() !== null);
    if (usable.length === 0) return null;
    turn = (turn + 1) % usable.length;
    const inTurn = [...usable.slice(turn), ...usable.slice(0, turn)];
    if (change === null) return inTurn[0] ?? null;
    change.position ??= lookAtPrimary(primary).then(({ position }) => position);
    const position = await change.position;
    for (const standby of inTurn) {
      if (await Promise.race([hasAll(standby, position), standby.lost()]).catch(() => false)) return standby;
    }
    return null;
  };

  const chooseNow = (): Promise<Standby | null> =>
    choose().catch(() => {
      // The position is asked for again.
      if (change !== null) change = { position: null };
      return null;
    });

  const forRequest: StandbyReads['forRequest'] = () => {
    let chosen: Promise<Standby | null> | null = null;
    /** Once a read was on the primary, a standby could be behind it. */
    let isOnPrimary = false;
    return {
      async read(run) {
        chosen ??= chooseNow();
        const standby = await chosen;
        isOnPrimary ||= standby === null || standby.lag() === null;
        if (standby === null || isOnPrimary) return run(primary);
        try {
          return await Promise.race([run(standby.db()), standby.lost()]);
        } catch (error) {
          if (!isStandbyTrouble(error)) throw error;
          isOnPrimary = true;
          standby.distrust();
          options.log.info({ err: error, standby: standby.name }, 'a standby failed; reading from the primary');
          return run(primary);
        }
      },
    };
  };

  return {
    read: (run) => forRequest().read(run),
    forRequest,
    noteChange() {
      change = { position: null };
    },
    lags: () =>
      Object.fromEntries(
        standbys.flatMap((standby) => {
          const lag = standby.lag();
          return lag === null ? [] : [[standby.name, lag]];
        }),
      ),
    async start() {
      const looks = standbys.map(({ look }) => look().catch(() => undefined));
      await Promise.race([Promise.all(looks), rest(CONNECT_MS, undefined, { ref: false })]);
      for (const { loop } of standbys) loop.start();
    },
    async stop() {
      await Promise.all(standbys.map((standby) => standby.close()));
    },
  };
};
