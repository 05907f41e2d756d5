import type { Bucket } from '@airdeck/domain/bucket';
import { weekdayOf } from '@airdeck/domain/calendar';
import { receivedFrames } from '@airdeck/domain/completeness';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { spanAt } from '@airdeck/domain/zone-clock';
import type { Meter } from '../../../registry/snapshot.ts';
import type { JoinedBuckets } from '../series/bucket-points.ts';

/** Seven days of 24 hours. */
export const WEEK_HOURS = 7 * 24;

/** All hours of a period at one place of the week, in ticks. */
export interface WeekCell {
  sum: number;
  /** Readings that have a value. */
  count: number;
  max: number | null;
  frames: number;
  expected: number;
  /** Whether such an hour has begun. */
  hasBegun: boolean;
}

/** The place of an hour in its week by the wall clock at its start; Monday 00:00 is 0. */
export const weekPlaceOf = ({ day, start }: Bucket, zone: string): number => {
  const wall = start + spanAt(start, zone).offset;
  return weekdayOf(day) * 24 + Math.floor((wall % DAY_MS) / HOUR_MS);
};

/** Of each hour of a period: how many meters have a mean, and of how many it is beyond the limit. */
export interface HourCounts {
  known: Int32Array;
  beyond: Int32Array;
}

export const createHourCounts = (hours: number): HourCounts => ({
  known: new Int32Array(hours),
  beyond: new Int32Array(hours),
});

/** Adds the hours of a meter. */
export const countBeyond = (
  { known, beyond }: HourCounts,
  { count, sum }: JoinedBuckets,
  complies: (mean: number) => boolean,
): void => {
  for (let at = 0; at < count.length; at++) {
    const readings = count[at] as number;
    if (readings === 0) continue;
    known[at] = (known[at] as number) + 1;
    if (!complies((sum[at] as number) / readings)) beyond[at] = (beyond[at] as number) + 1;
  }
};

/** The share of the hours at each place that are beyond the limit, in thousandths; null where no hour has a mean. */
export const sharesBeyond = (
  { known, beyond }: HourCounts,
  places: readonly number[],
  length: number,
): (number | null)[] => {
  const totals = Array.from({ length }, () => ({ known: 0, beyond: 0 }));
  for (const [at, place] of places.entries()) {
    const total = totals[place];
    if (total === undefined) continue;
    total.known += known[at] ?? 0;
    total.beyond += beyond[at] ?? 0;
  }
  // Rounded up: a share of 0 means that no hour was beyond.
  return totals.map((total) => (total.known === 0 ? null : Math.ceil((total.beyond / total.known) * 1000) / 1000));
};

/** Folds the hours of a period into one week. Hours after `now` are not expected. */
export const foldWeek = (
  hours: readonly Bucket[],
  measured: JoinedBuckets,
  { meter, now }: { meter: Meter; now: number },
): WeekCell[] => {
  const cells = Array.from(
    { length: WEEK_HOURS },
    (): WeekCell => ({ sum: 0, count: 0, max: null, frames: 0, expected: 0, hasBegun: false }),
  );
  for (const [at, hour] of hours.entries()) {
    const cell = cells[weekPlaceOf(hour, meter.organization.timeZone)];
    if (!cell) continue;
    const { frames, expected } = receivedFrames(measured.frames[at] ?? 0, meter, hour.start, Math.min(hour.end, now));
    cell.hasBegun ||= hour.start < now;
    cell.frames += frames;
    cell.expected += expected;
    const max = measured.max[at] ?? null;
    // Frames of an hour without graded values have no index.
    if (max === null) continue;
    cell.sum += measured.sum[at] ?? 0;
    cell.count += measured.count[at] ?? 0;
    cell.max = Math.max(cell.max ?? max, max);
  }
  return cells;
};

/** For each place of the week, whether any such hour of the period is marked. */
export const markWeek = (hours: readonly Bucket[], zone: string, isMarked: (hour: Bucket) => boolean): boolean[] => {
  const places = new Set(hours.filter(isMarked).map((hour) => weekPlaceOf(hour, zone)));
  return Array.from({ length: WEEK_HOURS }, (_, place) => places.has(place));
};
