import type { Measure } from '@airdeck/contract/history/query';
import type { Series } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { expectedIn, shareReceived } from '@airdeck/domain/completeness';
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

/** Averages of a line by bucket. Epoch ms; NaN without readings. */
export interface BucketPoints {
  times: readonly number[];
  values: Float64Array;
  min: Float64Array;
  max: Float64Array;
  completeness: Float64Array;
}

/** Time at which a bucket is drawn, and its index among the buckets read in the item's zone; −1 for none. */
interface Slot {
  time: number;
  at: number;
}

/** The slots of a line as columns, with the times of their buckets. */
interface Slots {
  times: number[];
  places: Int32Array;
  starts: Float64Array;
  ends: Float64Array;
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

const columnsOfSlots = (slots: readonly Slot[], buckets: readonly Bucket[]): Slots => ({
  times: slots.map(({ time }) => time),
  places: Int32Array.from(slots, ({ at }) => at),
  starts: Float64Array.from(slots, ({ at }) => buckets[at]?.start ?? Number.NaN),
  ends: Float64Array.from(slots, ({ at }) => buckets[at]?.end ?? Number.NaN),
});

/** Slots of buckets that are drawn where they are, kept together with the buckets. */
const ownSlots = new WeakMap<readonly Bucket[], Slots>();

const slotsOf = (
  buckets: readonly Bucket[],
  unit: BucketUnit,
  days: DayRange,
  weeksAgo: number,
  zone: string,
  own: string,
): Slots => {
  if (weeksAgo > 0 || zone !== own) {
    const slots =
      unit === 'hour' ? hourSlots(buckets, days, weeksAgo, zone, own) : daySlots(buckets, unit, days, weeksAgo, zone);
    return columnsOfSlots(slots, buckets);
  }
  const known =
    ownSlots.get(buckets) ??
    columnsOfSlots(
      buckets.map(({ start }, at) => ({ time: start, at })),
      buckets,
    );
  ownSlots.set(buckets, known);
  return known;
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

/** Cells of a line: of each the mean of its meters' means, every meter weighing the same, and the extremes of all. */
interface Cells {
  sum: Float64Array;
  meters: Float64Array;
  min: Float64Array;
  max: Float64Array;
  frames: Float64Array;
  expected: Float64Array;
}

const createCells = (length: number): Cells => ({
  sum: new Float64Array(length),
  meters: new Float64Array(length),
  min: new Float64Array(length).fill(Number.POSITIVE_INFINITY),
  max: new Float64Array(length).fill(Number.NEGATIVE_INFINITY),
  frames: new Float64Array(length),
  expected: new Float64Array(length),
});

type IndexOf = (sumOf: (channel: number) => Sum | null, start: number) => number | null;

/** Adds a meter's mean of a cell, or of the whole period, and its extremes. */
const addMean = (cells: Cells, cell: number, mean: number | null, min: number, max: number): void => {
  if (mean === null) return;
  cells.sum[cell] = (cells.sum[cell] as number) + mean;
  cells.meters[cell] = (cells.meters[cell] as number) + 1;
  cells.min[cell] = Math.min(cells.min[cell] as number, min);
  cells.max[cell] = Math.max(cells.max[cell] as number, max);
};

const addFrames = (cells: Cells, cell: number, frames: number, expected: number): void => {
  cells.frames[cell] = (cells.frames[cell] as number) + Math.min(frames, expected);
  cells.expected[cell] = (cells.expected[cell] as number) + expected;
};

/** All readings of a graded channel at some places. */
const createSumOf =
  ({ graded }: PartBuckets, places: Int32Array) =>
  (channel: number): Sum | null => {
    const buckets = graded.get(channel);
    const total = { sum: 0, count: 0 };
    for (const place of buckets ? places : []) {
      total.sum += buckets?.sum[place] ?? 0;
      total.count += buckets?.count[place] ?? 0;
    }
    return total.count === 0 ? null : total;
  };

/** Adds one meter's readings to the cells of the slots, and to that of the whole period. */
const addPart = (
  cells: Cells,
  whole: Cells,
  part: PartBuckets,
  { places, starts, ends }: Slots,
  now: number,
  indexOf: IndexOf | null,
): void => {
  const { meter, joined } = part;
  let [sum, count, frames] = [0, 0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [first, last] = [now, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    if (place < 0) continue;
    const start = starts[i] as number;
    const reached = Math.min(ends[i] as number, now);
    first = Math.min(first, start);
    last = Math.max(last, reached);
    const here = joined?.frames[place] ?? 0;
    frames += here;
    addFrames(cells, i, here, expectedIn(meter, start, reached));
    const [low, high] = [joined?.min[place] ?? null, joined?.max[place] ?? null];
    if (!joined || low === null || high === null) continue;
    const [own, readings] = [joined.sum[place] as number, joined.count[place] as number];
    sum += own;
    count += readings;
    min = Math.min(min, low);
    max = Math.max(max, high);
    const mean = indexOf ? indexOf(createSumOf(part, places.subarray(i, i + 1)), start) : own / readings;
    addMean(cells, i, mean, low, high);
  }
  addFrames(whole, 0, frames, expectedIn(meter, first, last));
  if (count === 0) return;
  addMean(whole, 0, indexOf ? indexOf(createSumOf(part, places), first) : sum / count, min, max);
};

/** Turns the cells into columns of numbers that are shown, in their memory: a year of hours is large. */
const columnsOf = (
  { sum, meters, min, max, frames, expected }: Cells,
  measure: Measure,
): Omit<BucketPoints, 'times'> => {
  const scale = scaleOf(measure);
  for (let i = 0; i < sum.length; i++) {
    const due = expected[i] as number;
    frames[i] = due > 0 ? shareReceived(frames[i] as number, due) : 0;
    const parts = meters[i] as number;
    sum[i] = parts === 0 ? Number.NaN : scale.mean((sum[i] as number) / parts);
    min[i] = parts === 0 ? Number.NaN : scale.value(min[i] as number);
    max[i] = parts === 0 ? Number.NaN : scale.value(max[i] as number);
  }
  return { values: sum, min, max, completeness: frames };
};

const summaryOf = (whole: Cells, measure: Measure): Summary | null => {
  const { values, min, max, completeness } = columnsOf(whole, measure);
  const [mean = Number.NaN, least = Number.NaN, most = Number.NaN] = [values[0], min[0], max[0]];
  return Number.isNaN(mean) ? null : { mean, min: least, max: most, completeness: completeness[0] ?? 0 };
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
  const own = organizationOf(item).timeZone;
  const before = weeksBefore(days, weeksAgo);
  const read = unit === 'hour' ? daysAround(before, zone, own) : before;
  const buckets = bucketsOf(unit, read.from, read.to, own);
  const slots = slotsOf(buckets, unit, days, weeksAgo, zone, own);
  const cells = createCells(slots.times.length);
  const whole = createCells(1);
  for await (const part of readParts(context, item, unit, read)) {
    const { meter } = part;
    const indexOf: IndexOf | null =
      item.measure === 'INDEX'
        ? (sumOf, start) => indexOfMeans(context.snapshot, meter, sumOf, gradedDay(start, meter))
        : null;
    addPart(cells, whole, part, slots, now, indexOf);
  }
  return { times: slots.times, ...columnsOf(cells, item.measure), summary: summaryOf(whole, item.measure) };
};
