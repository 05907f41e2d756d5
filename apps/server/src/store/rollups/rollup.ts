import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { isLockTimeout } from '../../platform/db/refusal.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { BusEvents } from '../../registry/bus-events.ts';
import type { Registry } from '../../registry/registry.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import type { FrameWriter } from '../writer/frame-writer.ts';
import { createHourPacker } from './pack-hours.ts';
import { followRegistry } from './rebuild.ts';
import { rollDays } from './rollup-days.ts';
import { rollHours } from './rollup-hours.ts';
import { listDirty, type Mark, SHARDS, takeMarks } from './rollup-queries.ts';

/** One transaction's worth: some hundred milliseconds. */
const MAX_HOURS_PER_ROUND = 1_000;
const MAX_DAYS_PER_ROUND = 500;
const MAX_ROUNDS_PER_PASS = 10;
const LOOK_MS = 500;
const PAUSE_MS = 3_000;
/** Blocks of hours close every ten days. */
const PACK_REST_MS = 600_000;
/** In every zone, hours begin with one of these. */
const QUARTER_MS = 15 * MINUTE_MS;
/** Within which the last frames of an hour arrive: each would make the day stale again. */
const LATE_MS = 90_000;
/** With more meters, the cells of present days would be most of what the database writes. */
const MAX_PRESENT_METERS = 50_000;
/**
 * While frames arrive, an open hour is dirty again with the next one and read from its frames: it is rolled up when it
 * is over. When nothing has been stored for this long, it is rolled up at once: it may have been the last frame. Batches
 * of an overloaded server can be half a second apart.
 */
const QUIET_MS = 1_000;

export interface RollupOptions {
  db: Db;
  registry: Registry;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  writer: Pick<FrameWriter, 'idleMs'>;
  /** With more meters, present days are not computed. */
  maxPresentMeters?: number;
}

export interface Rollup {
  start(): void;
  stop(): Promise<void>;
  /** Handles every existing mark. */
  drain(): Promise<void>;
  /** Marks the rollups to rebuild because the registry has other zones or standards than they were made with. */
  follow(): Promise<void>;
}

/**
 * Computes marked hours and days in the background, the oldest first. The present day is computed after each of its hours:
 * readers then add only the open one (`open-days`). After each pass over open hours it would be computed too often.
 */
