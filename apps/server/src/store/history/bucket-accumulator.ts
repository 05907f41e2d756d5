import type { DayCell } from '../rollups/day-cell.ts';
import { INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import type { ChannelBuckets, MeterBuckets } from './buckets.ts';

/** Sums of buckets while they are being added up. */
interface BucketSums extends ChannelBuckets {
  /** Of the index: how many of the frames have no index. */
  unfilled: number[];
}

export interface BucketAccumulator {
  /** The buckets of a meter's channel, `length` of them. */
  of(meterId: number, channel: number, length: number): BucketSums;
  /** All of them, when everything has been added. */
  finish(): MeterBuckets;
}

const empty = (channel: number, length: number): BucketSums => ({
  count: new Array<number>(length).fill(0),
  sum: new Array<number>(length).fill(0),
  min: new Array<number | null>(length).fill(null),
  max: new Array<number | null>(length).fill(null),
  unfilled: channel === INDEX_CHANNEL ? new Array<number>(length).fill(0) : [],
});

/** Adds what was measured in a part of a bucket. */
export const add = (buckets: BucketSums, at: number, { count, sum, min, max }: DayCell): void => {
  if (count === 0 || at < 0) return;
  buckets.count[at] = (buckets.count[at] as number) + count;
  if (sum === null || min === null || max === null) {
    buckets.unfilled[at] = (buckets.unfilled[at] as number) + count;
    return;
  }
  buckets.sum[at] = (buckets.sum[at] as number) + sum;
  const [least, most] = [buckets.min[at] ?? min, buckets.max[at] ?? max];
  buckets.min[at] = least < min ? least : min;
  buckets.max[at] = most > max ? most : max;
};

/** Frames without an index are filled with the mean of the others, as in a day. */
const fill = ({ unfilled, ...buckets }: BucketSums): ChannelBuckets => {
  for (const [at, frames] of unfilled.entries()) {
    const count = buckets.count[at] as number;
    if (frames > 0 && frames < count) buckets.sum[at] = ((buckets.sum[at] as number) * count) / (count - frames);
  }
  return buckets;
};

export const createBucketAccumulator = (): BucketAccumulator => {
  const meters = new Map<number, Map<number, BucketSums>>();
  return {
    of(meterId, channel, length) {
      const channels = meters.get(meterId) ?? new Map<number, BucketSums>();
      meters.set(meterId, channels);
      const known = channels.get(channel) ?? empty(channel, length);
      channels.set(channel, known);
      return known;
    },
    finish() {
      const answer: MeterBuckets = new Map();
      for (const [meterId, channels] of meters) {
        const measured = [...channels].filter(([, { count }]) => count.some((each) => each > 0));
        if (measured.length > 0) answer.set(meterId, new Map(measured.map(([channel, all]) => [channel, fill(all)])));
      }
      return answer;
    },
  };
};
