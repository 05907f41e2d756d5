import type { Rating } from '@airdeck/contract/monitoring/schema';

/** No more than three series can be distinguished. */
export const MAX_SERIES = 3;

/** Points of a line, as columns of equal length. */
export interface Columns {
  /** Epoch ms, ascending. */
  times: Float64Array;
  /** NaN is a gap. */
  values: Float64Array;
}

export interface ChartSeries extends Columns {
  name: string;
  /** Number of the colour: 0, 1, 2. */
  hue: number;
  /** 0 is the period itself; 1, 2, 3 an earlier one, drawn dashed and lighter in the same colour. */
  earlier: number;
  /** Usual distance of points, ms. */
  stepMs: number;
  /** Lowest and highest readings of means. As long as `times`. */
  low?: Float64Array;
  high?: Float64Array;
  /** Received ÷ expected readings of means. */
  completeness?: Float64Array;
}

/** Grade bands behind the lines: below the first bound lies the first rating. */
export interface ChartBands {
  bounds: readonly [number, number, number, number];
  ratings: readonly Rating[];
}

/**
 * Columns of times (epoch s, ascending) and values, null being a gap, as points. A gap of more than `maxStepS` gets a
 * point without a value.
 */
export function columnsOf(times: readonly number[], values: readonly (number | null)[], maxStepS: number): Columns {
  const isGap = (i: number) => i > 0 && (times[i] ?? 0) - (times[i - 1] ?? 0) > maxStepS;
  let gaps = 0;
  for (let i = 0; i < times.length; i++) if (isGap(i)) gaps++;
  const columns = { times: new Float64Array(times.length + gaps), values: new Float64Array(times.length + gaps) };
  let at = 0;
  for (let i = 0; i < times.length; i++) {
    if (isGap(i)) {
      columns.times[at] = ((times[i - 1] ?? 0) + maxStepS) * 1000;
      columns.values[at++] = Number.NaN;
    }
    columns.times[at] = (times[i] ?? 0) * 1000;
    columns.values[at++] = values[i] ?? Number.NaN;
  }
  return columns;
}

/** Lowest and highest of columns that may hold NaN; null when they hold nothing else. */
export function valueRangeOf(columns: readonly Float64Array[]): readonly [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of columns) {
    for (const value of values) {
      // NaN is neither.
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low > high ? null : [low, high];
}

/** The range of the vertical axis: all values with a margin, not below 0 unless a value is. null without values. */
export function extentOf(columns: readonly Float64Array[]): readonly [number, number] | null {
  const range = valueRangeOf(columns);
  if (range === null) return null;
  const [low, high] = range;
  const air = Math.max((high - low) * 0.12, Math.abs(high) * 0.05, 1e-6);
  return [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
}

interface Band {
  from: number;
  to: number;
  rating: Rating;
}

/** The bands that are visible between `low` and `high`. */
export function bandsBetween({ bounds, ratings }: ChartBands, [low, high]: readonly [number, number]): Band[] {
  const edges = [Number.NEGATIVE_INFINITY, ...bounds, Number.POSITIVE_INFINITY];
  return ratings.flatMap((rating, i) => {
    const from = Math.max(low, edges[i] ?? low);
    const to = Math.min(high, edges[i + 1] ?? high);
    return from < to ? [{ from, to, rating }] : [];
  });
}

/** The first index whose time is not before `time`; the length when there is none. */
export function firstIndexFrom(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the point with a value that is nearest to a time, not farther than `reach` ms; null when there is none. */
export function nearestIndex(times: Float64Array, values: Float64Array, time: number, reach: number): number | null {
  const at = firstIndexFrom(times, time);
  let after = at;
  while (after < times.length && Number.isNaN(values[after]) && (times[after] ?? 0) - time <= reach) after++;
  let before = at - 1;
  while (before >= 0 && Number.isNaN(values[before]) && time - (times[before] ?? 0) <= reach) before--;
  const toAfter = (times[after] ?? Number.POSITIVE_INFINITY) - time;
  const toBefore = time - (times[before] ?? Number.NEGATIVE_INFINITY);
  if (Math.min(toAfter, toBefore) > reach) return null;
  return toBefore <= toAfter ? before : after;
}
