import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import type { AirSample } from '../purifier/effect.ts';
import type { TimeRange } from '../range.ts';
import { fitLine } from './line-fit.ts';
import { ascending, median, quantile } from './statistics.ts';

/** CO2 of outdoor air where it is not measured, ppm. */
export const DEFAULT_OUTDOOR_PPM = 420;
/** Outdoor air never has less. */
const LEAST_OUTDOOR_PPM = 400;
/** A room whose lowest values are above this never had outdoor air in that week. */
const MOST_OUTDOOR_PPM = 500;
/** Quantile of the week's lowest hourly values that stands for outdoor air; it ignores a few faulty values. */
const OUTDOOR_SHARE = 0.05;
/** Two days of hours. */
const LEAST_OUTDOOR_HOURS = 48;

/** Where the CO2 of outdoor air comes from: a meter outdoors, the room's own lowest values, or the default. */
export const OUTDOOR_SOURCES = ['METER', 'ROOM', 'DEFAULT'] as const;
export type OutdoorSource = (typeof OUTDOOR_SOURCES)[number];

export interface OutdoorCo2 {
  readonly ppm: number;
  readonly source: OutdoorSource;
}

/**
 * CO2 of outdoor air by the lowest value of each hour of a week in the room, ppm: the 5th percentile, at least 400. A
 * room that was never aired says nothing about outdoor air.
 */
export function outdoorCo2(hourlyLowest: readonly number[]): OutdoorCo2 {
  const seen = quantile(ascending(hourlyLowest), OUTDOOR_SHARE);
  const isSeen = hourlyLowest.length >= LEAST_OUTDOOR_HOURS && seen <= MOST_OUTDOOR_PPM;
  if (!isSeen) return { ppm: DEFAULT_OUTDOOR_PPM, source: 'DEFAULT' };
  return { ppm: Math.max(LEAST_OUTDOOR_PPM, seen), source: 'ROOM' };
}

/** Air changes per hour from a fall of CO2. */
export interface AirChanges {
  readonly rate: number;
  /** Half of the 95 % interval of the fit: 1.96 standard errors. */
  readonly margin: number;
  readonly r2: number;
  readonly count: number;
}

/**
 * The decay method (ASTM E741, ISO 12569): k = −slope of ln(C − Cout) over time. It holds only where nothing adds CO2 and
 * the air of the room is mixed. null: no sample is above outdoor air, or all have one time.
 */
export function airChanges(samples: readonly AirSample[], outdoorPpm: number): AirChanges | null {
  const first = samples[0]?.time ?? 0;
  const points = samples.flatMap(({ time, value }) =>
    value > outdoorPpm ? [{ x: (time - first) / HOUR_MS, y: Math.log(value - outdoorPpm) }] : [],
  );
  const fit = fitLine(points);
  return fit && { rate: -fit.slope, margin: 1.96 * fit.slopeError, r2: fit.r2, count: fit.count };
}

/** Why an evening is no basis for a rate. */
export const VENTILATION_REFUSALS = [
  'NO_READINGS',
  'START_LOW',
  'TOO_SHORT',
  'SMALL_FALL',
  'POOR_FIT',
  'NOT_CLOSED',
] as const;
export type VentilationRefusal = (typeof VENTILATION_REFUSALS)[number];

/** A fall of CO2 in an empty room. */
export interface Fall {
  readonly start: number;
  readonly end: number;
  /** First and last CO2 of the fall, ppm. */
  readonly from: number;
  readonly to: number;
  readonly air: AirChanges;
  /** The rate if outdoor air had 20 ppm less and more. */
  readonly low: number;
  readonly high: number;
}

/** A fall begins this far above outdoor air and ends this far above it, ppm: nearer, the sensor's error decides. */
const START_ABOVE_PPM = 200;
const END_ABOVE_PPM = 50;
const LEAST_FALL_PPM = 100;
const LEAST_SAMPLES = 8;
const LEAST_MS = 30 * MINUTE_MS;
/** A fit that explains less describes something else, such as people who come back. */
const GOOD_R2 = 0.95;
/** The first hour after people have left; a slow fall may take longer. */
const WINDOW_MS = HOUR_MS;
const MOST_MS = 3 * HOUR_MS;
const WINDOW_STEP_MS = 30 * MINUTE_MS;
const OUTDOOR_ERROR_PPM = 20;

