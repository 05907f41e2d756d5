import { isComparable } from '@airdeck/domain/completeness';
import type { ChartSeries } from './chart-data.ts';
import { firstFrom } from './find.ts';
import type { View } from './view.ts';

/** Room that a point takes among others, px. */
const POINT_PX = 9;

export interface PointMark {
  time: number;
  value: number;
  /** Not a mean of too few readings. */
  complete: boolean;
}

/**
 * Points that are marked in a view so many px wide: every mean as long as there is room, the incomplete ones hollow;
 * and any value that stands alone, of which no line would be seen.
 */
export function marksOf({ times, values, completeness }: ChartSeries, { from, to }: View, px: number): PointMark[] {
  const first = firstFrom(times, from);
  const last = firstFrom(times, to);
  const most = px / POINT_PX;
  const isComplete = (i: number) => completeness === undefined || isComparable(completeness[i] ?? 1);
  const all = completeness !== undefined && last - first <= most;
  let incomplete = 0;
  for (let i = first; i < last && completeness !== undefined; i++) if (!isComplete(i)) incomplete++;
  const marks: PointMark[] = [];
  for (let i = first; i < last; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const complete = incomplete > most || isComplete(i);
    const lone = Number.isNaN(values[i - 1] ?? Number.NaN) && Number.isNaN(values[i + 1] ?? Number.NaN);
    if (!complete || all || lone) marks.push({ time: times[i] ?? 0, value, complete });
  }
  return marks;
}
