import type { Step } from '@airdeck/contract/history/query';
import type { Series } from '@airdeck/contract/history/schema';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { type ChartSeries, columnsOf } from '../../../ui/chart/chart-data.ts';

/** Usual distance of buckets, ms. */
export const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS, month: 30 * DAY_MS, year: 365 * DAY_MS } as const;

/** Epoch seconds, of the first and the step from each to the next. */
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
