import type { Db } from '../../../platform/db/pool.ts';
import type { CurrentAir } from './current-air.ts';
import { listSlots } from './current-queries.ts';
import { beginFill, endFill, fillSlot, type MeterAir } from './meter-air.ts';
import { SLOT_MS, slotOf, TREND_SLOTS } from './trend.ts';

/** Few enough that their answer is read without holding up others. */
export const FILL_AT_ONCE = 100;

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
