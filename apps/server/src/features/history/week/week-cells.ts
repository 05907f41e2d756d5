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
const weekPlaceOf = ({ day, start }: Bucket, zone: string): number => {
  const wall = start + spanAt(start, zone).offset;
  return weekdayOf(day) * 24 + Math.floor((wall % DAY_MS) / HOUR_MS);
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
