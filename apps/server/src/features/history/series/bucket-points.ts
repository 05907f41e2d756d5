import type { Measure } from '@airdeck/contract/history/query';
import type { Series } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { completeness } from '@airdeck/domain/completeness';
import { type DayRange, timeRangeOf } from '@airdeck/domain/range';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type ChannelBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { createUnshift, pairHours, weeksBefore } from './axis.ts';
import { averagedChannels, organizationOf, type SeriesItem } from './series-item.ts';

/** Summary of a line's whole period. */
export type Summary = NonNullable<Series['summary']>;

/** Averages of a line by bucket. Epoch ms; null without readings. */
export interface BucketPoints {
  times: number[];
  values: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
  completeness: number[];
}

/** Time at which a bucket is drawn, and its index among the buckets read in the item's zone; −1 for none. */
interface Slot {
  time: number;
  at: number;
}

/** The days of one zone that cover the days of another. */
const daysAround = (days: DayRange, zone: string, own: string): DayRange =>
  zone === own ? days : { from: addDays(days.from, -1), to: addDays(days.to, 1) };

/** Returns a lookup of the bucket that begins at an instant, or on a day. */
const placesOf = <Key>(buckets: readonly Bucket[], keyOf: (bucket: Bucket) => Key): ((key: Key) => number) => {
  const places = new Map(buckets.map((bucket, at) => [keyOf(bucket), at]));
  return (key) => places.get(key) ?? -1;
};

const hourSlots = (read: readonly Bucket[], days: DayRange, weeksAgo: number, zone: string, own: string): Slot[] => {
  if (weeksAgo === 0 && zone === own) return read.map(({ start }, at) => ({ time: start, at }));
  const { start, end } = timeRangeOf(days, zone);
  const around = daysAround(days, zone, own);
  const hours = bucketsOf('hour', around.from, around.to, own).filter(
    (hour) => start <= hour.start && hour.start < end,
  );
  const unshift = weeksAgo === 0 ? (time: number) => time : createUnshift(pairHours(days, weeksAgo, zone));
  const axisPlaceOf = placesOf(read, (bucket) => bucket.start);
  return hours.map((hour) => {
    const source = unshift(hour.start);
    return { time: hour.start, at: source === null ? -1 : axisPlaceOf(source) };
  });
};

const daySlots = (
  read: readonly Bucket[],
  unit: BucketUnit,
  days: DayRange,
  weeksAgo: number,
  zone: string,
): Slot[] => {
  const axisPlaceOf = placesOf(read, ({ day }) => day);
  return bucketsOf(unit, days.from, days.to, zone).map(({ day, start }) => ({
    time: start,
    at: axisPlaceOf(addDays(day, -7 * weeksAgo)),
  }));
};

/** The buckets of several sensors, all their readings accumulator. `frames` is the count of the sensor that sent most. */
export interface JoinedBuckets extends ChannelBuckets {
  frames: number[];
}

const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const most = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

export const joinBuckets = (channels: readonly ChannelBuckets[]): JoinedBuckets => {
  const [first, ...others] = channels;
  if (!first) return { count: [], sum: [], min: [], max: [], frames: [] };
  if (others.length === 0) return { ...first, frames: first.count };
  const sumsOf = (column: 'count' | 'sum') =>
    first[column].map((value, at) => others.reduce((sum, other) => sum + (other[column][at] ?? 0), value));
  return {
    count: sumsOf('count'),
    sum: sumsOf('sum'),
    min: first.min.map((value, at) => others.reduce((min, other) => least(min, other.min[at] ?? null), value)),
    max: first.max.map((value, at) => others.reduce((max, other) => most(max, other.max[at] ?? null), value)),
    frames: first.count.map((value, at) => Math.max(value, ...others.map(({ count }) => count[at] ?? 0))),
  };
};

/**
 * How a measure is scaled: means of its ticks (for the index, stored in tenths, of the index itself), and single ticks.
 */
export const scaleOf = (
  measure: Measure,
): { ticks: number; mean(ticks: number): number; value(ticks: number): number } =>
  measure === 'INDEX'
    ? { ticks: 10, mean: roundIndex, value: (tenths) => tenths / 10 }
    : { ticks: 1, mean: (ticks) => meanFromTicks(measure, ticks), value: (ticks) => fromTicks(measure, ticks) };

/** Meters of a line that are read at once. */
const MAX_PARTS_AT_ONCE = 100;

/** One meter of a line, bucket by bucket. */
interface PartBuckets {
  meter: Meter;
  joined: JoinedBuckets;
}

