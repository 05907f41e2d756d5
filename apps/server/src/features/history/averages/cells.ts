import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import type { DayRange } from '@airdeck/domain/range';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import {
  BUCKET_NUMBERS,
  type BucketTable,
  COUNT_AT,
  MAX_AT,
  type MeterTable,
  MIN_AT,
  placeAt,
  readBucketTable,
  SUM_AT,
  USUAL_CHANNELS,
} from '../../../store/history/bucket-table.ts';
import type { ChannelBuckets } from '../../../store/history/read-buckets.ts';
import { larger, smaller } from '../../../store/rollups/day-cell.ts';
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

/** Start and end of a bucket in the form of the answer. Many rows share the same object. */
export const bucketTimes = (bucket: Bucket): { start: string; end: string } => {
  const known = timesOfBuckets.get(bucket);
  if (known) return known;
  const times = { start: new Date(bucket.start).toISOString(), end: new Date(bucket.end).toISOString() };
  timesOfBuckets.set(bucket, times);
  return times;
};

/** Counts the readings of each item in each bucket; leaves out items without any. */
export const countsIn = <Item extends AverageItem>(
  read: BucketTable,
  items: readonly Item[],
  { from, to }: DayRange,
  unit: BucketUnit,
): ItemBuckets<Item>[] => {
  const bucketsIn = memoize((zone: string) => bucketsOf(unit, from, to, zone));
  return items.flatMap((item, rank) => {
    const own = read.get(item.meter.id);
    const place = own?.places.get(item.channel);
    if (!own || place === undefined) return [];
    const buckets = bucketsIn(item.meter.organization.timeZone);
    // Copied, so that nothing else of the data read stays in memory.
    const count = new Uint32Array(buckets.length);
    for (let at = 0; at < count.length; at++) count[at] = own.numbers[placeAt(place, at) + COUNT_AT] as number;
    return [{ item, rank, buckets, count }];
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

/** Number of rows by the start of their bucket. */
const countByStart = (all: readonly ItemBuckets<unknown>[]): Map<number, number> => {
  const byBuckets = new Map<readonly Bucket[], Uint32Array>();
  for (const { buckets, count } of all) {
    const rows = byBuckets.get(buckets) ?? new Uint32Array(buckets.length);
    byBuckets.set(buckets, rows);
    for (let at = 0; at < rows.length; at++) if (count[at]) rows[at] = (rows[at] as number) + 1;
  }
  const byStart = new Map<number, number>();
  for (const [buckets, rows] of byBuckets) {
    for (const [at, { start }] of buckets.entries()) {
      if (rows[at]) byStart.set(start, (byStart.get(start) ?? 0) + rows[at]);
    }
  }
  return byStart;
};

/** Rows from number `from` on by the start of their bucket; rows of the same start are in the items' order. */
export function* refsByStart<Item>(
  all: readonly ItemBuckets<Item>[],
  newestFirst: boolean,
  from: number,
): Generator<BucketRef<Item>> {
  const rows = countByStart(all);
  const starts = [...rows.keys()].sort((a, b) => (newestFirst ? b - a : a - b));
  const indexes = memoize((buckets: readonly Bucket[]) => new Map(buckets.map(({ start }, at) => [start, at])));
  let skipped = from;
  for (const start of starts) {
    const here = rows.get(start) ?? 0;
    if (skipped >= here) {
      skipped -= here;
      continue;
    }
    // Items of a zone share their buckets.
    let buckets: readonly Bucket[] = [];
    let at: number | undefined;
    for (const of of all) {
      if (of.buckets !== buckets) {
        buckets = of.buckets;
        at = indexes(buckets).get(start);
      }
      if (at === undefined || !of.count[at]) continue;
      if (skipped > 0) skipped--;
      else yield { of, at };
    }
  }
}

/** Statistics of a channel in one bucket, in ticks; min and max are null without readings. */
export interface Cell {
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
}

/** A meter's channels in one bucket. */
export type CellOf = (channel: number) => Cell | null;

export interface CellQuestion {
  days: DayRange;
  unit: BucketUnit;
  /** null reads all. */
  channels: readonly number[] | null;
}

/** Maximum cells to read at once, of all channels together. */
const MAX_CELLS_AT_ONCE = 500_000;

/** null without readings. */
export const cellAt = (buckets: ChannelBuckets | undefined, at: number): Cell | null => {
  const count = buckets?.count[at];
  if (!buckets || !count) return null;
  return { count, sum: buckets.sum[at] ?? 0, min: buckets.min[at] ?? null, max: buckets.max[at] ?? null };
};

/** Merges two cells. */
export const joinTwo = (a: Cell | null, b: Cell | null): Cell | null => {
  if (!a || !b) return a ?? b;
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    min: smaller(a.min, b.min),
    max: larger(a.max, b.max),
  };
};

/** Merges the cells of several sensors: all their readings together. */
export const joinCells = (channels: readonly number[], cellOf: CellOf): Cell | null => {
  let cell: Cell | null = null;
  for (const channel of channels) cell = joinTwo(cell, cellOf(channel));
  return cell;
};

/** Whether all possible cells of a list are few enough to read at once. */
export const isReadAtOnce = (meters: number, buckets: number): boolean =>
  meters * buckets * USUAL_CHANNELS <= MAX_CELLS_AT_ONCE;

/** The last requested day of a row's bucket. */
const lastDayOf = (ref: BucketRef<AverageItem>, { unit, days }: CellQuestion): string => {
  if (unit === 'hour') return bucketOf(ref).day;
  const next = ref.of.buckets[ref.at + 1];
  return next ? addDays(next.day, -1) : days.to;
};

/** The days that cover all rows. */
const daysOf = (refs: readonly BucketRef<AverageItem>[], question: CellQuestion): DayRange => {
  let from = '9999-12-31';
  let to = '0001-01-01';
  for (const ref of refs) {
    const { day } = bucketOf(ref);
    const last = lastDayOf(ref, question);
    if (day < from) from = day;
    if (last > to) to = last;
  }
  return { from, to };
};

/** Indexes of rows by meter, in groups of meters small enough to read at once. */
const groupsOf = (refs: readonly BucketRef<AverageItem>[], bucketsEach: number): Map<Meter, number[]>[] => {
  const byMeter = new Map<Meter, number[]>();
  for (const [i, { of }] of refs.entries()) {
    const indexes = byMeter.get(of.item.meter);
    if (indexes) indexes.push(i);
    else byMeter.set(of.item.meter, [i]);
  }
  const size = Math.max(1, Math.floor(MAX_CELLS_AT_ONCE / USUAL_CHANNELS / bucketsEach));
  const entries = [...byMeter];
  const length = Math.ceil(entries.length / size);
  return Array.from({ length }, (_, i) => new Map(entries.slice(i * size, (i + 1) * size)));
};

/** A row and its place in the buckets to build it from. */
export interface FilledRef<Item extends AverageItem> {
  ref: BucketRef<Item>;
  own: MeterTable | undefined;
  at: number;
}

/** The cells of a row. */
export const cellsOf =
  ({ own, at }: Pick<FilledRef<AverageItem>, 'own' | 'at'>): CellOf =>
  (channel) => {
    const first = own?.places.get(channel);
    if (!own || first === undefined) return null;
    const { numbers } = own;
    const place = placeAt(first, at);
    const count = numbers[place + COUNT_AT] as number;
    if (count === 0) return null;
    const sum = numbers[place + SUM_AT] as number;
    const min = numbers[place + MIN_AT] as number;
    return Number.isNaN(min)
      ? { count, sum, min: null, max: null }
      : { count, sum, min, max: numbers[place + MAX_AT] as number };
  };

/** Copies the cells of one bucket, so that the other buckets can be freed. */
const detach = (own: MeterTable | undefined, at: number): MeterTable | undefined => {
  if (!own) return undefined;
  const numbers: number[] = [];
  const places = new Map<number, number>();
  for (const [channel, first] of own.places) {
    places.set(channel, numbers.length);
    const place = placeAt(first, at);
    for (let i = 0; i < BUCKET_NUMBERS; i++) numbers.push(own.numbers[place + i] as number);
  }
  return { numbers, places };
};

/** Reads the cells of rows: only of their meters and days, one group of meters after the other. */
export const loadCells = async <Item extends AverageItem>(
  context: RequestContext,
  question: CellQuestion,
  refs: readonly BucketRef<Item>[],
): Promise<FilledRef<Item>[]> => {
  const filled = new Array<FilledRef<Item>>(refs.length);
  const { from, to } = daysOf(refs, question);
  const { unit, channels } = question;
  const firstOf = memoize((buckets: readonly Bucket[]) => buckets.findIndex(({ day }) => day >= from));
  const lastOf = memoize((buckets: readonly Bucket[]) => buckets.findLastIndex(({ day }) => day <= to));
  const bucketsEach = Math.max(1, ...refs.slice(0, 1).map(({ of }) => lastOf(of.buckets) - firstOf(of.buckets) + 1));
  const groups = groupsOf(refs, bucketsEach);
  for (const group of groups) {
    const meters = [...group.keys()];
    const read = await context.read((tx) =>
      readBucketTable(tx, context.snapshot, { meters, channels, unit, from, to }),
    );
    for (const [meter, indexes] of group) {
      const own = read.get(meter.id);
      for (const i of indexes) {
        const ref = refs[i] as BucketRef<Item>;
        const at = ref.at - firstOf(ref.of.buckets);
        filled[i] = groups.length > 1 ? { ref, own: detach(own, at), at: 0 } : { ref, own, at };
      }
    }
  }
  return filled;
};
