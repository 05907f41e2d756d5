import { isComparable } from '@airdeck/domain/completeness';
import { MINUTE_MS } from '../../../lib/clock.ts';
import type { ChartSeries } from '../model/chart-data.ts';
import type { TimeRange } from '../model/time-range.ts';

/** Deviation of the period from the usual: relative, or absolute for types with an arbitrary zero. */
export type Difference = 'share' | 'plain';

/**
 * The usual values of the earlier weeks and the values of the period, by section. All columns have the same length; NaN
 * where nothing is known.
 */
export interface Usual {
  hue: number;
  /** Middles of the stretches, epoch ms, ascending. */
  times: Float64Array;
  stepMs: number;
  /** Lowest, middle and highest of the weeks. */
  low: Float64Array;
  middle: Float64Array;
  high: Float64Array;
  own: Float64Array;
  /** Whether the period's readings were put together, so that `own` is calmer than they are. */
  isCalmer: boolean;
  /** 1 where the period or a week has too few readings for a comparison. */
  thin: Uint8Array;
}

/** Number of sections: few enough that the noise of single minutes does not hide the daily pattern. */
const MAX_STRETCHES = 150;
const STRETCHES_MS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS);

interface Stretches {
  times: Float64Array;
  stepMs: number;
  /** The stretch that holds a time; outside of all, an index that none has. */
  at: (time: number) => number;
}

/** Means keep their buckets; readings are put together. */
function stretchesOf(own: ChartSeries, { from, to }: TimeRange): Stretches {
  if (own.completeness !== undefined) {
    const places = new Map(Array.from(own.times, (time, i) => [time, i]));
    return { times: own.times, stepMs: own.stepMs, at: (time) => places.get(time) ?? -1 };
  }
  const least = Math.max(own.stepMs, (to - from) / MAX_STRETCHES);
  const stepMs = STRETCHES_MS.find((ms) => ms >= least) ?? Math.ceil(least / MINUTE_MS) * MINUTE_MS;
  const times = Float64Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, i) => from + (i + 0.5) * stepMs);
  return { times, stepMs, at: (time) => Math.floor((time - from) / stepMs) };
}

interface Means {
  means: Float64Array;
  isThin: (at: number) => boolean;
}

function meansOf(series: ChartSeries, { times, stepMs, at }: Stretches): Means {
  const sums = new Float64Array(times.length);
  const counts = new Float64Array(times.length);
  const shares = new Float64Array(times.length);
  for (let i = 0; i < series.times.length; i++) {
    const value = series.values[i] ?? Number.NaN;
    const place = at(series.times[i] ?? Number.NaN);
    if (Number.isNaN(value) || !(place >= 0 && place < times.length)) continue;
    sums[place] = (sums[place] ?? 0) + value;
    counts[place] = (counts[place] ?? 0) + 1;
    shares[place] = series.completeness?.[i] ?? ((counts[place] ?? 0) * series.stepMs) / stepMs;
  }
  return { means: sums.map((sum, i) => sum / (counts[i] ?? 0)), isThin: (i) => !isComparable(shares[i] ?? 0) };
}

/** The middle of ascending values; the mean of the two middle ones. */
function middleOf(ascending: readonly number[]): number {
  const half = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(half)] ?? Number.NaN) + (ascending[Math.ceil(half)] ?? Number.NaN)) / 2;
}

/** The usual of each series with two or more earlier weeks; a single week is a separate line. */
export function usualsOf(all: readonly ChartSeries[], range: TimeRange): Usual[] {
  return all.flatMap((own): Usual[] => {
    const weeks = all.filter(({ hue, earlier }) => hue === own.hue && earlier > 0);
    if (own.earlier > 0 || weeks.length < 2) return [];
    const stretches = stretchesOf(own, range);
    const { times, stepMs } = stretches;
    const now = meansOf(own, stretches);
    const before = weeks.map((week) => meansOf(week, stretches));
    const usual: Usual = {
      ...{ hue: own.hue, times, stepMs, own: now.means, isCalmer: stepMs > own.stepMs },
      low: new Float64Array(times.length).fill(Number.NaN),
      middle: new Float64Array(times.length).fill(Number.NaN),
      high: new Float64Array(times.length).fill(Number.NaN),
      thin: new Uint8Array(times.length),
    };
    for (let i = 0; i < times.length; i++) {
      const known = before.filter(({ means }) => !Number.isNaN(means[i]));
      const ascending = known.map(({ means }) => means[i] ?? 0).sort((a, b) => a - b);
      if (ascending.length === 0) continue;
      usual.low[i] = ascending[0] ?? Number.NaN;
      usual.middle[i] = middleOf(ascending);
      usual.high[i] = ascending.at(-1) ?? Number.NaN;
      usual.thin[i] = Number(now.isThin(i) || known.some(({ isThin }) => isThin(i)));
    }
    // Weeks in which nothing was received have no band, and nothing to differ from.
    return usual.middle.every(Number.isNaN) ? [] : [usual];
  });
}

/** How far the period is from the usual in a stretch; NaN where one of the two is unknown, or the usual is zero. */
export function differenceAt({ own, middle }: Usual, difference: Difference, at: number): number {
  const [now, before] = [own[at] ?? Number.NaN, middle[at] ?? Number.NaN];
  if (difference === 'plain') return now - before;
  return before > 0 ? now / before - 1 : Number.NaN;
}

/** A bar of the strip is at least so wide, px. */
const MIN_BAR_PX = 3;

/** The differences of a range as bars on `px` pixels, those above and those below: flat `[time, difference, …]`. */
export function stripBars(usual: Usual, difference: Difference, { from, to }: TimeRange, px: number) {
  const { times, stepMs } = usual;
  const perBar = (stepMs / (to - from)) * px;
  // Joined stretches are always the same ones, so that nothing flickers.
  const joined = Math.max(1, Math.ceil(MIN_BAR_PX / perBar));
  const above: number[] = [];
  const below: number[] = [];
  for (let first = 0; first < times.length; first += joined) {
    const last = Math.min(first + joined, times.length) - 1;
    if ((times[last] ?? 0) < from - stepMs || (times[first] ?? 0) > to + stepMs) continue;
    let sum = 0;
    let count = 0;
    for (let i = first; i <= last; i++) {
      const each = differenceAt(usual, difference, i);
      if (Number.isNaN(each)) continue;
      sum += each;
      count++;
    }
    if (count === 0) continue;
    const time = ((times[first] ?? 0) + (times[last] ?? 0)) / 2;
    (sum >= 0 ? above : below).push(time, sum / count);
  }
  return { above: Float64Array.from(above), below: Float64Array.from(below), barPx: perBar * joined };
}

/** Bounds of the strip's axis. A deviation of more than double is cut off; the cursor shows its value. */
const LIMITS = { share: [0.1, 0.2, 0.5, 1], plain: [0.5, 1, 2, 5, 10, 20, 50] } as const;

/** The least round end of an axis that holds nearly all differences: a single peak must not flatten the others. */
export function stripLimit(usual: Usual, difference: Difference): number {
  const sizes = Array.from(usual.times, (_, i) => Math.abs(differenceAt(usual, difference, i)))
    .filter((size) => !Number.isNaN(size))
    .sort((a, b) => a - b);
  const most = sizes[Math.floor(sizes.length * 0.98)] ?? sizes.at(-1) ?? 0;
  const limits: readonly number[] = LIMITS[difference];
  return limits.find((limit) => limit >= most) ?? limits.at(-1) ?? 1;
}