/** Reads the meters of an item a few at a time: a year of all meters of an organization would not fit into memory. */
async function* readParts(
  context: RequestContext,
  { measure, parts }: SeriesItem,
  unit: BucketUnit,
  { from, to }: DayRange,
): AsyncGenerator<PartBuckets> {
  for (let i = 0; i < parts.length; i += MAX_PARTS_AT_ONCE) {
    const some = parts.slice(i, i + MAX_PARTS_AT_ONCE);
    const meters = some.map(({ meter }) => meter);
    const channels = [...new Set(some.flatMap((part) => averagedChannels(measure, part)))];
    const read = await context.read((tx) => readBuckets(tx, context.snapshot, { meters, channels, unit, from, to }));
    for (const part of some) {
      const own = read.get(part.meter.id);
      const measured = averagedChannels(measure, part).flatMap((channel) => own?.get(channel) ?? []);
      if (measured.length > 0) yield { meter: part.meter, joined: joinBuckets(measured) };
    }
  }
}

/** The mean of the meters' means, each weighing the same, and the extremes of all. */
class MeanAccumulator {
  private sum = 0;
  private count = 0;
  private share = 0;
  min: number | null = null;
  max: number | null = null;

  add({ mean, min, max }: { mean: number; min: number; max: number }): void {
    this.sum += mean;
    this.count++;
    this.min = least(this.min, min);
    this.max = most(this.max, max);
  }

  addShare(share: number): void {
    this.share += share;
  }

  mean(): number | null {
    return this.count === 0 ? null : this.sum / this.count;
  }

  completeness(meters: number): number {
    return Math.round((this.share / meters) * 1000) / 1000;
  }
}

/** Sums of a meter over some buckets. */
interface PartSum {
  sum: number;
  count: number;
  frames: number;
  min: number | null;
  max: number | null;
}

const addBucket = (total: PartSum, { count, sum, min, max, frames }: JoinedBuckets, at: number): void => {
  total.frames += frames[at] ?? 0;
  const [low, high] = [min[at] ?? null, max[at] ?? null];
  if (low === null || high === null) return;
  total.count += count[at] ?? 0;
  total.sum += sum[at] ?? 0;
  total.min = least(total.min, low);
  total.max = most(total.max, high);
};

/** The part of a bucket that has passed. */
const passedMs = ({ start, end }: Bucket, now: number): number => Math.max(0, Math.min(end, now) - start);

const addTo = (
  accumulator: MeanAccumulator,
  total: PartSum,
  spanMs: number,
  { intervalS }: Meter,
  ticks: number,
): void => {
  const { sum, count, min, max, frames } = total;
  if (count > 0 && min !== null && max !== null) accumulator.add({ mean: sum / count / ticks, min, max });
  if (frames > 0) accumulator.addShare(completeness(frames, spanMs, intervalS));
};

const emptySum = (): PartSum => ({ sum: 0, count: 0, frames: 0, min: null, max: null });

/**
 * Averages of an item over the days, or those of earlier weeks drawn over the days. `zone` is the graph's: hours of
 * another zone are drawn at their own time; days, months and years where the graph's own bucket of the same date
 * begins.
 */
export const loadBuckets = async (
  context: RequestContext,
  item: SeriesItem,
  unit: BucketUnit,
  days: DayRange,
  zone: string,
  weeksAgo: number,
): Promise<BucketPoints & { summary: Summary | null }> => {
  const { now } = context;
  const scale = scaleOf(item.measure);
  const own = organizationOf(item).timeZone;
  const before = weeksBefore(days, weeksAgo);
  const read = unit === 'hour' ? daysAround(before, zone, own) : before;
  const buckets = bucketsOf(unit, read.from, read.to, own);
  const slots =
    unit === 'hour' ? hourSlots(buckets, days, weeksAgo, zone, own) : daySlots(buckets, unit, days, weeksAgo, zone);
  const passed = slots.map(({ at }) => (buckets[at] ? passedMs(buckets[at], now) : 0));
  const passedInAll = passed.reduce((sum, each) => sum + each, 0);
  const cells = slots.map(() => new MeanAccumulator());
  const whole = new MeanAccumulator();
  for await (const { meter, joined } of readParts(context, item, unit, read)) {
    const all = emptySum();
    for (const [i, cell] of cells.entries()) {
      const at = slots[i]?.at ?? -1;
      const here = emptySum();
      addBucket(here, joined, at);
      addBucket(all, joined, at);
      addTo(cell, here, passed[i] ?? 0, meter, scale.ticks);
    }
    addTo(whole, all, passedInAll, meter, scale.ticks);
  }

  const shown = (cell: MeanAccumulator) => {
    const [mean, { min, max }] = [cell.mean(), cell];
    return mean === null || min === null || max === null
      ? null
      : { mean: scale.mean(mean), min: scale.value(min), max: scale.value(max) };
  };
  const values = cells.map(shown);
  const meters = item.parts.length;
  const total = shown(whole);
  return {
    times: slots.map(({ time }) => time),
    values: values.map((each) => each?.mean ?? null),
    min: values.map((each) => each?.min ?? null),
    max: values.map((each) => each?.max ?? null),
    completeness: cells.map((cell) => cell.completeness(meters)),
    summary: total && { ...total, completeness: whole.completeness(meters) },
  };
};
