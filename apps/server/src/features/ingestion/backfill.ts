import { localDay } from '@airdeck/domain/calendar';
import { isBackfill } from '@airdeck/domain/freshness';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { storeForSure } from '../../platform/db/store-for-sure.ts';
import type { Log } from '../../platform/log.ts';
import { createNumbersById } from '../../platform/numbers-by-id.ts';
import type { Meter } from '../../registry/snapshot.ts';
import type { MeterFrame } from '../../store/frames/frame-batch.ts';
import { insertBackfilledDays, listLastTimes, type MeterDay } from './backfill-queries.ts';

/** Days in memory that are marked already; more are marked again, which changes nothing. */
const MAX_KNOWN_DAYS = 100_000;

export interface Backfill {
  start(): Promise<void>;
  /** Marks that are not committed by then are never made: their readings are not acknowledged. */
  stop(): void;
  /** Reads the last time of every meter. */
  load(): Promise<void>;
  /** The frames are stored. */
  note(frames: readonly MeterFrame[]): void;
  /** OLD: an administrator has to allow it. ALLOWED: one has. null: it is no back-fill. */
  check(meter: Meter, time: number): 'OLD' | 'ALLOWED' | null;
  /** Marks the days of allowed readings, however long the database is away. Rejects only when the server stops. */
  mark(meter: Meter, times: readonly number[]): Promise<void>;
}

interface BackfillOptions {
  db: Db;
  clock: Clock;
  log: Log;
  random(): number;
}

const keyOf = ({ meterId, day }: MeterDay): string => `${meterId}/${day}`;

/** Tells a backlog, which is taken at any age, from readings that enter the past of a meter. */
export const createBackfill = ({ db, clock, log, random }: BackfillOptions): Backfill => {
  const last = createNumbersById();
  const known = new Set<string>();
  /** Days for the batch after the one under way. */
  let gathering = new Map<string, MeterDay>();
  let working: Promise<boolean> = Promise.resolve(true);
  let stopping = new AbortController();

  const keep = (meterId: number, time: number): void => {
    if (time > (last.get(meterId) ?? Number.NEGATIVE_INFINITY)) last.set(meterId, time);
  };

  const load = async (): Promise<void> => {
    for (const { meterId, time } of await listLastTimes(db)) keep(meterId, time);
  };

  /** Whether all days that were gathered before are marked. */
  const save = async (): Promise<boolean> => {
    const days = [...gathering.values()];
    gathering = new Map();
    if (days.length === 0) return !stopping.signal.aborted;
    const isSafe = await storeForSure(days, {
      store: (some) => insertBackfilledDays(db, some, clock.now()),
      refuse: (day, error) => log.error({ err: error, ...day }, 'a day could not be marked as back-filled'),
      failed: (error) => log.error({ err: error }, 'back-filled days could not be marked; trying again'),
      random,
      signal: stopping.signal,
    });
    if (isSafe && known.size > MAX_KNOWN_DAYS) known.clear();
    if (isSafe) for (const day of days) known.add(keyOf(day));
    return isSafe;
  };

  return {
    async start() {
      stopping = new AbortController();
      await load();
    },
    stop: () => stopping.abort(),
    load,
    note(frames) {
      for (const { meterId, time } of frames) keep(meterId, time);
    },
    check({ id, backfillUntil }, time) {
      const now = clock.now();
      if (!isBackfill(time, last.get(id) ?? null, now)) return null;
      return backfillUntil !== null && now < backfillUntil ? 'ALLOWED' : 'OLD';
    },
    async mark({ id, organization }, times) {
      const days = [...new Set(times.map((time) => localDay(time, organization.timeZone)))]
        .map((day) => ({ meterId: id, day }))
        .filter((day) => !known.has(keyOf(day)));
      if (days.length === 0) return;
      for (const day of days) gathering.set(keyOf(day), day);
      working = working.then(save);
      if (!(await working)) throw new Error('stopped before the days were marked as back-filled');
    },
  };
};