export const createRollup = (options: RollupOptions): Rollup => {
  const { db, registry, bus, clock, log, writer, maxPresentMeters = MAX_PRESENT_METERS } = options;
  let stopped = false;
  let forgetRegistry = (): void => {};
  const hourPacker = createHourPacker(db, (error) => log.error({ err: error }, 'hours could not be packed'));
  let packAt = 0;
  /** The quarter of an hour in which no more present days are to be computed. */
  let madeQuarter = 0;
  /** When a pass over open hours ended (performance.now). */
  let passedAt = Number.NEGATIVE_INFINITY;
  /** The snapshot that the rollups are made with, or marked to be. */
  let followed: RegistrySnapshot | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** Marks are claimed by one process at a time. */
  const exclusive = <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };

  /** A separate, short transaction: during it no writer can rely on marks. */
  const take = async (hours: readonly MeterHour[]): Promise<Mark[]> => {
    if (hours.length === 0) return [];
    try {
      return await db.tx((tx) => takeMarks(tx, hours));
    } catch (error) {
      if (isLockTimeout(error)) return [];
      throw error;
    }
  };

  /** Works off some of the marked hours of a shard that begin before `before`. Answers whether this server did any. */
  const round = async (before: number, shard: number): Promise<boolean> => {
    const marks = await take(await listDirty(db, { before, shard, limit: MAX_HOURS_PER_ROUND }));
    return marks.length > 0 && (await db.tx((tx) => rollHours(tx, registry.snapshot(), marks)));
  };

  /**
   * Works off marked hours that begin before `before`, the shards beside each other: one computes while the database works
   * for the other. After each round but the last one it asks whether it `goesOn`; a changed registry ends it, because
   * `follow` comes first then. Answers whether this server did any.
   */
  const rollMarked = (before: number, maxRounds: number, goesOn = () => true): Promise<boolean> =>
    exclusive(async () => {
      const snapshot = registry.snapshot();
      const isOver = () => registry.snapshot() !== snapshot || !goesOn();
      const shards = SHARDS.map(async (shard) => {
        let rounds = 0;
        while (rounds < maxRounds && (rounds === 0 || !isOver()) && (await round(before, shard))) rounds += 1;
        return rounds > 0;
      });
      // All have ended before anything else, even if one fails.
      await Promise.allSettled(shards);
      return (await Promise.all(shards)).includes(true);
    });

  const rollSomeDays = (today: ReadonlyMap<string, string> | null): Promise<boolean> =>
    exclusive(async () => (await db.tx((tx) => rollDays(tx, registry.snapshot(), today, MAX_DAYS_PER_ROUND))) > 0);

  const rollPresentDays = async (): Promise<boolean> => {
    const quarter = Math.floor((clock.now() - LATE_MS) / QUARTER_MS);
    const isDue = quarter !== madeQuarter && registry.snapshot().meters.size <= maxPresentMeters;
    if (isDue && (await rollSomeDays(null))) return true;
    madeQuarter = quarter;
    return false;
  };

  /** The current day of each zone with offices: without meters, no day is marked. */
  const todays = (): Map<string, string> => {
    const zones = [...registry.snapshot().organizations.values()].flatMap(({ offices, timeZone }) =>
      offices.length > 0 ? timeZone : [],
    );
    return new Map(zones.map((zone) => [zone, localDay(clock.now(), zone)]));
  };

  const follow = (): Promise<void> =>
    exclusive(async () => {
      const snapshot = registry.snapshot();
      if (snapshot === followed) return;
      if (await followRegistry(db, snapshot, () => stopped)) followed = snapshot;
    });

  const soon = () => clock.now() + DAY_MS;

  /** Sooner, if it can be quiet by then. */
  const untilNextLook = (): number => {
    const untilQuiet = QUIET_MS - writer.idleMs();
    return untilQuiet > 0 ? Math.min(untilQuiet, LOOK_MS) : LOOK_MS;
  };

  /** How long to rest after it. */
  const work = async (): Promise<number> => {
    const begin = performance.now();
    const took = () => performance.now() - begin;
    await follow();
    if (await rollMarked(clock.now() - HOUR_MS, 1)) return took();
    if (await rollSomeDays(todays())) return took();
    if (await rollPresentDays()) return took();
    const isPacking = performance.now() >= packAt && (await exclusive(() => hourPacker.pack(clock.now())));
    if (!isPacking && performance.now() >= packAt) packAt = performance.now() + PACK_REST_MS;
    const isQuiet = (): boolean => writer.idleMs() >= QUIET_MS && !stopped;
    if (performance.now() < passedAt + PAUSE_MS || !isQuiet()) return isPacking ? took() : untilNextLook();
    // Stops when frames arrive again. If this process cannot hear of them, hours may be marked again and again.
    await rollMarked(soon(), MAX_ROUNDS_PER_PASS, isQuiet);
    passedAt = performance.now();
    return LOOK_MS;
  };

  const loop = createLoop(work, (error) => {
    log.error({ err: error }, 'rollups could not be made; trying again');
    return PAUSE_MS;
  });

  return {
    start() {
      stopped = false;
      // At once, and if that fails in the loop.
      forgetRegistry = bus.on('registry.changed', () => {
        follow().catch((error) => log.error({ err: error }, 'rollups could not be marked; trying again'));
      });
      loop.start();
    },
    async stop() {
      stopped = true;
      forgetRegistry();
      await loop.stop();
      await last;
    },
    async drain() {
      await follow();
      while (await rollMarked(soon(), MAX_ROUNDS_PER_PASS));
      while (await rollSomeDays(null));
    },
    follow,
  };
};
