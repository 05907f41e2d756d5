import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import type { RejectionNote } from './intake.ts';
import { type RejectionCount, saveRejections } from './rejection-queries.ts';

const FLUSH_MS = 1_000;
/** A device that makes up names must not fill the table: further ones are counted together. */
const MAX_KEYS_PER_DEVICE = 100;
const OTHER_KEYS = '…';
const MAX_KEY_LENGTH = 40;
const MAX_SAMPLE_LENGTH = 200;

/** PostgreSQL takes no NUL in a text, and a row is for reading: control characters become spaces. */
const printable = (text: string, length: number): string => text.replace(/\p{Cc}/gu, ' ').slice(0, length);

export interface Rejections {
  add(note: RejectionNote): void;
  start(): void;
  /** Writes down what is still counted here only. */
  stop(): Promise<void>;
}

/** Counts what devices send that cannot be taken, and writes the counts down once a second. */
export const createRejections = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Rejections => {
  const counted = new Map<string, RejectionCount>();
  const keysOf = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();

  const boundedKey = (device: string, key: string): string => {
    const keys = keysOf.get(device) ?? new Set<string>();
    keysOf.set(device, keys);
    const short = printable(key, MAX_KEY_LENGTH);
    if (!keys.has(short) && keys.size >= MAX_KEYS_PER_DEVICE) return OTHER_KEYS;
    keys.add(short);
    return short;
  };

  const flush = async (): Promise<void> => {
    if (counted.size === 0) return;
    const batch = [...counted.values()];
    counted.clear();
    try {
      await saveRejections(db, batch);
    } catch (error) {
      log.error({ err: error }, 'rejections could not be written down; trying again');
      for (const count of batch) merge(count);
    }
  };

  const merge = (count: RejectionCount): void => {
    const id = JSON.stringify([count.organizationId, count.deviceCode, count.key, count.reason]);
    const before = counted.get(id);
    if (before === undefined) counted.set(id, count);
    else
      counted.set(id, {
        ...count,
        count: before.count + count.count,
        firstTime: Math.min(before.firstTime, count.firstTime),
      });
  };

  return {
    add(note) {
      const key = boundedKey(`${note.organizationId}:${note.deviceCode}`, note.key);
      const now = clock.now();
      const sample = printable(note.sample, MAX_SAMPLE_LENGTH);
      merge({ ...note, key, sample, count: 1, firstTime: now, lastTime: now });
    },
    start() {
      timer = setInterval(() => {
        saving = saving.then(flush);
      }, FLUSH_MS);
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await saving;
      await flush();
    },
  };
};
