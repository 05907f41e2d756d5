import { type Bucket, type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { completeness } from '@airdeck/domain/completeness';
import { fromTicks } from '@airdeck/domain/stored-value';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { type Cell, cellAt, joinCells } from '../averages/average-cells.ts';
import { indexOfCell, meanOfTicks, tenth } from '../list/rounding.ts';
import type { Look } from '../request/look.ts';
import type { Period } from '../request/period.ts';
import { createUnshift, pairHours, weeksBefore } from './series-axis.ts';
import type { SeriesItem } from './series-item.ts';

/** Averages of a line, bucket by bucket. Epoch ms; null where nothing was measured. */
export interface BucketPoints {
  times: number[];
  values: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
  completeness: number[];
}

/** Where a bucket is drawn, and which bucket of the item's zone that is: by its start, or by its day. */
interface Slot {
  time: number;
  source: number | string | null;
}

const hourSlots = (period: Period, weeksAgo: number, zone: string, own: string): Slot[] => {
  const start = startOfLocalDay(period.startTime, zone);
  const end = startOfLocalDay(addDays(period.endTime, 1), zone);
  const around = daysAround(period, zone, own);
  const hours = bucketsOf('hour', around.startTime, around.endTime, own).filter(
    (hour) => start <= hour.start && hour.start < end,
  );
  const unshift = weeksAgo === 0 ? (time: number) => time : createUnshift(pairHours(period, weeksAgo, zone));
  return hours.map((hour) => ({ time: hour.start, source: unshift(hour.start) }));
};

const daySlots = (unit: BucketUnit, { startTime, endTime }: Period, weeksAgo: number, zone: string): Slot[] =>
  bucketsOf(unit, startTime, endTime, zone).map(({ day, start }) => ({
    time: start,
    source: addDays(day, -7 * weeksAgo),
  }));

/** The days of a zone that hold everything of the period in another. */
const daysAround = (period: Period, zone: string, own: string): Period =>
  zone === own ? period : { startTime: addDays(period.startTime, -1), endTime: addDays(period.endTime, 1) };

/** What an item measured in one bucket, and how often its meter was heard. */
const cellOf = (item: SeriesItem, cellIn: (channel: number) => Cell | null): { cell: Cell | null; count: number } => {
  const channels = item.measure === 'INDEX' ? [INDEX_CHANNEL] : item.channels;
  const counts = channels.map((channel) => cellIn(channel)?.count ?? 0);
  return { cell: joinCells(channels, cellIn), count: Math.max(0, ...counts) };
};

const shownOf = ({ measure }: SeriesItem, cell: Cell | null) => {
  if (!cell || cell.min === null || cell.max === null) return { value: null, min: null, max: null };
  const { sum, count, min, max } = cell;
  if (measure !== 'INDEX') {
    const value = meanOfTicks(measure, sum / count);
    return { value, min: fromTicks(measure, min), max: fromTicks(measure, max) };
  }
  return { value: tenth(indexOfCell(cell) ?? 0), min: min / 10, max: max / 10 };
};

/**
 * Averages of an item over the period, or that of earlier weeks drawn over the period. `zone` is the graph's: hours
 * of another zone stand where they were; days, months and years stand where the graph's own of the same date begin.
 */
export const loadBuckets = async (
  look: Look,
  item: SeriesItem,
  unit: BucketUnit,
  period: Period,
  zone: string,
  weeksAgo: number,
): Promise<BucketPoints> => {
  const own = item.meter.organization.timeZone;
  const before = weeksBefore(period, weeksAgo);
  const isHour = unit === 'hour';
  const slots = isHour ? hourSlots(period, weeksAgo, zone, own) : daySlots(unit, period, weeksAgo, zone);
  const { startTime: from, endTime: to } = isHour ? daysAround(before, zone, own) : before;
  const channels = item.measure === 'INDEX' ? [INDEX_CHANNEL] : item.channels;
  const read = await look.read((tx) =>
    readBuckets(tx, look.picture, { meters: [item.meter], channels, unit, from, to }),
  );
  const buckets = bucketsOf(unit, from, to, own);
  const places = new Map(buckets.map(({ start, day }, at): [number | string, number] => [isHour ? start : day, at]));

  const points: BucketPoints = { times: [], values: [], min: [], max: [], completeness: [] };
  for (const { time, source } of slots) {
    const at = source === null ? undefined : places.get(source);
    const { cell, count } = cellOf(item, (channel) =>
      at === undefined ? null : cellAt(read.get(item.meter.id)?.get(channel), at),
    );
    const { value, min, max } = shownOf(item, cell);
    points.times.push(time);
    points.values.push(value);
    points.min.push(min);
    points.max.push(max);
    points.completeness.push(at === undefined ? 0 : shareOf(buckets[at], count, item.meter.intervalS, look.now));
  }
  return points;
};

/** Shares need no more than three digits. */
const shareOf = (bucket: Bucket | undefined, count: number, intervalS: number, now: number): number => {
  if (!bucket || count === 0) return 0;
  return Math.round(completeness(count, Math.min(bucket.end, now) - bucket.start, intervalS) * 1000) / 1000;
};
