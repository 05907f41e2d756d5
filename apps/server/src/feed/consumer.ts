import type { Db, Tx } from '../platform/db/pool.ts';
import { isRefusal } from '../platform/db/refusal.ts';
import { createLoop } from '../platform/loop.ts';
import {
  joinMembers,
  leaveMembers,
  moveCursor,
  registerConsumer,
  releaseLanes,
  renewLanes,
  type TakenLane,
  takeLanes,
} from './consumer-queries.ts';
import { type EntryOf, type FeedKind, KIND_NUMBERS, LANES } from './entry.ts';
import { type FeedRow, readFeed } from './feed-queries.ts';
import type { RowReader } from './row-reader.ts';

/** Rows of a lane in one transaction. */
const MAX_ROWS = 50;
const POLL_MS = 1_000;
const HELD_UP_MS = 15;
const LEASE_MS = 10_000;
/** How often a lease is made longer while it lasts. */
const RENEWALS = 4;
/** Of the same rows, before they are halved, or the one that is left is passed. */
const TRIES = 3;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5_000;

export interface ConsumeOptions<K extends FeedKind> {
  /** Names it in the database, for ever: how far it is stays there. */
  name: string;
  kinds: readonly K[];
  /**
   * Handles what was added on a lane, in the transaction that moves the consumer's cursor: what it writes there is
   * committed with it, or not at all. What it does elsewhere may come twice. It must not take long: nobody sees newer
   * rows of the feed while a transaction that has written something is open. What it gives `afterCommit` is called then.
   */
  handle(tx: Tx, entries: EntryOf<K>[], lane: number, afterCommit: (run: () => void) => void): Promise<void>;
  /** Looks so often, in ms, instead of whenever something was added. */
  everyMs?: number;
}

/** Sees each row once, whatever crashes: lanes are shared out among the processes that run a consumer of that name. */
export interface Consumer {
  start(): Promise<void>;
  /** Something may have been added. */
  wake(): void;
  /** Lanes may have become free. */
  lookForLanes(): void;
  /** Ends what is on its way, and lets others go on at once. */
  stop(): Promise<void>;
}

export interface ConsumerSurroundings {
  db: Db;
  reader: RowReader;
  /** Names this process. */
  processId: string;
  random(): number;
  /** Milliseconds that never jump. */
  monotonic(): number;
  /** Tells the other processes that lanes have become free. */
  onReleased(): Promise<void>;
  leaseMs?: number;
}

interface Lane extends TakenLane {
  /** Rows in a transaction: fewer after a failure, so that in the end only the row that causes it is left. */
  max: number;
  failures: number;
  /** Until then it rests. */
  restsUntil: number;
  isBusy: boolean;
}

class LaneLost extends Error {}

const wait = (failures: number, random: () => number): number =>
  Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2);

