import type { Db } from '../../../platform/db/pool.ts';
import type { StoredFrame } from '../../../site/events.ts';
import type { SitePicture } from '../../../site/picture.ts';
import type { CurrentAir } from './current-air.ts';
import { listNewer, loadCurrent, saveCurrent } from './current-queries.ts';
import { positionOf } from './meter-air.ts';

const DAY_MS = 86_400_000;
const METERS_AT_ONCE = 200;

/** Takes over what was last saved. */
export const loadSaved = async (db: Db, current: CurrentAir): Promise<void> => {
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
 * before the stop; older ones than a day's would not be current anyway.
 */
export const catchUp = async (
  db: Db,
  current: CurrentAir,
  picture: SitePicture,
  now: number,
  onFrames: (frames: StoredFrame[]) => void,
): Promise<void> => {
  const seen = [...picture.meters.keys()].map((meterId) => ({
    meterId,
    time: current.of(meterId)?.time ?? now - DAY_MS,
  }));
  for (let i = 0; i < seen.length; i += METERS_AT_ONCE) {
    const frames = await listNewer(db, seen.slice(i, i + METERS_AT_ONCE));
    if (frames.length === 0) continue;
    current.apply(frames);
    onFrames(frames);
  }
};

/** Saves what changed since the last time; when that fails, it is tried again with the next. */
export const saveChanged = async (db: Db, current: CurrentAir): Promise<void> => {
  const airs = current.takeUnsaved();
  if (airs.length === 0) return;
  try {
    await saveCurrent(db, airs);
  } catch (error) {
    current.putBack(airs);
    throw error;
  }
};
