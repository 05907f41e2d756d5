import { firstFrom } from './find.ts';
import type { View } from './view.ts';

/** A column of the shade, px. */
const COLUMN_PX = 2;

interface Envelope {
  times: Float64Array;
  low: Float64Array;
  high: Float64Array;
}

/** Lower edge and height above it of the shade in a view so many px wide: both flat `[time, value, …]`, of the same times. */
export function sampleShade({ times, low, high }: Envelope, view: View, px: number) {
  const first = Math.max(0, firstFrom(times, view.from) - 1);
  const last = Math.min(times.length, firstFrom(times, view.to) + 1);
  const columns = Math.max(1, Math.round(px / COLUMN_PX));
  const width = last - first <= columns ? 0 : (view.to - view.from) / columns;
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