export const createConsumer = <K extends FeedKind>(
  { db, reader, processId, random, monotonic, onReleased, leaseMs = LEASE_MS }: ConsumerSurroundings,
  { name, kinds, handle, everyMs }: ConsumeOptions<K>,
): Consumer => {
  const { log } = reader;
  const numbers = kinds.map((kind) => KIND_NUMBERS[kind]);
  const lanes = new Map<number, Lane>();

  /** Holds its share of the lanes, neither more nor less. */
  const share = async (): Promise<void> => {
    let freed: Lane[] = [];
    await db.tx(async (tx) => {
      const members = await joinMembers(tx, name, processId, leaseMs);
      const mine = Math.ceil(LANES.length / members);
      const before = [...lanes.values()];
      const kept = new Set(await renewLanes(tx, name, before, leaseMs));
      // Of a lane that somebody has taken, he moves the cursor now.
      for (const each of before) if (!kept.has(each.lane) && lanes.get(each.lane) === each) lanes.delete(each.lane);
      freed = [...lanes.values()].filter((lane) => !lane.isBusy).slice(0, Math.max(0, lanes.size - mine));
      for (const { lane } of freed) lanes.delete(lane);
      if (freed.length > 0) await releaseLanes(tx, name, freed);
      const count = mine - lanes.size;
      if (count <= 0) return;
      for (const taken of await takeLanes(tx, { name, holder: processId, leaseMs, count })) {
        lanes.set(taken.lane, { ...taken, max: MAX_ROWS, failures: 0, restsUntil: 0, isBusy: false });
      }
    });
    work.wake();
    if (freed.length > 0) await onReleased();
  };

  /** Commits what is decided of these rows together with the cursor behind the last of them. */
  const commit = async (lane: Lane, rows: readonly FeedRow[], isPassed: boolean): Promise<void> => {
    const last = rows.at(-1);
    if (!last) return;
    const to = { lane: lane.lane, fence: lane.fence, xid: last.xid, seq: last.seq };
    const entries = isPassed ? [] : (reader.entriesOf(rows) as EntryOf<K>[]);
    const failed = isPassed ? 1 : rows.length - entries.length;
    const afterwards: (() => void)[] = [];
    await db.tx(async (tx) => {
      if (entries.length > 0) await handle(tx, entries, lane.lane, (run) => afterwards.push(run));
      if (!(await moveCursor(tx, name, to, failed))) throw new LaneLost('somebody else has taken the lane');
    });
    lane.xid = to.xid;
    lane.seq = to.seq;
    lane.failures = 0;
    lane.max = Math.min(MAX_ROWS, lane.max * 2);
    for (const run of afterwards) run();
  };

  /** Whether the rows or the handler are at fault, and not the database: that is back some time, and nothing is lost. */
  const isTheirFault = async (error: unknown): Promise<boolean> => {
    if (isRefusal(error)) return true;
    if (error instanceof Error && 'code' in error) return false;
    return db.query({ text: 'select' }).then(
      () => true,
      () => false,
    );
  };

  const failedWith = async (lane: Lane, rows: readonly FeedRow[], error: unknown): Promise<void> => {
    if (error instanceof LaneLost) {
      if (lanes.get(lane.lane) === lane) lanes.delete(lane.lane);
      return;
    }
    const isFault = await isTheirFault(error);
    lane.failures += 1;
    lane.restsUntil = monotonic() + wait(lane.failures, random);
    const [first] = rows;
    const what = { consumer: name, lane: lane.lane, rows: rows.length, xid: first?.xid, seq: first?.seq };
    if (!isFault || lane.failures < TRIES) {
      log.error({ err: error, ...what }, 'rows of the feed could not be handled; trying again');
      return;
    }
    if (rows.length > 1) {
      lane.max = rows.length >> 1;
      // Halves are tried once; only the row that is left in the end is tried as often as all of them.
      lane.failures = lane.max > 1 ? TRIES - 1 : 0;
      return;
    }
    log.error({ err: error, ...what }, 'a row of the feed cannot be handled; it is passed');
    await commit(lane, rows, true);
  };

  const workLane = async (lane: Lane, rows: readonly FeedRow[]): Promise<void> => {
    lane.isBusy = true;
    try {
      await commit(lane, rows, false).catch((error) => failedWith(lane, rows, error));
    } finally {
      lane.isBusy = false;
    }
  };

  const rest = everyMs ?? POLL_MS;

  /** Answers how long to rest. */
  const pass = async (): Promise<number> => {
    const now = monotonic();
    const ready = [...lanes.values()].filter(({ restsUntil }) => restsUntil <= now);
    if (ready.length === 0) return lanes.size === 0 ? rest : RETRY_MIN_MS;
    const { rows, end, isHeldUp } = await readFeed(
      db,
      ready,
      numbers,
      ready.map(({ max }) => max),
    );
    let isMore = false;
    for (const lane of ready) {
      const some = rows.filter((row) => row.lane === lane.lane);
      if (some.length === lane.max) isMore = true;
      else if (some.length === 0) Object.assign(lane, end);
      if (some.length > 0 && lanes.get(lane.lane) === lane) await workLane(lane, some);
    }
    if (isMore) return 0;
    const isResting = [...lanes.values()].some(({ restsUntil }) => restsUntil > now);
    if (isResting) return RETRY_MIN_MS;
    return isHeldUp && everyMs === undefined ? HELD_UP_MS : rest;
  };

  const work = createLoop(pass, (error) => {
    log.error({ err: error, consumer: name }, 'the feed could not be read; trying again');
    return rest;
  });
  const sharing = createLoop(
    async () => {
      await share();
      return leaseMs / RENEWALS;
    },
    (error) => {
      log.error({ err: error, consumer: name }, 'lanes of the feed could not be held; trying again');
      return leaseMs / RENEWALS;
    },
  );

  return {
    async start() {
      await registerConsumer(db, name, numbers);
      sharing.start();
      work.start();
    },
    wake() {
      if (everyMs === undefined) work.wake();
    },
    lookForLanes: sharing.wake,
    async stop() {
      await sharing.stop();
      await work.stop();
      const held = [...lanes.values()];
      lanes.clear();
      // If that cannot be said any more, the leases end by themselves.
      const say = db.tx(async (tx) => {
        await releaseLanes(tx, name, held);
        await leaveMembers(tx, name, processId);
      });
      await say
        .then(onReleased)
        .catch((error) => log.warn({ err: error, consumer: name }, 'lanes were not given back'));
    },
  };
};
