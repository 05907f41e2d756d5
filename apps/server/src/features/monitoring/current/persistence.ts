import { DAY_MS } from '@airdeck/domain/duration';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import type { BusEvents, StoredFrame } from '../../../registry/events.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { CurrentAir } from './current-air.ts';
import { listNewer, listSlots, loadCurrent, saveCurrent } from './current-queries.ts';
import { beginFill, endFill, fillSlot, type MeterAir, positionOf } from './meter-air.ts';
import { SLOT_MS, slotOf, TREND_SLOTS } from './trend.ts';

export interface PersistenceOptions {
  db: Db;
  registry: Registry;
  bus: Bus<BusEvents>;
  clock: Clock;
  log: Log;
  current: CurrentAir;
}

const SAVE_MS = 2_000;
/** Saving takes at most a tenth of the time. */
const SAVE_REST = 10;
const FILL_MS = 5_000;
const MAX_CATCH_UP_METERS = 200;
/** Few enough that their answer is read without holding up others. */
const MAX_FILL_METERS = 100;

/** Takes over what was last saved. */
const loadSaved = async (db: Db, current: CurrentAir): Promise<void> => {
  for (const row of await loadCurrent(db)) {
    const air = current.open(row.meter_id);
    for (const [i, channel] of row.channel.entries()) {
      const position = positionOf(air, channel);
      air.ticks[position] = row.value[i] ?? 0;
      air.times[position] = row.channel_times[i] ?? 0;
    }
    air.time = row.time.getTime();
    air.version++;
  }
};

/**
 * Applies what was stored after the last save, and hands it on. A meter that was never saved sent its first frames just
 * before the stop; frames older than a day would not be current anyway.
 */
const catchUp = async (
  db: Db,
  current: CurrentAir,
  snapshot: RegistrySnapshot,
  now: number,
  onFrames: (frames: StoredFrame[]) => void,
): Promise<void> => {
  const seen = [...snapshot.meters.keys()].map((meterId) => ({
    meterId,
    time: current.of(meterId)?.time ?? now - DAY_MS,
  }));
  for (let i = 0; i < seen.length; i += MAX_CATCH_UP_METERS) {
    const frames = await listNewer(db, seen.slice(i, i + MAX_CATCH_UP_METERS));
    if (frames.length === 0) continue;
    current.apply(frames);
    onFrames(frames);
  }
};

/** Saves what changed since the last time; when that fails, it is tried again with the next. */
const saveChanged = async (db: Db, current: CurrentAir): Promise<void> => {
  const airs = current.takeUnsaved();
  if (airs.length === 0) return;
  try {
    await saveCurrent(db, airs);
  } catch (error) {
    current.putBack(airs);
    throw error;
  }
};

/**
 * Reads the last six hours of these meters from the store. What arrives meanwhile is newer than what is read, and is
 * added to it; until then the old trend is shown.
 */
export const fillTrends = async (
  db: Db,
  current: CurrentAir,
  airs: readonly MeterAir[],
  now: number,
): Promise<void> => {
  const since = (slotOf(now) - TREND_SLOTS + 1) * SLOT_MS;
  const recent = airs.filter((air) => air.time >= since);
  if (recent.length === 0) return;
  const meters = recent.map((air) => ({ meterId: air.meterId, until: beginFill(air) }));
  for (const { meter_id, channel, slot, sum, count } of await listSlots(db, meters, since)) {
    const air = current.of(meter_id);
    if (air) fillSlot(air, channel, slot, sum, count);
  }
  for (const air of recent) endFill(air);
};

/** Keeps current values and the store together: what is saved is loaded, what changes is saved, trends are filled. */
export const createPersistence = ({ db, registry, bus, clock, log, current }: PersistenceOptions) => {
  const saving = createLoop(
    async () => {
      const begin = performance.now();
      await saveChanged(db, current);
      return Math.max(SAVE_MS, (performance.now() - begin) * SAVE_REST);
    },
    (error) => {
      log.error({ err: error }, 'current values could not be saved; trying again');
      return SAVE_MS;
    },
  );

  /** Meters whose trend has not been read yet; after them come those that became old. */
  let unfilled: MeterAir[] = [];
  const filling = createLoop(
    async () => {
      const isFirst = unfilled.length > 0;
      const airs = isFirst ? unfilled.splice(0, MAX_FILL_METERS) : current.takeLate(MAX_FILL_METERS);
      try {
        await fillTrends(db, current, airs, clock.now());
      } catch (error) {
        unfilled.push(...airs);
        throw error;
      }
      return isFirst ? 0 : FILL_MS;
    },
    (error) => {
      log.error({ err: error }, 'trends could not be read; trying again');
      return FILL_MS;
    },
  );

  return {
    /** Resolves when the current values are those of the store; trends are filled afterwards. */
    async start(): Promise<void> {
      await loadSaved(db, current);
      const { snapshot } = registry;
      await catchUp(db, current, snapshot(), clock.now(), (frames) => bus.emit('frames.caught-up', frames));
      unfilled = [...snapshot().meters.keys()].flatMap((meterId) => current.of(meterId) ?? []);
      saving.start();
      filling.start();
    },
    async stop(): Promise<void> {
      await filling.stop();
      await saving.stop();
      await saveChanged(db, current);
    },
  };
};
