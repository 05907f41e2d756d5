import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import type { DayRange } from '@airdeck/domain/range';
import type { Meter } from '../../../registry/snapshot.ts';
import type { MeterBuckets } from '../../../store/history/buckets.ts';
import { memoize } from '../list/memoize.ts';

/** An item of a list of averages: one channel of a meter. INDEX_CHANNEL stands for the meter itself. */
export interface AverageItem {
  meter: Meter;
  channel: number;
}

/** An item and its number of readings in each bucket of its zone. */
export interface ItemBuckets<Item> {
  item: Item;
  /** Position of the item in the list's order. */
  rank: number;
  buckets: readonly Bucket[];
  count: ArrayLike<number>;
}

/** Refers to one row: an item and the index of its bucket. */
export interface BucketRef<Item> {
  of: ItemBuckets<Item>;
  at: number;
}

export const bucketOf = ({ of, at }: BucketRef<unknown>): Bucket => of.buckets[at] as Bucket;

const timesOfBuckets = new WeakMap<Bucket, { start: string; end: string }>();

/** Start and end of a row's bucket in the form of the answer. Many rows share the same object. */
export const bucketTimes = (ref: BucketRef<unknown>): { start: string; end: string } => {
  const bucket = bucketOf(ref);
  const known = timesOfBuckets.get(bucket);
  if (known) return known;
  const times = { start: new Date(bucket.start).toISOString(), end: new Date(bucket.end).toISOString() };
  timesOfBuckets.set(bucket, times);
  return times;
};

/** Counts the readings of each item in each bucket; leaves out items without any. */
export const countsIn = <Item extends AverageItem>(
  read: MeterBuckets,
  items: readonly Item[],
  { from, to }: DayRange,
  unit: BucketUnit,
): ItemBuckets<Item>[] => {
  const bucketsIn = memoize((zone: string) => bucketsOf(unit, from, to, zone));
  return items.flatMap((item, rank) => {
    const count = read.get(item.meter.id)?.get(item.channel)?.count;
    if (!count) return [];
    // Copied, so that nothing else of the data read stays in memory.
    return [{ item, rank, buckets: bucketsIn(item.meter.organization.timeZone), count: Uint32Array.from(count) }];
  });
};

/** Every row, unordered. */
export function* allRefs<Item>(all: readonly ItemBuckets<Item>[]): Generator<BucketRef<Item>> {
  for (const of of all) {
    for (let at = 0; at < of.count.length; at++) if (of.count[at]) yield { of, at };
  }
}

export const countRefs = (all: readonly ItemBuckets<unknown>[]): number => {
  let rows = 0;
  for (const { count } of all) for (let at = 0; at < count.length; at++) if (count[at]) rows++;
  return rows;
};

/** Rows from number `from` on by the start of their bucket; rows of the same start are in the items' order. */
export function* refsByStart<Item>(
  all: readonly ItemBuckets<Item>[],
  newestFirst: boolean,
  from: number,
): Generator<BucketRef<Item>> {
  const rows = new Map<number, number>();
  for (const ref of allRefs(all)) {
    const { start } = bucketOf(ref);
    rows.set(start, (rows.get(start) ?? 0) + 1);
  }
  const starts = [...rows.keys()].sort((a, b) => (newestFirst ? b - a : a - b));
  const indexes = memoize((buckets: readonly Bucket[]) => new Map(buckets.map(({ start }, at) => [start, at])));
  let skipped = from;
  for (const start of starts) {
    const here = rows.get(start) ?? 0;
    if (skipped >= here) {
      skipped -= here;
      continue;
    }
    for (const of of all) {
      const at = indexes(of.buckets).get(start);
      if (at === undefined || !of.count[at]) continue;
      if (skipped > 0) skipped--;
      else yield { of, at };
    }
  }
}