/** Samples from `start` until they come near outdoor air, or the window ends. */
const cut = (samples: readonly AirSample[], outdoorPpm: number, windowMs: number): AirSample[] => {
  const start = samples[0]?.time ?? 0;
  const end = samples.findIndex(({ time, value }) => time >= start + windowMs || value < outdoorPpm + END_ABOVE_PPM);
  return end < 0 ? [...samples] : samples.slice(0, end);
};

/**
 * The fall from the first of `samples` on, ordered by time, of a room that is empty from then on; or why there
 * is none. A fall in an occupied room looks the same and gives a third of the true rate, so the caller has to know.
 */
export function fallOf(samples: readonly AirSample[], outdoorPpm: number): Fall | VentilationRefusal {
  const [first] = samples;
  if (!first) return 'NO_READINGS';
  if (first.value < outdoorPpm + START_ABOVE_PPM) return 'START_LOW';
  let windowMs = WINDOW_MS;
  let fall = cut(samples, outdoorPpm, windowMs);
  const sizeOf = (some: readonly AirSample[]): number => first.value - (some.at(-1)?.value ?? first.value);
  while (sizeOf(fall) < LEAST_FALL_PPM && windowMs < MOST_MS) {
    windowMs += WINDOW_STEP_MS;
    fall = cut(samples, outdoorPpm, windowMs);
  }
  const last = fall.at(-1) ?? first;
  // The last sample of half an hour is one interval before its end.
  const interval = (last.time - first.time) / Math.max(1, fall.length - 1);
  if (fall.length < LEAST_SAMPLES || last.time - first.time + interval < LEAST_MS) return 'TOO_SHORT';
  if (sizeOf(fall) < LEAST_FALL_PPM) return 'SMALL_FALL';
  const air = airChanges(fall, outdoorPpm);
  if (!air || air.r2 <= GOOD_R2 || air.rate <= 0) return 'POOR_FIT';
  const rateWith = (ppm: number): number => airChanges(fall, ppm)?.rate ?? air.rate;
  return {
    ...{ start: first.time, end: last.time, from: first.value, to: last.value, air },
    ...{ low: rateWith(outdoorPpm - OUTDOOR_ERROR_PPM), high: rateWith(outdoorPpm + OUTDOOR_ERROR_PPM) },
  };
}

/** People leave some time after closing: a fall begins at the highest value of this time. */
const LEAVING_MS = 2 * HOUR_MS;
/** Readings after closing that a fall may need. */
export const EVENING_MS = LEAVING_MS + MOST_MS;

/**
 * The last time of a day after which a place stays closed for long enough, until it opens again. `open` and `next` are
 * the opening hours of the day and of the next one, ascending. null: it never closes for long enough.
 */
export function closedAfter(open: readonly TimeRange[], next: readonly TimeRange[]): TimeRange | null {
  const all = [...open, ...next];
  const closed = open.map(({ end }, i) => ({ start: end, end: all[i + 1]?.start ?? Number.POSITIVE_INFINITY }));
  return closed.findLast(({ start, end }) => end - start >= LEAST_MS) ?? null;
}

/** The fall of an evening: from the highest CO2 of the two hours after closing. `samples` are those after it, in order. */
export function eveningFall(
  samples: readonly AirSample[],
  closing: number,
  outdoorPpm: number,
): Fall | VentilationRefusal {
  let peak = -1;
  for (const [i, { time, value }] of samples.entries()) {
    if (time < closing || time >= closing + LEAVING_MS) continue;
    if (peak < 0 || value >= (samples[peak]?.value ?? 0)) peak = i;
  }
  return peak < 0 ? 'NO_READINGS' : fallOf(samples.slice(peak), outdoorPpm);
}

export interface RateSummary {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly count: number;
}

/** One evening is no rate: the median of several, with their range. null: none. */
export function summarizeRates(rates: readonly number[]): RateSummary | null {
  if (rates.length === 0) return null;
  return { median: median(rates), lowest: Math.min(...rates), highest: Math.max(...rates), count: rates.length };
}
