import type { Step } from '@airdeck/contract/history/query';
import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import { type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import type { DateForm } from '../../../lib/format/date.ts';
import type { TimeRange } from '../../../ui/chart/model/time-range.ts';
import { BUCKET_MS } from './series-points.ts';

/** The period that was asked for, epoch ms. */
export const periodOf = ({ start, end }: SeriesAnswer): TimeRange => ({ from: Date.parse(start), to: Date.parse(end) });

/**
 * What an axis of buckets spans: from half a bucket before the first to half a bucket after the last, so that each
 * stands in the middle of its place, above its label.
 */
export function bucketAxis(unit: BucketUnit, firstDay: string, lastDay: string, zone: string): TimeRange {
  const buckets = bucketsOf(unit, firstDay, lastDay, zone);
  const half = BUCKET_MS[unit] / 2;
  return { from: (buckets[0]?.start ?? 0) - half, to: (buckets.at(-1)?.start ?? 0) + half };
}

/** What the axis of a graph spans: of readings the period. */
export function axisOf(answer: SeriesAnswer): TimeRange {
  const { step, time_zone } = answer;
  const { from, to } = periodOf(answer);
  if (step === 'each') return { from, to };
  return bucketAxis(step, localDay(from, time_zone), localDay(to - 1, time_zone), time_zone);
}

const FORMS = { hour: 'minute', day: 'date', month: 'month', year: 'year' } as const;

/** How a point's time is written: a bucket by its start, a reading to the second where meters send so often. */
export function timeFormOf(step: Step, intervalS: number): DateForm {
  if (step !== 'each') return FORMS[step];
  return intervalS % 60 === 0 ? 'minute' : 'dateTime';
}
