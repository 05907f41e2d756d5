import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../platform/db/pool.ts';
import { encodeDay } from './encode-day.ts';
import { DAY_MS, MAX_FRAMES } from './packed-format.ts';
import { type PackedBlob, savePacked, takeDay } from './packed-queries.ts';
import { readFrames } from './read-frames-queries.ts';

/** Read in one go; between such goes others have their turn. */
const METERS_AT_ONCE = 4;

/**
 * Packs a UTC day of these meters, which is not packed: from the commit on their frames in its partition no longer
 * count. Until then writers of that day wait. Answers false when another server packs.
 * @throws the database's error 55P03 when writers keep the day for too long.
 */
export const packMeters = async (tx: Tx, day: number, meterIds: readonly number[]): Promise<boolean> => {
  if (!(await takeDay(tx, day))) return false;
  const spans = meterIds.map((meterId) => ({ meterId, start: day * DAY_MS, end: (day + 1) * DAY_MS }));
  const blobs: PackedBlob[] = [];
  for (let i = 0; i < spans.length; i += METERS_AT_ONCE) {
    for (const frames of await readFrames(tx, spans.slice(i, i + METERS_AT_ONCE), null)) {
      if (frames.times.length > MAX_FRAMES) continue;
      for (const [channel, data] of encodeDay(frames, day)) blobs.push({ meterId: frames.meterId, day, channel, data });
      await setImmediate();
    }
  }
  await savePacked(tx, blobs);
  return true;
};
