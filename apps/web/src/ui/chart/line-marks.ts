import { isComparable } from '@airdeck/domain/completeness';
import type { ChartSeries } from './chart-data.ts';
import { firstFrom } from './find.ts';
import type { View } from './view.ts';

/** Room that a point takes among others, px. */
const POINT_PX = 9;

export interface LineMarks {
  /** `[time, value, time, value, …]` */
  full: number[];
  /** Means of too few readings. */
  hollow: number[];
}

/**
 * Points that are marked in a view so many px wide: every mean as long as there is room, the incomplete ones hollow;
 * and any value that stands alone, of which no line would be seen.
 */
export function marksOf({ times, values, completeness }: ChartSeries, { from, to }: View, px: number): LineMarks {
  const marks: LineMarks = { full: [], hollow: [] };
  const first = firstFrom(times, from);
  const last = firstFrom(times, to);
  const most = px / POINT_PX;
  const all = completeness !== undefined && last - first <= most;
  let hollows = 0;
  for (let i = first; i < last && completeness !== undefined; i++) if (!isComparable(completeness[i] ?? 1)) hollows++;
  for (let i = first; i < last; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const hollow = hollows > 0 && hollows <= most && !isComparable(completeness?.[i] ?? 1);
    const lone = Number.isNaN(values[i - 1] ?? Number.NaN) && Number.isNaN(values[i + 1] ?? Number.NaN);
    if (hollow) marks.hollow.push(times[i] ?? 0, value);
    else if (all || lone) marks.full.push(times[i] ?? 0, value);
  }
  return marks;
}
