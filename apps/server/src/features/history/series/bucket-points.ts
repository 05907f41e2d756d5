import type { Measure } from '@airdeck/contract/history/query';
import type { Series } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { completenessOf, type Received, receivedFrames } from '@airdeck/domain/completeness';
import { type DayRange, timeRangeOf } from '@airdeck/domain/range';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { gradedChannels, gradedDay, indexOfMeans, type Sum } from '../../../store/history/mean-index.ts';
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

/** How a measure is scaled: means of its ticks (for the index: the index itself), and single ticks (for it: tenths). */
export const scaleOf = (measure: Measure): { mean(ticks: number): number; value(ticks: number): number } =>
  measure === 'INDEX'
    ? { mean: roundIndex, value: (tenths) => tenths / 10 }
    : { mean: (ticks) => meanFromTicks(measure, ticks), value: (ticks) => fromTicks(measure, ticks) };

/** Meters of a line that are read at once. */
const MAX_PARTS_AT_ONCE = 100;

/** One meter of a line, bucket by bucket. */
interface PartBuckets {
  meter: Meter;
  /** Null without readings. For the index: the frames, and the extremes of the hours' indexes. */
  joined: JoinedBuckets | null;
  /** The channels that the index is computed from; empty for other measures. */
  graded: ReadonlyMap<number, ChannelBuckets>;
}

/** Reads the meters of an item a few at a time: a year of all meters of an organization would not fit into memory. */
async function* readParts(
  context: RequestContext,
  { measure, parts }: SeriesItem,
  unit: BucketUnit,
  { from, to }: DayRange,
): AsyncGenerator<PartBuckets> {
  const gradedOf = (meter: Meter): number[] => (measure === 'INDEX' ? gradedChannels(meter) : []);
  for (let i = 0; i < parts.length; i += MAX_PARTS_AT_ONCE) {
    const some = parts.slice(i, i + MAX_PARTS_AT_ONCE);
    const meters = some.map(({ meter }) => meter);
    const wanted = some.flatMap((part) => [...averagedChannels(measure, part), ...gradedOf(part.meter)]);
    const channels = [...new Set(wanted)];
    const read = await context.read((tx) => readBuckets(tx, context.snapshot, { meters, channels, unit, from, to }));
    for (const part of some) {
      const { meter } = part;
      const own: ReadonlyMap<number, ChannelBuckets> = read.get(meter.id) ?? new Map();
      const measured = averagedChannels(measure, part).flatMap((channel) => own.get(channel) ?? []);
      const graded = new Map<number, ChannelBuckets>();
      for (const channel of gradedOf(meter)) {
        const buckets = own.get(channel);
        if (buckets) graded.set(channel, buckets);
      }
      yield { meter, joined: measured.length > 0 ? joinBuckets(measured) : null, graded };
    }
  }
}

/** The mean of the meters' means, each weighing the same, and the extremes of all. */
class MeanAccumulator {
  private sum = 0;
  private count = 0;
  private readonly received: Received[] = [];
  min: number | null = null;
  max: number | null = null;

  add({ mean, min, max }: { mean: number; min: number; max: number }): void {
    this.sum += mean;
    this.count++;
    this.min = least(this.min, min);
    this.max = most(this.max, max);
  }

  addReceived(received: Received): void {
    if (received.expected > 0) this.received.push(received);
  }

  mean(): number | null {
    return this.count === 0 ? null : this.sum / this.count;
  }

  completeness(): number {
    return completenessOf(this.received) ?? 0;
  }
}

/** A stretch of a line: some buckets of a meter, and the time that they cover, up to now. */
interface Stretch {
  /** Places of the buckets. */
  at: readonly number[];
  start: number;
  end: number;
}

/** Adds one meter's readings of a stretch. */
const addPart = (
  accumulator: MeanAccumulator,
  { meter, joined, graded }: PartBuckets,
  { at, start, end }: Stretch,
  indexOf: ((sumOf: (channel: number) => Sum | null, start: number) => number | null) | null,
): void => {
  let [sum, count, frames] = [0, 0, 0];
  let [min, max]: [number | null, number | null] = [null, null];
  for (const each of joined ? at : []) {
    frames += joined?.frames[each] ?? 0;
    const [low, high] = [joined?.min[each] ?? null, joined?.max[each] ?? null];
    if (low === null || high === null) continue;
    count += joined?.count[each] ?? 0;
    sum += joined?.sum[each] ?? 0;
    min = least(min, low);
    max = most(max, high);
  }
  const sumOf = (channel: number): Sum | null => {
    const buckets = graded.get(channel);
    const total = { sum: 0, count: 0 };
    for (const each of buckets ? at : []) {
      total.sum += buckets?.sum[each] ?? 0;
      total.count += buckets?.count[each] ?? 0;
    }
    return total.count === 0 ? null : total;
  };
  const mean = indexOf ? indexOf(sumOf, start) : count === 0 ? null : sum / count;
  if (mean !== null && min !== null && max !== null) accumulator.add({ mean, min, max });
  accumulator.addReceived(receivedFrames(frames, meter, start, end));
};

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
  const stretches = slots.map(({ at }): Stretch => {
    const { start, end } = buckets[at] ?? { start: now, end: now };
    return { at: buckets[at] ? [at] : [], start, end: Math.min(end, now) };
  });
  const all: Stretch = {
    at: stretches.flatMap(({ at }) => at),
    start: Math.min(...stretches.map(({ start }) => start)),
    end: Math.max(...stretches.map(({ end }) => end)),
  };
  const cells = slots.map(() => new MeanAccumulator());
  const whole = new MeanAccumulator();
  for await (const part of readParts(context, item, unit, read)) {
    const { meter } = part;
    const indexOf =
      item.measure === 'INDEX'
        ? (sumOf: (channel: number) => Sum | null, start: number) =>
            indexOfMeans(context.snapshot, meter, sumOf, gradedDay(start, meter))
        : null;
    for (const [i, cell] of cells.entries()) addPart(cell, part, stretches[i] ?? all, indexOf);
    addPart(whole, part, all, indexOf);
  }

  const shown = (cell: MeanAccumulator) => {
    const [mean, { min, max }] = [cell.mean(), cell];
    return mean === null || min === null || max === null
      ? null
      : { mean: scale.mean(mean), min: scale.value(min), max: scale.value(max) };
  };
  const values = cells.map(shown);
  const total = shown(whole);
  return {
    times: slots.map(({ time }) => time),
    values: values.map((each) => each?.mean ?? null),
    min: values.map((each) => each?.min ?? null),
    max: values.map((each) => each?.max ?? null),
    completeness: cells.map((cell) => cell.completeness()),
    summary: total && { ...total, completeness: whole.completeness() },
  };
};
