import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { type BucketQuestion, type CellSink, readCells } from './read-layers.ts';

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

/** Values by meter id, then by channel; channels without readings are left out. */
export type MeterBuckets = Map<number, Map<number, ChannelBuckets>>;

/** Sums of buckets while they are being added up. */
interface BucketSums extends ChannelBuckets {
  /** Number of frames without an index. */
  unfilled: number[];
}

interface BucketAccumulator extends CellSink<BucketSums> {
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

/** Adds the readings of a part of a bucket. */
const add = (buckets: BucketSums, at: number, count: number, sum: number, min: number, max: number): void => {
  if (count === 0 || at < 0) return;
  buckets.count[at] = (buckets.count[at] as number) + count;
  if (Number.isNaN(sum)) {
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

const createBucketAccumulator = (): BucketAccumulator => {
  const meters = new Map<number, Map<number, BucketSums>>();
  return {
    add,
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

/**
 * Averages by hour, day, month or year, from any layer; `read-columns` reads many channels faster. Each layer is read
 * together with its stale marks in one statement, and stale elements are read from the layer below in the next one:
 * days from their hours, hours from their frames. So each element comes from exactly one layer and is at least as new
 * as the query, even if rollups are computed or frames packed meanwhile. A transaction with a single snapshot must hold a lock on
 * `frame` from before it: otherwise a day that is packed and dropped meanwhile is missing.
 */
export const readBuckets = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  question: BucketQuestion,
): Promise<MeterBuckets> => {
  const accumulator = createBucketAccumulator();
  await readCells(db, snapshot, question, accumulator);
  return accumulator.finish();
};
