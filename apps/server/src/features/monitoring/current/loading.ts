import { DAY_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import {
  addChannels,
  beginFill,
  type CurrentAir,
  endFill,
  fillSlot,
  type MeterAir,
  positionOf,
} from './current-air.ts';
import { type CurrentValues, listNewer, listSlots, loadCurrent } from './current-queries.ts';
import { SLOT_MS, slotOf, TREND_SLOTS } from './trend.ts';

export interface LoadingOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
  log: Log;
  current: CurrentAir;
}

const FILL_MS = 5_000;
const MAX_SAVED_METERS = 2_000;
const MAX_CATCH_UP_METERS = 200;
/** Small enough that processing the result does not block the process. */
const MAX_FILL_METERS = 100;

const applySaved = (current: CurrentAir, { meterId, time, channels, ticks, times }: CurrentValues): void => {
  const air = current.open(meterId);
  addChannels(air, channels);
  for (const [i, channel] of channels.entries()) {
    const position = positionOf(air, channel);
    const saved = times[i] ?? 0;
    if (saved <= (air.times[position] ?? 0)) continue;
    air.ticks[position] = ticks[i] ?? 0;
    air.times[position] = saved;
  }
  air.time = Math.max(air.time, time);
  air.version++;
};

/** Applies the saved values that are newer than those in memory, of some meters at a time: rows of all take much memory. */
const loadSaved = async (db: Db, current: CurrentAir, meterIds: readonly number[]): Promise<void> => {
  for (let i = 0; i < meterIds.length; i += MAX_SAVED_METERS) {
    for (const each of await loadCurrent(db, meterIds.slice(i, i + MAX_SAVED_METERS))) applySaved(current, each);
  }
};

/**
 * Applies frames stored after the last save. A meter that was never saved sent its first frames just before the stop;
 * frames older than a day would not be current anyway.
 */
const catchUp = async (db: Db, current: CurrentAir, snapshot: RegistrySnapshot, now: number): Promise<void> => {
  const seen = [...snapshot.meters.keys()].map((meterId) => ({
    meterId,
    time: current.of(meterId)?.time ?? now - DAY_MS,
  }));
  for (let i = 0; i < seen.length; i += MAX_CATCH_UP_METERS) {
    current.apply(await listNewer(db, seen.slice(i, i + MAX_CATCH_UP_METERS)));
  }
};

/**
 * Reads the last six hours of these meters from the store. Frames that arrive during the read are newer and are added;
 * until the read ends, the old trend is shown.
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

/** Loads current values from the store: the values at once, trends in the background. */
export const createLoading = ({ db, registry, clock, log, current }: LoadingOptions) => {
  /** Meters whose trend has not been read yet; meters with an outdated trend follow them. */
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
      log.error({ err: error }, 'reading trends failed; retrying');
      return FILL_MS;
    },
  );

  return {
    start: filling.start,
    stop: filling.stop,
    /** Resolves when the current values are loaded; their trends follow. */
    async load(): Promise<void> {
      const { snapshot } = registry;
      await loadSaved(db, current, [...snapshot().meters.keys()]);
      await catchUp(db, current, snapshot(), clock.now());
      unfilled = [...snapshot().meters.keys()].flatMap((meterId) => current.of(meterId) ?? []);
      filling.wake();
    },
  };
};
