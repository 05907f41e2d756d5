import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '@airdeck/domain/duration';
import type { Tx } from '../../platform/db/pool.ts';
import { encodeDay } from './encode-day.ts';
import { MAX_FRAMES } from './packed-format.ts';
import { type MeterDay, type PackedBlob, savePacked, takeDays } from './packed-queries.ts';
import { readFrames } from './read-frames-queries.ts';

/** Read in one go; between such goes others have their turn. */
const DAYS_AT_ONCE = 4;

/**
 * Packs these UTC days of meters, which are not packed: from the commit on their frames in `frame` no longer count.
 * Until then writers of those days wait. Answers false when another server packs.
 * @throws the database's error 55P03 when writers keep a day for too long.
 */
export const packDays = async (tx: Tx, wanted: readonly MeterDay[]): Promise<boolean> => {
  const isTaken = await takeDays(
    tx,
    wanted.map(({ day }) => day),
  );
  if (!isTaken) return false;
  const blobs: PackedBlob[] = [];
  for (let i = 0; i < wanted.length; i += DAYS_AT_ONCE) {
    const some = wanted.slice(i, i + DAYS_AT_ONCE);
    const spans = some.map(({ meterId, day }) => ({ meterId, start: day * DAY_MS, end: (day + 1) * DAY_MS }));
    for (const [at, frames] of (await readFrames(tx, spans, null)).entries()) {
      const day = some[at]?.day ?? 0;
      if (frames.times.length > MAX_FRAMES) continue;
      for (const [channel, data] of encodeDay(frames, day)) blobs.push({ meterId: frames.meterId, day, channel, data });
      await setImmediate();
    }
  }
  await savePacked(tx, blobs);
  return true;
};
