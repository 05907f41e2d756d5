import type { FrameColumns } from './frame-columns.ts';

/** Frames of a meter that have the same channels, as the database hands them out; in any order. */
export interface FrameGroup {
  channels: number[];
  /** Epoch ms. */
  times: number[];
  /** Ticks of one frame after the other, each in the order of `channels`. */
  values: (number | null)[];
}

const isMeasured = (column: readonly (number | null)[]): boolean => column.some((value) => value !== null);

/** Puts groups together: frames by their time, and a column for each wanted channel that measured something. */
export const columnsOfGroups = (
  meterId: number,
  groups: readonly FrameGroup[],
  wanted: readonly number[] | null,
): FrameColumns => {
  const frames = groups.flatMap((group) => group.times.map((time, at) => ({ time, group, at })));
  frames.sort((a, b) => a.time - b.time);
  const channels: FrameColumns['channels'] = new Map();
  for (const channel of new Set(groups.flatMap((group) => group.channels))) {
    if (wanted && !wanted.includes(channel)) continue;
    const places = new Map(groups.map((group) => [group, group.channels.indexOf(channel)]));
    const column = frames.map(({ group, at }) => {
      const place = places.get(group) ?? -1;
      return place < 0 ? null : (group.values[at * group.channels.length + place] ?? null);
    });
    if (isMeasured(column)) channels.set(channel, column);
  }
  return { meterId, times: frames.map(({ time }) => time), channels };
};

/** The place of the first of ascending times that is not before an instant. */
const placeOf = (times: readonly number[], instant: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The frames from `start` to before `end` (epoch ms), and of them the channels that measured something. */
export const cutColumns = (columns: FrameColumns, start: number, end: number): FrameColumns => {
  const { meterId, times } = columns;
  const first = placeOf(times, start);
  const stop = placeOf(times, end);
  if (first === 0 && stop === times.length) return columns;
  if (first >= stop) return { meterId, times: [], channels: new Map() };
  const cut = [...columns.channels].map(([channel, column]) => [channel, column.slice(first, stop)] as const);
  return {
    meterId,
    times: times.slice(first, stop),
    channels: new Map(cut.filter(([, column]) => isMeasured(column))),
  };
};

/** Puts stretches of a meter's time, one after the other, together. */
export const joinColumns = (meterId: number, parts: readonly FrameColumns[]): FrameColumns => {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const frames = parts.reduce((sum, part) => sum + part.times.length, 0);
  const times = new Array<number>(frames);
  const channels: FrameColumns['channels'] = new Map();
  let at = 0;
  for (const part of parts) {
    // Without iterators: a day of minutes is joined for each graph of it.
    for (let i = 0; i < part.times.length; i++) times[at + i] = part.times[i] as number;
    for (const [channel, ticks] of part.channels) {
      const column = channels.get(channel) ?? new Array<number | null>(frames).fill(null);
      channels.set(channel, column);
      for (let i = 0; i < ticks.length; i++) column[at + i] = ticks[i] as number | null;
    }
    at += part.times.length;
  }
  return { meterId, times, channels };
};
