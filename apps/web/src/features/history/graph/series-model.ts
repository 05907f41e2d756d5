import type { Step } from '@airdeck/contract/history/query';
import type { Series, SeriesAnswer } from '@airdeck/contract/history/schema';
import { type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import type { DateForm } from '../../../lib/format/date.ts';
import { type ChartSeries, columnsOf } from '../../../ui/chart/model/chart-data.ts';
import { type TimeRange, timeRangesOf } from '../../../ui/chart/model/time-range.ts';
import type { DayRange } from '../model/day-range.ts';

/** The requested range. */
export const requestedRangeOf = ({ start, end }: SeriesAnswer): TimeRange => ({
  from: Date.parse(start),
  to: Date.parse(end),
});

/**
 * The range of an axis of buckets: from half a bucket before the first to half a bucket after the last, so that each
 * bucket is centred above its label.
 */
export function bucketAxisRange(unit: BucketUnit, range: DayRange, zone: string): TimeRange {
  const buckets = bucketsOf(unit, range.from, range.to, zone);
  const half = BUCKET_MS[unit] / 2;
  return { from: (buckets[0]?.start ?? 0) - half, to: (buckets.at(-1)?.start ?? 0) + half };
}

/** The range of a graph's axis; for readings that of the request. */
export function axisRangeOf(answer: SeriesAnswer): TimeRange {
  const { step, time_zone } = answer;
  const { from, to } = requestedRangeOf(answer);
  if (step === 'each') return { from, to };
  return bucketAxisRange(step, { from: localDay(from, time_zone), to: localDay(to - 1, time_zone) }, time_zone);
}

/**
 * Ranges of maintenance as the graph shades them: of readings their own times, of buckets all that they touch, each from
 * half a bucket before its label to half a bucket after it.
 */
export function maintenanceOf(answer: SeriesAnswer): TimeRange[] {
  const { step, time_zone, maintenance } = answer;
  const times = timeRangesOf(maintenance);
  if (step === 'each' || times.length === 0) return times;
  const { from, to } = requestedRangeOf(answer);
  const half = BUCKET_MS[step] / 2;
  return bucketsOf(step, localDay(from, time_zone), localDay(to - 1, time_zone), time_zone)
    .filter(({ start, end }) => times.some((time) => time.from < end && time.to > start))
    .map(({ start }) => ({ from: start - half, to: start + half }));
}

const FORMS = { hour: 'minute', day: 'date', month: 'month', year: 'year' } as const;

/** The form of a point's time: a bucket's start, or a reading's time, to the second where meters send that often. */
export function timeFormOf(step: Step, intervalS: number): DateForm {
  if (step !== 'each') return FORMS[step];
  return intervalS % 60 === 0 ? 'minute' : 'dateTime';
}

/** Usual distance of buckets, ms. */
export const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS, month: 30 * DAY_MS, year: 365 * DAY_MS } as const;

/** Epoch seconds of all points, from the first and the steps between them. */
export function timesOf([first = 0, ...steps]: readonly number[]): number[] {
  const times = [first];
  let last = first;
  for (const step of steps) {
    last += step;
    times.push(last);
  }
  return times;
}

const column = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN);

/**
 * A line of the API as the chart draws it. Readings have a gap where more than three intervals are missing, buckets
 * where nothing was measured.
 */
export function chartSeriesOf(series: Series, step: Step, name: string, hue: number): ChartSeries {
  const { weeks_ago: earlier, interval_s, values, min, max, completeness } = series;
  const times = series.times.length === 0 ? [] : timesOf(series.times);
  if (step === 'each') {
    const points = columnsOf(times, values, interval_s * MISSED_INTERVALS);
    return { name, hue, earlier, stepMs: interval_s * 1000, ...points };
  }
  return {
    ...{ name, hue, earlier, stepMs: BUCKET_MS[step] },
    ...columnsOf(times, values, Number.POSITIVE_INFINITY),
    ...(min === undefined ? {} : { low: column(min) }),
    ...(max === undefined ? {} : { high: column(max) }),
    ...(completeness === undefined ? {} : { completeness: Float64Array.from(completeness) }),
  };
}
