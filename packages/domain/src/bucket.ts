import { addDays, hoursOfDay, monthOf, startOfLocalDay, yearOf } from './calendar.ts';
import type { TimeRange } from './range.ts';

/** Averaging periods: an organization's own hours, days, months or years. */
export const BUCKET_UNITS = ['hour', 'day', 'month', 'year'] as const;
export type BucketUnit = (typeof BUCKET_UNITS)[number];

/** The time of a bucket, and the local day on which it begins. */
export interface Bucket extends Readonly<TimeRange> {
  readonly day: string;
}

/** First day of the next month of a day. */
function nextMonth(day: string): string {
  return `${monthOf(addDays(`${monthOf(day)}-28`, 4))}-01`;
}

function nextYear(day: string): string {
  return `${String(Number(yearOf(day)) + 1).padStart(4, '0')}-01-01`;
}

/** The first day of the bucket that holds a day. */
export function firstDayOf(unit: Exclude<BucketUnit, 'hour'>, day: string): string {
  if (unit === 'day') return day;
  return unit === 'month' ? `${monthOf(day)}-01` : `${yearOf(day)}-01-01`;
}

/** The first day of the bucket after the one that holds a day. */
export function nextBucketDay(unit: Exclude<BucketUnit, 'hour'>, day: string): string {
  if (unit === 'day') return addDays(day, 1);
  return unit === 'month' ? nextMonth(day) : nextYear(day);
}

function hourBuckets(day: string, zone: string): Bucket[] {
  const starts = hoursOfDay(day, zone);
  const dayEnd = startOfLocalDay(addDays(day, 1), zone);
  return starts.map((start, i) => ({ day, start, end: starts[i + 1] ?? dayEnd }));
}

/** Requests ask for the same buckets several times, and users ask for the same periods repeatedly. */
const MAX_KNOWN = 16;
const MAX_KNOWN_BUCKETS = 10_000;
const knownBuckets = new Map<string, readonly Bucket[]>();

/**
 * The buckets of the local days `from` to `to` (both included), ascending, without gaps. A partial month or year at
 * either end contains only the days inside the period.
 * @throws RangeError for an invalid day.
 */
export function bucketsOf(unit: BucketUnit, from: string, to: string, zone: string): readonly Bucket[] {
  const key = `${unit} ${from} ${to} ${zone}`;
  const known = knownBuckets.get(key);
  if (known !== undefined) return known;
  const buckets = makeBuckets(unit, from, to, zone);
  if (buckets.length > MAX_KNOWN_BUCKETS) return buckets;
  const [oldest] = knownBuckets.size < MAX_KNOWN ? [] : knownBuckets.keys();
  if (oldest !== undefined) knownBuckets.delete(oldest);
  knownBuckets.set(key, buckets);
  return buckets;
}

function makeBuckets(unit: BucketUnit, from: string, to: string, zone: string): Bucket[] {
  const buckets: Bucket[] = [];
  for (let day = from; day <= to; ) {
    if (unit === 'hour') {
      buckets.push(...hourBuckets(day, zone));
      day = addDays(day, 1);
      continue;
    }
    const next = nextBucketDay(unit, day);
    const last = next <= to ? next : addDays(to, 1);
    const bucket = { day, start: startOfLocalDay(day, zone), end: startOfLocalDay(last, zone) };
    // Samoa had no 30 December 2011.
    if (bucket.start < bucket.end) buckets.push(bucket);
    day = next;
  }
  return buckets;
}
