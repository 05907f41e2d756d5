import type { Db, Tx } from '../platform/db/pool.ts';
import { isRefusal } from '../platform/db/refusal.ts';
import { createLoop } from '../platform/loop.ts';
import {
  joinMembers,
  leaveMembers,
  moveCursor,
  readCursors,
  registerConsumer,
  releaseLanes,
  renewLanes,
  type TakenLane,
  takeLanes,
} from './consumer-queries.ts';
import { type EntryOf, type FeedKind, KIND_NUMBERS, LANES } from './entry.ts';
import { type FeedRow, readFeed } from './feed-queries.ts';
import type { RowReader } from './row-reader.ts';

/** Rows of a lane per transaction. */
const MAX_ROWS = 50;
const POLL_MS = 1_000;
const HELD_UP_MS = 15;
const LEASE_MS = 10_000;
/** Renewals per lease duration. */
const RENEWALS = 4;
/** Attempts with the same rows before they are halved, or the last remaining row is skipped. */
const TRIES = 3;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5_000;

export interface ConsumeOptions<K extends FeedKind> {
  /** Persistent name in the database; identifies the cursors. */
  name: string;
  kinds: readonly K[];
  /**
   * Handles new entries of a lane in the transaction that moves the consumer's cursor: its writes commit with the
   * cursor or not at all. Side effects elsewhere may happen twice. It must be quick: while a transaction that has
   * written is open, no reader sees newer rows of the feed. Callbacks given to `afterCommit` run after the commit.
   */
  handle(tx: Tx, entries: EntryOf<K>[], lane: number, afterCommit: (run: () => void) => void): Promise<void>;
  /** Polls at this interval (ms) instead of reacting to each addition. */
  everyMs?: number;
}

/** Handles each row once, even across crashes. The processes that run a consumer of the same name share its lanes. */
export interface Consumer {
  start(): Promise<void>;
  /** Signals that rows may have been added. */
  wake(): void;
  /** Signals that lanes may have become free. */
  lookForLanes(): void;
  /** Finishes running work and releases the lanes at once. */
  stop(): Promise<void>;
}

export interface ConsumerSurroundings {
  db: Db;
  reader: RowReader;
  /** Identifies this process. */
  processId: string;
  random(): number;
  /** Monotonic milliseconds. */
  monotonic(): number;
  /** Notifies other processes that lanes have become free. */
  onReleased(): Promise<void>;
  leaseMs?: number;
}

interface Lane extends TakenLane {
  /** Rows per transaction; reduced after failures to isolate the row that causes them. */
  max: number;
  failures: number;
  /** Monotonic time before which the lane is not processed again. */
  restsUntil: number;
  isBusy: boolean;
}

/** Rows of a lane, and the identity of the server from which they were read. */
interface LaneRows {
  rows: readonly FeedRow[];
  server: string;
}

/** The cursor has moved, or the lane belongs to another process now. */
class CursorLost extends Error {}

const wait = (failures: number, random: () => number): number =>
  Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2);

