import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import type { Meter } from '../../../site/picture.ts';
import type { MeterBuckets } from '../../../store/history/buckets.ts';
import { perKey } from '../list/per-key.ts';
import type { Period } from '../request/period.ts';

/** What a list of averages has rows of: one channel of a meter. INDEX_CHANNEL stands for the meter itself. */
export interface AverageItem {
  meter: Meter;
  channel: number;
}

/** An item and how often it was measured in each bucket of its zone. */
export interface ItemBuckets<Item> {
  item: Item;
  /** Place of the item in the list's order. */
  place: number;
  buckets: readonly Bucket[];
  count: ArrayLike<number>;
}

/** One row: an item and the place of its bucket. */
export interface BucketRef<Item> {
  of: ItemBuckets<Item>;
  at: number;
}

export const bucketOf = ({ of, at }: BucketRef<unknown>): Bucket => of.buckets[at] as Bucket;

/** The channels by which it is known how often items were measured. */
export const countedChannels = (items: readonly AverageItem[]): number[] => [
  ...new Set(items.map(({ channel }) => channel)),
];

/** How often each item was measured in each bucket; items that never were are left out. */
export const countsIn = <Item extends AverageItem>(
  read: MeterBuckets,
  items: readonly Item[],
  { startTime, endTime }: Period,
  unit: BucketUnit,
): ItemBuckets<Item>[] => {
  const bucketsIn = perKey((zone: string) => bucketsOf(unit, startTime, endTime, zone));
  return items.flatMap((item, place) => {
    const count = read.get(item.meter.id)?.get(item.channel)?.count;
    if (!count) return [];
    // Of all that was read only this is kept.
    return [{ item, place, buckets: bucketsIn(item.meter.organization.timeZone), count: Uint32Array.from(count) }];
  });
};

/** Every row, in no order. */
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

/** Rows from number `from` on by the start of their bucket, those of one start in the items' order. */
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
  const places = perKey((buckets: readonly Bucket[]) => new Map(buckets.map(({ start }, at) => [start, at])));
  let skipped = from;
  for (const start of starts) {
    const here = rows.get(start) ?? 0;
    if (skipped >= here) {
      skipped -= here;
      continue;
    }
    for (const of of all) {
      const at = places(of.buckets).get(start);
      if (at === undefined || !of.count[at]) continue;
      if (skipped > 0) skipped--;
      else yield { of, at };
    }
  }
}
