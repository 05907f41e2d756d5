import type { BucketUnit } from '@airdeck/domain/bucket';
import type { Meter } from '../../registry/snapshot.ts';

/** Means of what these meters measured on local days of theirs, `from` to `to`, both included. */
export interface BucketQuestion {
  meters: readonly Meter[];
  /** Which channels; INDEX_CHANNEL is the index and counts frames. null is all of them. */
  channels: readonly number[] | null;
  unit: BucketUnit;
  from: string;
  to: string;
}

/**
 * One channel's buckets, as long as `bucketsOf(unit, from, to, zone)` of the meter's zone. Ticks of the type, so
 * mean = sum / count. Where count is 0, min and max are null. INDEX_CHANNEL: count = frames, tenths of the hours'
 * indexes each as often as its hour has frames; hours without an index are filled with the mean of the others of their
 * day, days without one with the mean of the others of their bucket, and a bucket without any has min and max null.
 */
export interface ChannelBuckets {
  count: number[];
  sum: number[];
  min: (number | null)[];
  max: (number | null)[];
}

/** By meter id, then by channel; what measured nothing is left out. */
export type MeterBuckets = Map<number, Map<number, ChannelBuckets>>;
