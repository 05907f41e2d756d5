import type { FrameColumns } from '../frames/frame-columns.ts';

/** The readings of a channel in a period, in ticks; channel 0 counts the frames. */
export interface ChannelSum {
  channel: number;
  count: number;
  sum: number;
  min: number;
  max: number;
}

const sumOf = (channel: number, column: readonly (number | null)[], first: number, stop: number): ChannelSum => {
  const total: ChannelSum = {
    channel,
    count: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
  };
  for (let i = first; i < stop; i++) {
    const value = column[i];
    if (value === null || value === undefined) continue;
    total.count++;
    total.sum += value;
    total.min = Math.min(total.min, value);
    total.max = Math.max(total.max, value);
  }
  return total;
};

/** Sums the frames from `start` to before `end` (epoch ms), without channels that have no readings. */
export const sumColumns = ({ times, channels }: FrameColumns, start: number, end: number): ChannelSum[] => {
  if ((times[0] ?? end) >= end || (times.at(-1) ?? 0) < start) return [];
  const first = times.findIndex((time) => time >= start);
  const stop = times.findLastIndex((time) => time < end) + 1;
  if (first >= stop) return [];
  const sums = [...channels].map(([channel, column]) => sumOf(channel, column, first, stop));
  return [{ channel: 0, count: stop - first, sum: 0, min: 0, max: 0 }, ...sums.filter(({ count }) => count > 0)];
};

export const addSums = (a: ChannelSum, b: ChannelSum): ChannelSum => ({
  channel: a.channel,
  count: a.count + b.count,
  sum: a.sum + b.sum,
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});
