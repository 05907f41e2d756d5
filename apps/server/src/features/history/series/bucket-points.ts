import type { Measure } from '@airdeck/contract/history/query';
import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { completeness } from '@airdeck/domain/completeness';
import { type DayRange, timeRangeOf } from '@airdeck/domain/range';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import type { RequestContext } from '../../../registry/request-context.ts';
import type { ChannelBuckets } from '../../../store/history/buckets.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { createUnshift, pairHours, weeksBefore } from './axis.ts';
import { averagedChannels, type SeriesItem } from './series-item.ts';

/** Averages of a line, bucket by bucket. Epoch ms; null where nothing was measured. */
export interface BucketPoints {
  times: number[];
  values: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
  completeness: number[];
}

/** Where a bucket is drawn, and its place among the buckets of the item's zone that are read; -1 for none. */
interface Slot {
  time: number;
  at: number;
}

/** The days of a zone that hold everything of the days in another. */
const daysAround = (days: DayRange, zone: string, own: string): DayRange =>
  zone === own ? days : { from: addDays(days.from, -1), to: addDays(days.to, 1) };

/** Which of these buckets begins at an instant, or on a day. */
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
  const placeOf = placesOf(read, (bucket) => bucket.start);
  return hours.map((hour) => {
    const source = unshift(hour.start);
    return { time: hour.start, at: source === null ? -1 : placeOf(source) };
  });
};

const daySlots = (
  read: readonly Bucket[],
  unit: BucketUnit,
  days: DayRange,
  weeksAgo: number,
  zone: string,
): Slot[] => {
  const placeOf = placesOf(read, ({ day }) => day);
  return bucketsOf(unit, days.from, days.to, zone).map(({ day, start }) => ({
    time: start,
    at: placeOf(addDays(day, -7 * weeksAgo)),
  }));
};

/** Several sensors as one: all their readings together. `frames`: of the one that sent most. */
interface JoinedBuckets extends ChannelBuckets {
  frames: number[];
}

const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const most = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const joinBuckets = (channels: readonly ChannelBuckets[]): JoinedBuckets => {
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

/** How a measure's ticks are shown: means of theirs, and single ones. */
const scaleOf = (measure: Measure): { mean(ticks: number): number; value(ticks: number): number } =>
  measure === 'INDEX'
    ? { mean: (tenths) => roundIndex(tenths / 10), value: (tenths) => tenths / 10 }
    : { mean: (ticks) => meanFromTicks(measure, ticks), value: (ticks) => fromTicks(measure, ticks) };

/**
 * Averages of an item over the days, or those of earlier weeks drawn over the days. `zone` is the graph's: hours of
 * another zone are drawn at their own time; days, months and years where the graph's own of the same date begin.
 */
export const loadBuckets = async (
  context: RequestContext,
  item: SeriesItem,
  unit: BucketUnit,
  days: DayRange,
  zone: string,
  weeksAgo: number,
): Promise<BucketPoints> => {
  const own = item.meter.organization.timeZone;
  const before = weeksBefore(days, weeksAgo);
  const { from, to } = unit === 'hour' ? daysAround(before, zone, own) : before;
  const channels = averagedChannels(item);
  const read = await context.read((tx) =>
    readBuckets(tx, context.snapshot, { meters: [item.meter], channels, unit, from, to }),
  );
  const measured = read.get(item.meter.id);
  const joined = joinBuckets(channels.flatMap((channel) => measured?.get(channel) ?? []));
  const buckets = bucketsOf(unit, from, to, own);
  const slots =
    unit === 'hour' ? hourSlots(buckets, days, weeksAgo, zone, own) : daySlots(buckets, unit, days, weeksAgo, zone);
  const scale = scaleOf(item.measure);

  const points: BucketPoints = { times: [], values: [], min: [], max: [], completeness: [] };
  for (const { time, at } of slots) {
    const [count, min, max] = [joined.count[at] ?? 0, joined.min[at] ?? null, joined.max[at] ?? null];
    const isShown = count > 0 && min !== null && max !== null;
    points.times.push(time);
    points.values.push(isShown ? scale.mean((joined.sum[at] ?? 0) / count) : null);
    points.min.push(isShown ? scale.value(min) : null);
    points.max.push(isShown ? scale.value(max) : null);
    points.completeness.push(shareOf(buckets[at], joined.frames[at] ?? 0, item.meter.intervalS, context.now));
  }
  return points;
};

/** Completeness, to three digits. */
const shareOf = (bucket: Bucket | undefined, count: number, intervalS: number, now: number): number => {
  if (!bucket || count === 0) return 0;
  return Math.round(completeness(count, Math.min(bucket.end, now) - bucket.start, intervalS) * 1000) / 1000;
};
