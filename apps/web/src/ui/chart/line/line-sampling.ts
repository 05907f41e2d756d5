import { isComparable } from '@airdeck/domain/completeness';
import { type ChartSeries, type Columns, firstIndexFrom } from '../model/chart-data.ts';
import type { TimeRange } from '../model/time-range.ts';

/** Width of a column of the drawing, px. Two points in it, one above the other, are as much as an eye sees. */
const COLUMN_PX = 2;

/**
 * The points of a line to draw between two times on `px` pixels: flat `[time, value, time, value, …]`, NaN being a gap.
 * The nearest point outside on either side is included, so that the line runs on to the edge.
 *
 * Where there are more points than px, every column of the drawing keeps its lowest and its highest one, so that no
 * peak is lost, and its gap if it begins or ends with one. Columns lie at multiples of their width since 1970 and not
 * at the edge, so that a panned line does not flicker. The time grows with the visible points: 300,000 take 1 ms.
 */
export function sampleLine({ times, values }: Columns, from: number, to: number, px: number): Float64Array {
  const first = Math.max(0, firstIndexFrom(times, from) - 1);
  const last = Math.min(times.length, firstIndexFrom(times, to) + 1);
  const columns = Math.max(1, Math.round(px / COLUMN_PX));
  if (last - first <= columns * 2) return interleave({ times, values }, first, last);
  const width = (to - from) / columns;
  const out = new Float64Array((columns + 3) * 8);
  let length = 0;
  const keep = (i: number) => {
    out[length++] = times[i] ?? 0;
    out[length++] = values[i] ?? 0;
  };
  const begin = (times[first] ?? from) < from ? first + 1 : first;
  const stop = (times[last - 1] ?? to) > to ? last - 1 : last;
  // A point outside the range must not replace the visible points at the edge.
  if (begin > first) keep(first);
  for (let i = begin; i < stop; ) {
    const end = (Math.floor((times[i] ?? 0) / width) + 1) * width;
    const start = i;
    let low = -1;
    let high = -1;
    for (; i < stop && (i === start || (times[i] ?? 0) < end); i++) {
      const value = values[i] ?? 0;
      // A comparison with NaN is false.
      if (value < (values[low] ?? Number.POSITIVE_INFINITY)) low = i;
      if (value > (values[high] ?? Number.NEGATIVE_INFINITY)) high = i;
    }
    if (Number.isNaN(values[start])) keep(start);
    if (low >= 0) keep(Math.min(low, high));
    if (low !== high) keep(Math.max(low, high));
    if (low >= 0 && Number.isNaN(values[i - 1])) keep(i - 1);
  }
  if (stop < last) keep(last - 1);
  return out.subarray(0, length);
}

function interleave({ times, values }: Columns, first: number, last: number): Float64Array {
  const out = new Float64Array((last - first) * 2);
  for (let i = first; i < last; i++) {
    out[(i - first) * 2] = times[i] ?? 0;
    out[(i - first) * 2 + 1] = values[i] ?? 0;
  }
  return out;
}

interface Envelope {
  times: Float64Array;
  low: Float64Array;
  high: Float64Array;
}

/** The shade's lower edge and its height above it, on `px` pixels: both flat `[time, value, …]`, of the same times. */
export function sampleShade({ times, low, high }: Envelope, range: TimeRange, px: number) {
  const first = Math.max(0, firstIndexFrom(times, range.from) - 1);
  const last = Math.min(times.length, firstIndexFrom(times, range.to) + 1);
  const columns = Math.max(1, Math.round(px / COLUMN_PX));
  const width = last - first <= columns ? 0 : (range.to - range.from) / columns;
  const edge: number[] = [];
  const height: number[] = [];
  for (let i = first; i < last; ) {
    const time = times[i] ?? 0;
    const end = width === 0 ? time : (Math.floor(time / width) + 1) * width;
    let least = low[i] ?? Number.NaN;
    let most = high[i] ?? Number.NaN;
    for (i++; i < last && (times[i] ?? 0) < end; i++) {
      const [lower, upper] = [low[i] ?? Number.NaN, high[i] ?? Number.NaN];
      // A comparison with NaN is false: a gap inside a column does not spread.
      if (lower < least || Number.isNaN(least)) least = lower;
      if (upper > most || Number.isNaN(most)) most = upper;
    }
    edge.push(time, least);
    height.push(time, most - least);
  }
  return { edge: Float64Array.from(edge), height: Float64Array.from(height) };
}

/** Width that a marked point needs, px. */
const POINT_PX = 9;

interface PointMark {
  time: number;
  value: number;
  /** false for a mean of too few readings. */
  complete: boolean;
}

/**
 * Points that are marked on `px` pixels: every mean if there is room, incomplete ones hollow, and every isolated value,
 * because a line through one point is invisible.
 */
export function marksOf(
  { times, values, completeness }: ChartSeries,
  { from, to }: TimeRange,
  px: number,
): PointMark[] {
  const first = firstIndexFrom(times, from);
  const last = firstIndexFrom(times, to);
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