export const createConsumer = <K extends FeedKind>(
  { db, reader, processId, random, monotonic, onReleased, leaseMs = LEASE_MS }: ConsumerSurroundings,
  { name, kinds, handle, everyMs }: ConsumeOptions<K>,
): Consumer => {
  const { log } = reader;
  const numbers = kinds.map((kind) => KIND_NUMBERS[kind]);
  const lanes = new Map<number, Lane>();
  /** Identity of the server from which the feed was last read. */
  let server: string | null = null;
  /** The cursors in memory may be wrong and must be read from the database again. */
  let isUnsure = false;

  /** Leases this process's share of the lanes and releases any surplus. */
  const share = async (): Promise<void> => {
    let freed: Lane[] = [];
    let taken: TakenLane[] = [];
    await db.tx(async (tx) => {
      const members = await joinMembers(tx, name, processId, leaseMs);
      const mine = Math.ceil(LANES.length / members);
      const before = [...lanes.values()];
      const kept = new Set(await renewLanes(tx, name, before, leaseMs));
      // Another process holds this lane now and moves its cursor.
      for (const each of before) if (!kept.has(each.lane) && lanes.get(each.lane) === each) lanes.delete(each.lane);
      freed = [...lanes.values()].filter((lane) => !lane.isBusy).slice(0, Math.max(0, lanes.size - mine));
      for (const { lane } of freed) lanes.delete(lane);
      if (freed.length > 0) await releaseLanes(tx, name, freed);
      const count = mine - lanes.size;
      if (count > 0) taken = await takeLanes(tx, { name, holder: processId, leaseMs, count });
    });
    // Only after the commit: a rolled-back fence number is later assigned to another process.
    for (const each of taken) {
      lanes.set(each.lane, { ...each, max: MAX_ROWS, failures: 0, restsUntil: 0, isBusy: false });
    }
    work.wake();
    if (freed.length > 0) await onReleased();
  };

  /** Reads the cursors of the lanes from the database; drops lanes that another process has taken. */
  const readPositions = async (): Promise<void> => {
    const held = [...lanes.values()];
    const found = new Map((await readCursors(db, name, held)).map((cursor) => [cursor.lane, cursor]));
    for (const each of held) {
      const cursor = found.get(each.lane);
      if (cursor) Object.assign(each, { xid: cursor.xid, seq: cursor.seq });
      else if (lanes.get(each.lane) === each) lanes.delete(each.lane);
    }
    isUnsure = false;
  };

  /** Commits the handler's writes together with the cursor behind the last row. */
  const commit = async (lane: Lane, { rows, server: from }: LaneRows, isPassed: boolean): Promise<void> => {
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return;
    const entries = isPassed ? [] : (reader.entriesOf(rows) as EntryOf<K>[]);
    const failed = isPassed ? 1 : rows.length - entries.length;
    const move = { lane: lane.lane, fence: lane.fence, server: from, first, last, failed };
    const afterwards: (() => void)[] = [];
    await db.tx(async (tx) => {
      if (entries.length > 0) await handle(tx, entries, lane.lane, (run) => afterwards.push(run));
      if (!(await moveCursor(tx, name, move)))
        throw new CursorLost('the cursor of the lane was moved by another process');
    });
    lane.xid = last.xid;
    lane.seq = last.seq;
    lane.failures = 0;
    lane.max = Math.min(MAX_ROWS, lane.max * 2);
    for (const run of afterwards) run();
  };

  /**
   * Whether the rows or the handler caused the error, rather than an unavailable database. Only then may a row be
   * skipped.
   */
  const isTheirFault = async (error: unknown): Promise<boolean> => {
    if (isRefusal(error)) return true;
    if (error instanceof Error && 'code' in error) return false;
    return db.query({ text: 'select' }).then(
      () => true,
      () => false,
    );
  };

  const failedWith = async (lane: Lane, some: LaneRows, error: unknown): Promise<void> => {
    // The transaction may have committed even so: only its answer may be lost.
    isUnsure = true;
    if (error instanceof CursorLost) return;
    const { rows } = some;
    const isFault = await isTheirFault(error);
    lane.failures += 1;
    lane.restsUntil = monotonic() + wait(lane.failures, random);
    const [first] = rows;
    const what = { consumer: name, lane: lane.lane, rows: rows.length, xid: first?.xid, seq: first?.seq };
    if (!isFault || lane.failures < TRIES) {
      log.error({ err: error, ...what }, 'handling feed rows failed; retrying');
      return;
    }
    if (rows.length > 1) {
      lane.max = rows.length >> 1;
      // Halves are tried once; only the last remaining row gets all attempts.
      lane.failures = lane.max > 1 ? TRIES - 1 : 0;
      return;
    }
    log.error({ err: error, ...what }, 'a feed row cannot be handled; skipping it');
    await commit(lane, some, true);
  };

  const workLane = async (lane: Lane, some: LaneRows): Promise<void> => {
    lane.isBusy = true;
    try {
      await commit(lane, some, false).catch((error) => failedWith(lane, some, error));
    } finally {
      lane.isBusy = false;
    }
  };

  const rest = everyMs ?? POLL_MS;

  /** Processes the lanes once; returns how long to wait, in ms. */
  const pass = async (): Promise<number> => {
    const now = monotonic();
    if (isUnsure) await readPositions();
    const ready = [...lanes.values()].filter(({ restsUntil }) => restsUntil <= now);
    if (ready.length === 0) return lanes.size === 0 ? rest : RETRY_MIN_MS;
    const {
      rows,
      end,
      isHeldUp,
      server: from,
    } = await readFeed(
      db,
      ready,
      numbers,
      ready.map(({ max }) => max),
    );
    if (from !== server) {
      if (server !== null) log.warn({ consumer: name }, 'the database server restarted or was replaced');
      server = from;
      isUnsure = true;
      return 0;
    }
    let isMore = false;
    for (const lane of ready) {
      const some = rows.filter((row) => row.lane === lane.lane);
      if (some.length === lane.max) isMore = true;
      else if (some.length === 0) Object.assign(lane, end);
      if (some.length > 0 && lanes.get(lane.lane) === lane) await workLane(lane, { rows: some, server: from });
    }
    if (isMore) return 0;
    const isResting = [...lanes.values()].some(({ restsUntil }) => restsUntil > now);
    if (isResting) return RETRY_MIN_MS;
    return isHeldUp && everyMs === undefined ? HELD_UP_MS : rest;
  };

  const work = createLoop(pass, (error) => {
    log.error({ err: error, consumer: name }, 'reading the feed failed; retrying');
    return rest;
  });
  const sharing = createLoop(
    async () => {
      await share();
      return leaseMs / RENEWALS;
    },
    (error) => {
      log.error({ err: error, consumer: name }, 'leasing feed lanes failed; retrying');
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
      // If the release fails, the leases expire.
      const say = db.tx(async (tx) => {
        await releaseLanes(tx, name, held);
        await leaveMembers(tx, name, processId);
      });
      await say
        .then(onReleased)
        .catch((error) =>
          log.warn({ err: error, consumer: name }, 'releasing feed lanes failed; their leases will expire'),
        );
    },
  };
};
