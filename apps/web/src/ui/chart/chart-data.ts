import type { Rating } from '@airdeck/contract/monitoring/schema';

/** Epoch ms and value; null is a gap. */
export type ChartPoint = readonly [number, number | null];

export interface ChartSeries {
  name: string;
  points: readonly ChartPoint[];
  /** Dashed and grey: an earlier period to compare with. */
  compare?: boolean;
}

/** Grade bands behind the lines: below the first bound lies the first rating. */
export interface ChartBands {
  bounds: readonly [number, number, number, number];
  ratings: readonly Rating[];
}

/** No more than three lines can be told apart. */
export const MAX_SERIES = 3;

/** Columns of times (epoch s, ascending) and values as points, with a gap wherever more than `maxStepS` is missing. */
export function pointsOf(times: readonly number[], values: readonly number[], maxStepS: number): ChartPoint[] {
  return times.flatMap((time, i): ChartPoint[] => {
    const point: ChartPoint = [time * 1000, values[i] ?? null];
    const next = times[i + 1];
    return next !== undefined && next - time > maxStepS ? [point, [(time + maxStepS) * 1000, null]] : [point];
  });
}

/** Values that the vertical axis spans: all points with some air, but not below 0 if nothing is. null without points. */
export function extentOf(series: readonly ChartSeries[]): readonly [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { points } of series) {
    for (const [, value] of points) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return null;
  const air = Math.max((high - low) * 0.12, Math.abs(high) * 0.05, 1e-6);
  return [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
}

export interface Band {
  from: number;
  to: number;
  rating: Rating;
}

/** The bands that are in sight between `low` and `high`. */
export function bandsBetween({ bounds, ratings }: ChartBands, [low, high]: readonly [number, number]): Band[] {
  const edges = [Number.NEGATIVE_INFINITY, ...bounds, Number.POSITIVE_INFINITY];
  return ratings.flatMap((rating, i) => {
    const from = Math.max(low, edges[i] ?? low);
    const to = Math.min(high, edges[i + 1] ?? high);
    return from < to ? [{ from, to, rating }] : [];
  });
}
