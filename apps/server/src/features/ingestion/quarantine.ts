import { DAY_MS, WEEK_MS } from '@airdeck/domain/duration';
import type { DeviceMessage, Done } from '../../device-messages/device-message.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type Storing, storeForSure } from '../../platform/db/store-for-sure.ts';
import type { Log } from '../../platform/log.ts';
import { deviceKey } from '../../registry/snapshot.ts';
import type { RejectionNote, Waiting } from './intake.ts';
import {
  type Announcement,
  announceDevices,
  countWaiting,
  dropUnregistered,
  dropWaitingBefore,
  insertWaiting,
} from './quarantine-queries.ts';
import { createQuarantineRoom, QUARANTINE_LIMITS } from './quarantine-room.ts';
import { OTHERS } from './rejections.ts';

const KEEP_MS = WEEK_MS;
/** Readings that wait for an administrator, who may look only once a month. */
const KEEP_OLD_MS = 400 * DAY_MS;
/** An unregistered code is shown for so long after its last word. */
const KEEP_UNREGISTERED_MS = 90 * DAY_MS;
const GATHER_MS = 50;
/** Maximum memory of messages that wait for the database, estimated from messages and frames. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
const FRAME_BYTES = 512;

interface Job {
  waiting: Waiting[];
  announcement: Announcement | null;
  bytes: number;
  done: Done;
}

export interface QuarantineOptions {
  db: Db;
  clock: Clock;
  log: Log;
  random(): number;
  reject(note: RejectionNote): void;
}

export interface Quarantine {
  start(): Promise<void>;
  /** Frames that are not committed by then are not acknowledged. */
  stop(): Promise<void>;
  /** Keeps frames that wait; `done` is called when they are committed, and with an error when too many are waiting for that. */
  add(message: DeviceMessage, waiting: Waiting[], done: Done): void;
  /** Resolves when what came before this call is committed. */
  settled(): Promise<void>;
  /** Deletes frames that have waited too long, and counts the waiting ones again. */
  sweep(): Promise<void>;
  /** Codes that spoke without being registered. */
  unregistered(): { organizationId: number; deviceCode: string }[];
  /** The quarantined frames of a device have been released. */
  forget(organizationId: number, deviceCode: string): void;
}

/** Sums up which unregistered devices spoke. */
const sumUp = (jobs: Job[]): Announcement[] => {
  const devices = new Map<string, Announcement>();
  for (const { announcement } of jobs) {
    if (announcement === null) continue;
    const key = deviceKey(String(announcement.organizationId), announcement.deviceCode);
    const before = devices.get(key);
    const enrolledIp = announcement.enrolledIp ?? before?.enrolledIp ?? null;
    devices.set(key, { ...announcement, enrolledIp, messages: (before?.messages ?? 0) + 1 });
  }
  return [...devices.values()];
};

const refusedNote = (waiting: Waiting, error: Error): RejectionNote => {
  const sample = `${new Date(waiting.frame.time).toISOString()} ${error.message}`;
  return { organizationId: waiting.organizationId, deviceCode: waiting.deviceCode, key: '', reason: 'REFUSED', sample };
};

/** Holds frames that cannot be stored yet: of unregistered devices, and of impossible times. */
export const createQuarantine = ({ db, clock, log, random, reject }: QuarantineOptions): Quarantine => {
  const room = createQuarantineRoom();
  let gathering: Job[] = [];
  let held = 0;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> = Promise.resolve();
  let stopping = new AbortController();

  /** Whether there is room for one more frame; what has none is counted as rejected, where an administrator sees it. */
  const admit = ({ organizationId, deviceCode, reason }: Waiting): boolean => {
    const answer = room.take(organizationId, deviceCode, reason);
    if (answer === 'TAKEN') return true;
    const note = { organizationId, reason: 'QUARANTINE_FULL', sample: `${deviceCode} ${reason}` } as const;
    // An organization without room gets one row, however many codes are made up.
    reject(answer === 'DEVICE' ? { ...note, deviceCode, key: '' } : { ...note, deviceCode: OTHERS, key: OTHERS });
    return false;
  };

  const storeAll = async <T>(items: T[], how: Pick<Storing<T>, 'store' | 'refuse'>): Promise<boolean> =>
    items.length === 0 ||
    storeForSure(items, {
      ...how,
      failed: (error, count) => log.error({ err: error, count }, 'the quarantine could not be written; trying again'),
      random,
      signal: stopping.signal,
    });

  const save = async (jobs: Job[]): Promise<void> => {
    const now = clock.now();
    const isSafe =
      (await storeAll(
        jobs.flatMap((job) => job.waiting),
        {
          store: (waiting) => insertWaiting(db, waiting, now),
          refuse: (waiting, error) => reject(refusedNote(waiting, error)),
        },
      )) &&
      (await storeAll(sumUp(jobs), {
        store: (devices) => announceDevices(db, devices, now),
        refuse: ({ deviceCode }, error) => log.error({ err: error, deviceCode }, 'a device could not be written down'),
      }));
    for (const job of jobs) {
      held -= job.bytes;
      if (isSafe) job.done();
    }
  };

  const flush = (): void => {
    timer = null;
    working = working.then(async () => {
      // Rows that came while the batch before was on its way are included.
      const jobs = gathering;
      gathering = [];
      if (jobs.length > 0) await save(jobs);
    });
  };

  const settled = (): Promise<void> => {
    flush();
    return working;
  };

  const sweep = async (): Promise<void> => {
    const now = clock.now();
    await dropWaitingBefore(db, now - KEEP_MS, now - KEEP_OLD_MS);
    await dropUnregistered(db, now - KEEP_UNREGISTERED_MS, QUARANTINE_LIMITS.devicesPerOrganization);
    await room.recount(async () => {
      await settled();
      return countWaiting(db, now - KEEP_MS);
    });
  };

  return {
    async start() {
      stopping = new AbortController();
      await sweep();
    },
    async stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      stopping.abort();
      await working;
      for (const job of gathering) held -= job.bytes;
      gathering = [];
    },
    add({ organization, deviceCode, meter, ip, payload, isEnrolled = false }, waiting, done) {
      const bytes = payload.length + waiting.length * FRAME_BYTES;
      if (held + bytes > MAX_HELD_BYTES) return done(new Error('too much waits for the database'));
      held += bytes;
      const admitted = waiting.filter(admit);
      const isKnown = meter === null && room.knows(organization.id, deviceCode);
      const device = { organizationId: organization.id, deviceCode, ip, enrolledIp: isEnrolled ? ip : null };
      const announcement = isKnown ? { ...device, messages: 1 } : null;
      gathering.push({ waiting: admitted, announcement, bytes, done });
      timer ??= setTimeout(flush, GATHER_MS);
    },
    settled,
    sweep,
    unregistered: room.unregistered,
    forget: room.forget,
  };
};
