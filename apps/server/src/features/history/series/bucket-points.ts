import { roundIndex } from '@airdeck/domain/air-index';
import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { completeness } from '@airdeck/domain/completeness';
import { type DayRange, timeRangeOf } from '@airdeck/domain/range';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import type { RequestContext } from '../../../registry/request-context.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { type Cell, cellAt, indexOfCell, joinCells } from '../averages/cells.ts';
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

/** Where a bucket is drawn, and which bucket of the item's zone it is: by its start, or by its day. */
interface Slot {
  time: number;
  source: number | string | null;
}

/** The days of a zone that hold everything of the days in another. */
const daysAround = (days: DayRange, zone: string, own: string): DayRange =>
  zone === own ? days : { from: addDays(days.from, -1), to: addDays(days.to, 1) };

const hourSlots = (days: DayRange, weeksAgo: number, zone: string, own: string): Slot[] => {
  const { start, end } = timeRangeOf(days, zone);
  const around = daysAround(days, zone, own);
  const hours = bucketsOf('hour', around.from, around.to, own).filter(
    (hour) => start <= hour.start && hour.start < end,
  );
  const unshift = weeksAgo === 0 ? (time: number) => time : createUnshift(pairHours(days, weeksAgo, zone));
  return hours.map((hour) => ({ time: hour.start, source: unshift(hour.start) }));
};

const daySlots = (unit: BucketUnit, days: DayRange, weeksAgo: number, zone: string): Slot[] =>
  bucketsOf(unit, days.from, days.to, zone).map(({ day, start }) => ({
    time: start,
    source: addDays(day, -7 * weeksAgo),
  }));

/** What an item measured in one bucket, and how many frames its meter sent. */
const cellOf = (item: SeriesItem, cellIn: (channel: number) => Cell | null): { cell: Cell | null; count: number } => {
  const channels = averagedChannels(item);
  const counts = channels.map((channel) => cellIn(channel)?.count ?? 0);
  return { cell: joinCells(channels, cellIn), count: Math.max(0, ...counts) };
};

const shownOf = ({ measure }: SeriesItem, cell: Cell | null) => {
  if (!cell || cell.min === null || cell.max === null) return { value: null, min: null, max: null };
  const { sum, count, min, max } = cell;
  if (measure !== 'INDEX') {
    const value = meanFromTicks(measure, sum / count);
    return { value, min: fromTicks(measure, min), max: fromTicks(measure, max) };
  }
  return { value: roundIndex(indexOfCell(cell) ?? 0), min: min / 10, max: max / 10 };
};

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
  const isHour = unit === 'hour';
  const slots = isHour ? hourSlots(days, weeksAgo, zone, own) : daySlots(unit, days, weeksAgo, zone);
  const { from, to } = isHour ? daysAround(before, zone, own) : before;
  const channels = averagedChannels(item);
  const read = await context.read((tx) =>
    readBuckets(tx, context.snapshot, { meters: [item.meter], channels, unit, from, to }),
  );
  const buckets = bucketsOf(unit, from, to, own);
  const indexes = new Map(buckets.map(({ start, day }, at): [number | string, number] => [isHour ? start : day, at]));

  const points: BucketPoints = { times: [], values: [], min: [], max: [], completeness: [] };
  for (const { time, source } of slots) {
    const at = source === null ? undefined : indexes.get(source);
    const { cell, count } = cellOf(item, (channel) =>
      at === undefined ? null : cellAt(read.get(item.meter.id)?.get(channel), at),
    );
    const { value, min, max } = shownOf(item, cell);
    points.times.push(time);
    points.values.push(value);
    points.min.push(min);
    points.max.push(max);
    points.completeness.push(at === undefined ? 0 : shareOf(buckets[at], count, item.meter.intervalS, context.now));
  }
  return points;
};

/** Completeness, to three digits. */
const shareOf = (bucket: Bucket | undefined, count: number, intervalS: number, now: number): number => {
  if (!bucket || count === 0) return 0;
  return Math.round(completeness(count, Math.min(bucket.end, now) - bucket.start, intervalS) * 1000) / 1000;
};
