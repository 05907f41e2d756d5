import type { Ballast } from './db/embedded/ballast.ts';
import type { Db } from './db/pool.ts';
import { freeBytes as askSystem } from './free-bytes.ts';
import type { Log } from './log.ts';
import { createLoop } from './loop.ts';

const MB = 2 ** 20;
/** Below this, nothing more of devices is taken: PostgreSQL needs room for two segments of its log, and to tidy up. */
const RESERVE = 64 * MB;
/** So much more must be free to go on, and while there is no ballast. */
const MARGIN = 32 * MB;
/** Less than a segment and what goes with it: PostgreSQL is about to stop, so the ballast goes. */
const LAST = 24 * MB;

const REST_MS = 1_000;
/** The most that a machine can write in this time must be far less than the reserve. */
const REST_NEAR_MS = 100;
const NEAR = 512 * MB;

export interface DiskSpace {
  /** Resolves when it has looked once. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Looks now. */
  check(): Promise<void>;
  /** Whether too little is left for what devices send. */
  isLow(): boolean;
}

export interface DiskSpaceOptions {
  /** The disk of this folder is watched. */
  folder: string;
  ballast: Ballast;
  log: Log;
  /** Called when `isLow` has become another. */
  onChange?: (isLow: boolean) => void;
  /** Bytes that an ordinary user may still write there; null: unknown. */
  freeBytes?: (folder: string) => Promise<number | null>;
}

/**
 * Watches the disk of the database, so that taking readings ends before PostgreSQL does, and goes on when there is
 * room. Keeps the ballast: it is given up when even PostgreSQL's next step would fail.
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

/** Begins no transaction while the disk is nearly full: what would write much waits, as it does for a database. */
export const whileThereIsRoom = (db: Db, disk: Pick<DiskSpace, 'isLow'>): Db => ({
  ...db,
  tx: async (run) => {
    if (disk.isLow()) throw new Error('the disk is nearly full');
    return db.tx(run);
  },
});
