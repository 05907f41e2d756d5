import type { Db, Tx } from '../platform/db/pool.ts';
import { isRefusal } from '../platform/db/refusal.ts';
import { createLoop } from '../platform/loop.ts';
import {
  joinMembers,
  leaveMembers,
  moveCursor,
  readCursors,
  registerConsumer,
  releasePartitions,
  renewPartitions,
  type TakenPartition,
  takePartitions,
} from './consumer-queries.ts';
import { type EntryOf, type FeedKind, KIND_NUMBERS, PARTITIONS } from './entry.ts';
import { type FeedRow, readFeed } from './feed-queries.ts';
import type { RowReader } from './row-reader.ts';

/** Rows of a partition per transaction. */
const MAX_ROWS = 50;
/** Of a partition, gathered for one transaction. */
const MAX_WAITING_ROWS = 400;
const MAX_WAITING_BYTES = 1_048_576;
const POLL_MS = 1_000;
const HELD_UP_MS = 15;
const LEASE_MS = 10_000;
/** Longest interval of a busy consumer. */
const BUSY_REST_MS = 1_000;
/** How long rows that are not urgent wait on a busy server. */
const MAX_PATIENCE_MS = 3_000;
/** Bytes a second of a busy partition: about 100 frames. Each time as many more let rows wait another second. */
const BUSY_BYTES_S = 4_096;
/** The rate is a mean of about this time, so that a burst does not count as load. */
const RATE_MS = 10_000;
/** Renewals per lease duration. */
const RENEWALS = 4;
/** Attempts with the same rows before they are halved, or the last remaining row is skipped. */
const TRIES = 3;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5_000;

/** Context of the entries of one transaction. */
export interface ConsumedBatch {
  readonly partition: number;
  /**
   * Key of what the handler keeps in memory between batches of the partition. It is the same object as long as this
   * process has handled and committed each batch; after a failure, or batches of another process, it is a new one.
   */
  readonly tenure: object;
  /** Runs a callback after the commit. */
  afterCommit(run: () => void): void;
}

export interface ConsumeOptions<K extends FeedKind> {
  /** Persistent name in the database; identifies the cursors. */
  name: string;
  kinds: readonly K[];
  /**
   * Handles new entries of a partition in the transaction that moves the consumer's cursor: its writes commit with the
   * cursor or not at all. Side effects elsewhere may happen twice. It must be quick: while a transaction that has
   * written is open, no reader sees newer rows of the feed.
   */
  handle(tx: Tx, entries: EntryOf<K>[], batch: ConsumedBatch): Promise<void>;
  /**
   * Polls at this interval (ms) instead of reacting to each addition. On a busy server the interval grows to twice the
   * time that the last pass took, up to BUSY_REST_MS: larger batches cost less.
   */
  everyMs?: number;
  /** Rows of a partition per transaction, at most 64 KiB each. */
  maxRows?: number;
  /**
   * Whether new entries need to be handled at once. Without urgent ones, a busy server gathers them for up to
   * MAX_PATIENCE_MS: an entry is cheaper in a larger batch. Called once for each entry, and again after a failure.
   */
  isUrgent?(entries: readonly EntryOf<K>[]): boolean;
}

/** Handles each row once, even across crashes. The processes that run a consumer of the same name share its partitions. */
export interface Consumer {
  start(): Promise<void>;
  /** Signals that rows may have been added. */
  wake(): void;
  /** Signals that partitions may have become free. */
  lookForPartitions(): void;
  /** Finishes running work and releases the partitions at once. */
  stop(): Promise<void>;
}

export interface ConsumerDependencies {
  db: Db;
  reader: RowReader;
  /** Identifies this process. */
  processId: string;
  random(): number;
  /** Monotonic milliseconds. */
  monotonic(): number;
  /** Notifies other processes that partitions have become free. */
  onReleased(): Promise<void>;
  leaseMs?: number;
}

interface Partition extends TakenPartition {
  /** See `ConsumedBatch`. */
  tenure: object;
  /** Rows per transaction; reduced after failures to isolate the row that causes them. */
  max: number;
  failures: number;
  /** Monotonic time before which the partition is not processed again. */
  restsUntil: number;
  isBusy: boolean;
  /** Rows that were read, and are not handled yet. */
  waiting: FeedRow[];
  waitingBytes: number;
  /** Monotonic time by which they are handled. */
  dueAt: number;
  /** When rows were handled last (monotonic), and the rate until then. */
  handledAt: number;
  bytesPerS: number;
}

/** Rows of a partition, and the identity of the server from which they were read. */
interface PartitionRows {
  rows: readonly FeedRow[];
  server: string;
}

