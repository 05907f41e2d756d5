import type { Ballast } from './db/embedded/ballast.ts';
import type { Db } from './db/pool.ts';
import { freeBytes as askSystem } from './free-bytes.ts';
import type { Log } from './log.ts';
import { createLoop } from './loop.ts';

const MB = 2 ** 20;
/** Below this, no more device messages are accepted: PostgreSQL needs room for two WAL segments and for cleaning up. */
export const RESERVE = 64 * MB;
/** This much more must be free to continue, and while there is no ballast. */
const MARGIN = 32 * MB;
/** Less than a WAL segment and its extras: PostgreSQL is about to stop, so the ballast is released. */
const LAST = 24 * MB;

const REST_MS = 1_000;
/** The maximum that a machine can write in this time must be far less than the reserve. */
const REST_NEAR_MS = 100;
const NEAR = 512 * MB;

export interface DiskSpace {
  /** Resolves after the first check. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Checks now. */
  check(): Promise<void>;
  /** Whether there is too little space for device messages. */
  isLow(): boolean;
}

export interface DiskSpaceOptions {
  /** The disk of this folder is monitored. */
  folder: string;
  ballast: Ballast;
  log: Log;
  /** Called when `isLow` changes. */
  onChange?: (isLow: boolean) => void;
  /** Bytes that an ordinary user may still write there; null: unknown. */
  freeBytes?: (folder: string) => Promise<number | null>;
}

/**
 * Monitors the database's disk, so that ingestion stops before PostgreSQL does, and continues when there is room.
 * Manages the ballast, which is released when even PostgreSQL's next step would fail.
 */
export const createDiskSpace = (options: DiskSpaceOptions): DiskSpace => {
  const { folder, ballast, log, onChange = () => {}, freeBytes = askSystem } = options;
  let low = false;
  /** null: unknown. */
  let free: number | null = null;
  /** A failure is logged once. */
  let isBlind = false;
  let isSizeless = false;
  let cannotMake = false;

  const setLow = (value: boolean): void => {
    low = value;
    onChange(low);
  };

  const evaluate = async (): Promise<void> => {
    free = await freeBytes(folder);
    if (free === null) {
      if (!isSizeless) log.warn({ folder }, 'the file system reports no size; its free space is not watched');
      isSizeless = true;
      if (low) setLow(false);
      return;
    }
    isSizeless = false;
    const mb = Math.round(free / MB);
    if (free < LAST && ballast.exists()) {
      ballast.giveUp();
      log.error({ mb }, 'the disk is full; the ballast was given up');
    }
    if (!low && free < (ballast.exists() ? RESERVE : RESERVE + MARGIN)) {
      log.error({ mb }, 'the disk is nearly full; readings are not taken until there is room');
      setLow(true);
    }
    if (low && free >= RESERVE + MARGIN) {
      log.warn({ mb }, 'there is room on the disk again; readings are taken');
      setLow(false);
    }
  };

  const look = async (): Promise<void> => {
    try {
      await evaluate();
      isBlind = false;
    } catch (error) {
      if (!isBlind) log.warn({ err: error }, 'the disk cannot be watched');
      isBlind = true;
    }
  };

  const keepBallast = async (): Promise<void> => {
    if (low || cannotMake || free === null || free < RESERVE + MARGIN + ballast.bytes || ballast.exists()) return;
    try {
      await ballast.make();
    } catch (error) {
      cannotMake = true;
      log.warn({ err: error }, 'there is no ballast for a full disk');
    }
  };

  const check = async (): Promise<void> => {
    await look();
    await keepBallast();
  };

  const loop = createLoop(
    async () => {
      await check();
      return free !== null && free < NEAR ? REST_NEAR_MS : REST_MS;
    },
    () => REST_MS,
  );

  return {
    async start() {
      await look();
      loop.start();
    },
    stop: () => loop.stop(),
    check,
    isLow: () => low,
  };
};

/** Starts no transaction while the disk is nearly full: large writes wait, as they do for a database that is down. */
export const whileThereIsRoom = (db: Db, disk: Pick<DiskSpace, 'isLow'>): Db => ({
  ...db,
  tx: async (run) => {
    if (disk.isLow()) throw new Error('the disk is nearly full');
    return db.tx(run);
  },
});
