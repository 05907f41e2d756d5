import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import type { StoredFrame } from '../feed/entry.ts';

/** One channel's readings of one bucket. */
export interface PlainBucket {
  meterId: number;
  channel: number;
  bucket: Bucket;
  ticks: number[];
}

/** Assigns every reading to its bucket in the simplest way; channel 0 represents the frames. */
export const bucketsOfFrames = (
  frames: readonly StoredFrame[],
  zones: ReadonlyMap<number, string>,
  unit: BucketUnit,
  from: string,
  to: string,
): PlainBucket[] => {
  const found = new Map<string, PlainBucket>();
  for (const { meterId, time, channels, ticks } of frames) {
    const zone = zones.get(meterId) ?? '';
    const day = localDay(time, zone);
    if (day < from || day > to) continue;
    const bucket = bucketsOf(unit, from, to, zone).find(({ start, end }) => start <= time && time < end);
    if (!bucket) throw new Error('no bucket');
    for (const [i, channel] of [0, ...channels].entries()) {
      const key = `${meterId}/${channel}/${bucket.start}`;
      const plain = found.get(key) ?? { meterId, channel, bucket, ticks: [] };
      found.set(key, plain);
      plain.ticks.push(ticks[i - 1] ?? 0);
    }
  }
  return [...found.values()];
};