/** The cursor has moved, or the partition belongs to another process now. */
class CursorLost extends Error {}

const wait = (failures: number, random: () => number): number =>
  Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2);

export const createConsumer = <K extends FeedKind>(
  { db, reader, processId, random, monotonic, onReleased, leaseMs = LEASE_MS }: ConsumerDependencies,
  { name, kinds, handle, everyMs, maxRows = MAX_ROWS, isUrgent }: ConsumeOptions<K>,
): Consumer => {
  const { log } = reader;
  const numbers = kinds.map((kind) => KIND_NUMBERS[kind]);
  const partitions = new Map<number, Partition>();
  /** Identity of the server from which the feed was last read. */
  let server: string | null = null;
  /** The cursors in memory may be wrong and must be read from the database again. */
  let isUnsure = false;

  /** Leases this process's share of the partitions and releases any surplus. */
  const share = async (): Promise<void> => {
    let freed: Partition[] = [];
    let taken: TakenPartition[] = [];
    await db.tx(async (tx) => {
      const members = await joinMembers(tx, name, processId, leaseMs);
      const mine = Math.ceil(PARTITIONS.length / members);
      const before = [...partitions.values()];
      const kept = new Set(await renewPartitions(tx, name, before, leaseMs));
      // Another process holds this partition now and moves its cursor.
      for (const each of before)
        if (!kept.has(each.partition) && partitions.get(each.partition) === each) partitions.delete(each.partition);
      freed = [...partitions.values()]
        .filter((partition) => !partition.isBusy)
        .slice(0, Math.max(0, partitions.size - mine));
      for (const { partition } of freed) partitions.delete(partition);
      if (freed.length > 0) await releasePartitions(tx, name, freed);
      const count = mine - partitions.size;
      if (count > 0) taken = await takePartitions(tx, { name, holder: processId, leaseMs, count });
    });
    // Only after the commit: a rolled-back fence number is later assigned to another process.
    for (const each of taken) {
      const calm = { failures: 0, restsUntil: 0, isBusy: false, dueAt: 0, handledAt: monotonic(), bytesPerS: 0 };
      partitions.set(each.partition, { ...each, ...calm, tenure: {}, max: maxRows, waiting: [], waitingBytes: 0 });
    }
    work.wake();
    if (freed.length > 0) await onReleased();
  };

  /** Reads the cursors of the partitions from the database; drops partitions that another process has taken. */
  const readPositions = async (): Promise<void> => {
    const held = [...partitions.values()];
    const found = new Map((await readCursors(db, name, held)).map((cursor) => [cursor.partition, cursor]));
    for (const each of held) {
      const cursor = found.get(each.partition);
      if (cursor) Object.assign(each, { xid: cursor.xid, seq: cursor.seq, tenure: {}, waiting: [], waitingBytes: 0 });
      else if (partitions.get(each.partition) === each) partitions.delete(each.partition);
    }
    isUnsure = false;
  };

  /** Commits the handler's writes together with the cursor behind the last row. */
  const commit = async (
    partition: Partition,
    { rows, server: from }: PartitionRows,
    isPassed: boolean,
  ): Promise<void> => {
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return;
    const entries = isPassed ? [] : (reader.entriesOf(rows) as EntryOf<K>[]);
    const failed = isPassed ? 1 : rows.length - entries.length;
    const move = { partition: partition.partition, fence: partition.fence, server: from, first, last, failed };
    const afterwards: (() => void)[] = [];
    const batch: ConsumedBatch = {
      partition: partition.partition,
      tenure: partition.tenure,
      afterCommit: (run) => afterwards.push(run),
    };
    await db.tx(async (tx) => {
      if (entries.length > 0) await handle(tx, entries, batch);
      if (!(await moveCursor(tx, name, move)))
        throw new CursorLost('the cursor of the partition was moved by another process');
    });
    partition.xid = last.xid;
    partition.seq = last.seq;
    partition.failures = 0;
    partition.max = Math.min(maxRows, partition.max * 2);
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

  const failedWith = async (partition: Partition, some: PartitionRows, error: unknown): Promise<void> => {
    // The transaction may have committed even so: only its answer may be lost.
    isUnsure = true;
    if (error instanceof CursorLost) return;
    const { rows } = some;
    const isFault = await isTheirFault(error);
    partition.failures += 1;
    partition.restsUntil = monotonic() + wait(partition.failures, random);
    const [first] = rows;
    const what = {
      consumer: name,
      partition: partition.partition,
      rows: rows.length,
      xid: first?.xid,
      seq: first?.seq,
    };
    if (!isFault || partition.failures < TRIES) {
      log.error({ err: error, ...what }, 'handling feed rows failed; retrying');
      return;
    }
    if (rows.length > 1) {
      partition.max = rows.length >> 1;
      // Halves are tried once; only the last remaining row gets all attempts.
      partition.failures = partition.max > 1 ? TRIES - 1 : 0;
      return;
    }
    log.error({ err: error, ...what }, 'a feed row cannot be handled; skipping it');
    await commit(partition, some, true);
  };

  const workPartition = async (partition: Partition, some: PartitionRows): Promise<void> => {
    partition.isBusy = true;
    try {
      await commit(partition, some, false).catch((error) => failedWith(partition, some, error));
    } finally {
      partition.isBusy = false;
    }
  };

  const rest = everyMs ?? POLL_MS;
  const restAfter = (startedAt: number): number =>
    Math.max(rest, Math.min(BUSY_REST_MS, 2 * (monotonic() - startedAt)));

  /** Rows of a transaction. After a failure they are fewer, and nothing is gathered. */
  const mostOf = ({ max }: Partition): number =>
    isUrgent !== undefined && max === maxRows ? Math.max(max, MAX_WAITING_ROWS) : max;

  /** Adds rows to those that wait; returns whether it is time to handle them. */
  const gather = (partition: Partition, rows: readonly FeedRow[]): boolean => {
    const { waiting, failures, bytesPerS } = partition;
    const patienceMs = Math.min(MAX_PATIENCE_MS, Math.max(0, (bytesPerS / BUSY_BYTES_S - 1) * 1_000));
    if (waiting.length === 0) partition.dueAt = monotonic() + patienceMs;
    for (const row of rows) {
      waiting.push(row);
      partition.waitingBytes += row.data.length;
    }
    if (waiting.length === 0) return false;
    if (isUrgent === undefined || failures > 0 || partition.dueAt <= monotonic()) return true;
    if (waiting.length >= mostOf(partition) || partition.waitingBytes >= MAX_WAITING_BYTES) return true;
    return rows.length > 0 && isUrgent(reader.entriesOf(rows) as EntryOf<K>[]);
  };

  /** Empties the rows that wait. */
  const takeWaiting = (partition: Partition): FeedRow[] => {
    const { waiting, waitingBytes, handledAt } = partition;
    const now = monotonic();
    const bytesPerS = partition.bytesPerS * Math.exp((handledAt - now) / RATE_MS) + (waitingBytes * 1_000) / RATE_MS;
    Object.assign(partition, { waiting: [], waitingBytes: 0, handledAt: now, bytesPerS });
    return waiting;
  };

  /** Processes the partitions once; returns how long to wait, in ms. */
  const pass = async (): Promise<number> => {
    const now = monotonic();
    if (isUnsure) await readPositions();
    const ready = [...partitions.values()].filter(({ restsUntil }) => restsUntil <= now);
    if (ready.length === 0) return partitions.size === 0 ? rest : RETRY_MIN_MS;
    const limits = ready.map((each) => Math.min(each.max, mostOf(each) - each.waiting.length));
    const positions = ready.map(({ partition, xid, seq, waiting }) => ({ xid, seq, ...waiting.at(-1), partition }));
    const { rows, end, isHeldUp, server: from } = await readFeed(db, positions, numbers, limits);
    if (from !== server) {
      if (server !== null) log.warn({ consumer: name }, 'the database server restarted or was replaced');
      server = from;
      isUnsure = true;
      return 0;
    }
    let isMore = false;
    for (const [i, partition] of ready.entries()) {
      const some = rows.filter((row) => row.partition === partition.partition);
      if (some.length === limits[i]) isMore = true;
      if (partitions.get(partition.partition) !== partition) continue;
      if (gather(partition, some)) await workPartition(partition, { rows: takeWaiting(partition), server: from });
      else if (partition.waiting.length === 0) Object.assign(partition, end);
    }
    if (isMore) return 0;
    const isResting = [...partitions.values()].some(({ restsUntil }) => restsUntil > now);
    if (isResting) return RETRY_MIN_MS;
    return isHeldUp && everyMs === undefined ? HELD_UP_MS : restAfter(now);
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
      log.error({ err: error, consumer: name }, 'leasing feed partitions failed; retrying');
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
    lookForPartitions: sharing.wake,
    async stop() {
      await sharing.stop();
      await work.stop();
      const held = [...partitions.values()];
      partitions.clear();
      // If the release fails, the leases expire.
      const say = db.tx(async (tx) => {
        await releasePartitions(tx, name, held);
        await leaveMembers(tx, name, processId);
      });
      await say
        .then(onReleased)
        .catch((error) =>
          log.warn({ err: error, consumer: name }, 'releasing feed partitions failed; their leases will expire'),
        );
    },
  };
};
