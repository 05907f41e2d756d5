import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { deviceKey } from '../../site/picture.ts';
import type { MeterFrame } from '../../store/frames/frame-batch.ts';
import type { RejectionNote, Waiting } from './intake.ts';
import {
  type Announcement,
  announceDevices,
  countWaiting,
  deleteWaiting,
  dropWaitingBefore,
  forgetUnregistered,
  insertWaiting,
  takeWaiting,
} from './quarantine-queries.ts';

const KEEP_MS = 7 * 86_400_000;
const SWEEP_MS = 3_600_000;
/** A week of minutes and some more; what comes beyond is counted and dropped. */
const MAX_FRAMES_PER_DEVICE = 12_000;
const MAX_DEVICES = 2_000;
const GATHER_MS = 50;
const RETRY_MS = 1_000;
const RELEASE_FRAMES = 2_000;

interface Job {
  waiting: Waiting[];
  ip: string;
  done: () => void;
}

export interface QuarantineOptions {
  db: Db;
  clock: Clock;
  log: Log;
  reject(note: RejectionNote): void;
}

export interface Quarantine {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Keeps frames that wait; `done` is called when they are committed. */
  add(waiting: Waiting[], ip: string, done: () => void): void;
  /** A device has been registered: hands over what waited of it, through `write`, and forgets it here. */
  release(
    organizationId: number,
    deviceCode: string,
    meterId: number,
    write: (frames: MeterFrame[]) => Promise<void>,
  ): Promise<number>;
}

const key = (organizationId: number, deviceCode: string): string => deviceKey(String(organizationId), deviceCode);

/** Sums up which unregistered devices spoke. */
const announcements = (jobs: Job[]): Announcement[] => {
  const devices = new Map<string, Announcement>();
  for (const { waiting, ip } of jobs) {
    const first = waiting.find((w) => w.reason === 'UNREGISTERED');
    if (!first) continue;
    const id = key(first.organizationId, first.deviceCode);
    const messages = (devices.get(id)?.messages ?? 0) + 1;
    devices.set(id, { organizationId: first.organizationId, deviceCode: first.deviceCode, ip, messages });
  }
  return [...devices.values()];
};

/** Holds what cannot be stored yet: frames of devices that nobody registered, and of times that cannot be right. */
export const createQuarantine = ({ db, clock, log, reject }: QuarantineOptions): Quarantine => {
  const counts = new Map<string, number>();
  let gathering: Job[] = [];
  let timer: NodeJS.Timeout | null = null;
  let sweeper: NodeJS.Timeout | null = null;
  let working: Promise<void> = Promise.resolve();

  /** Whether there is room for one more frame of a device; what has none is counted as rejected. */
  const admit = (waiting: Waiting): boolean => {
    const id = key(waiting.organizationId, waiting.deviceCode);
    const count = counts.get(id);
    if (count === undefined ? counts.size < MAX_DEVICES : count < MAX_FRAMES_PER_DEVICE) {
      counts.set(id, (count ?? 0) + 1);
      return true;
    }
    const { organizationId, deviceCode } = waiting;
    reject({ organizationId, deviceCode, key: '', reason: 'QUARANTINE_FULL', sample: waiting.reason });
    return false;
  };

  const save = async (jobs: Job[]): Promise<void> => {
    const waiting = jobs.flatMap((job) => job.waiting);
    const devices = announcements(jobs);
    const now = clock.now();
    await db.tx(async (tx) => {
      if (waiting.length > 0) await insertWaiting(tx, waiting, now);
      if (devices.length > 0) await announceDevices(tx, devices, now);
    });
    for (const job of jobs) job.done();
  };

  const flush = (): void => {
    timer = null;
    const jobs = gathering;
    gathering = [];
    working = working.then(async () => {
      try {
        await save(jobs);
      } catch (error) {
        log.error({ err: error }, 'frames could not be put in quarantine; trying again');
        gathering.unshift(...jobs);
        timer ??= setTimeout(flush, RETRY_MS);
      }
    });
  };

  const recount = async (): Promise<void> => {
    await dropWaitingBefore(db, clock.now() - KEEP_MS);
    counts.clear();
    for (const row of await countWaiting(db)) counts.set(key(row.organization_id, row.device_code), row.count);
  };

  return {
    async start() {
      await recount();
      sweeper = setInterval(() => {
        working = working.then(recount).catch((error) => log.error({ err: error }, 'quarantine could not be swept'));
      }, SWEEP_MS);
    },
    async stop() {
      if (timer) clearTimeout(timer);
      if (sweeper) clearInterval(sweeper);
      timer = sweeper = null;
      await working;
    },
    add(waiting, ip, done) {
      gathering.push({ waiting: waiting.filter(admit), ip, done });
      timer ??= setTimeout(flush, GATHER_MS);
    },
    async release(organizationId, deviceCode, meterId, write) {
      let released = 0;
      for (;;) {
        const rows = await takeWaiting(db, organizationId, deviceCode, RELEASE_FRAMES);
        if (rows.length === 0) break;
        await write(
          rows.map((row) => ({ meterId, time: row.measured_time.getTime(), channels: row.channel, ticks: row.value })),
        );
        await deleteWaiting(
          db,
          rows.map((row) => row.id),
        );
        released += rows.length;
      }
      await forgetUnregistered(db, organizationId, deviceCode);
      counts.delete(key(organizationId, deviceCode));
      return released;
    },
  };
};
