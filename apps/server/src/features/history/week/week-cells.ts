import type { Bucket } from '@airdeck/domain/bucket';
import { weekdayOf } from '@airdeck/domain/calendar';
import { completeness } from '@airdeck/domain/completeness';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { spanAt } from '@airdeck/domain/zone-clock';
import type { JoinedBuckets } from '../series/bucket-points.ts';

/** Seven days of 24 hours. */
export const WEEK_HOURS = 7 * 24;

/** All hours of a period at one place of the week, in ticks. */
export interface WeekCell {
  sum: number;
  /** Readings that have a value. */
  count: number;
  max: number | null;
  /** null: no such hour has begun yet. */
  completeness: number | null;
}

/** The place of an hour in its week by the wall clock at its start; Monday 00:00 is 0. */
const weekPlaceOf = ({ day, start }: Bucket, zone: string): number => {
  const wall = start + spanAt(start, zone).offset;
  return weekdayOf(day) * 24 + Math.floor((wall % DAY_MS) / HOUR_MS);
};

interface Draft extends WeekCell {
  frames: number;
  /** Elapsed time of these hours, ms. */
  passed: number;
}

/** Folds the hours of a period into one week. Hours after `now` are not expected. */
export const foldWeek = (
  hours: readonly Bucket[],
  measured: JoinedBuckets,
  { zone, intervalS, now }: { zone: string; intervalS: number; now: number },
): WeekCell[] => {
  const drafts = Array.from(
    { length: WEEK_HOURS },
    (): Draft => ({ sum: 0, count: 0, max: null, completeness: null, frames: 0, passed: 0 }),
  );
  for (const [at, hour] of hours.entries()) {
    const draft = drafts[weekPlaceOf(hour, zone)];
    if (!draft) continue;
    draft.passed += Math.max(0, Math.min(hour.end, now) - hour.start);
    draft.frames += measured.frames[at] ?? 0;
    const max = measured.max[at] ?? null;
    // Frames of an hour without graded values have no index.
    if (max === null) continue;
    draft.sum += measured.sum[at] ?? 0;
    draft.count += measured.count[at] ?? 0;
    draft.max = Math.max(draft.max ?? max, max);
  }
  return drafts.map(({ sum, count, max, frames, passed }) => ({
    sum,
    count,
    max,
    completeness: passed === 0 ? null : completeness(frames, passed, intervalS),
  }));
};
