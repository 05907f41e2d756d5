import type { Consumer } from '../../../feed/consumer.ts';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Feed } from '../../../feed/feed.ts';
import { type CurrentValues, loadCurrent, replaceCurrent, saveCurrent } from './current-queries.ts';

/** Minimum time between two writes of a meter's row. A start catches up on newer frames. */
const SAVE_MS = 10_000;
/** Rows of a partition that become one write for each of its meters: 10 s of a busy server. */
const MAX_ROWS = 400;

/** Applies the readings that are newer than those of their channels. */
const takeNewer = (values: CurrentValues, { time, channels, ticks }: StoredFrame): void => {
  for (const [i, channel] of channels.entries()) {
    const known = values.channels.indexOf(channel);
    const at = known < 0 ? values.channels.push(channel) - 1 : known;
    if (known >= 0 && time <= (values.times[at] ?? 0)) continue;
    values.ticks[at] = ticks[i] ?? 0;
    values.times[at] = time;
  }
  values.time = Math.max(values.time, time);
};

/** The known values with these frames applied. */
const withFrames = (known: readonly CurrentValues[], frames: readonly StoredFrame[]): CurrentValues[] => {
  const byMeter = new Map(known.map((values) => [values.meterId, values]));
  for (const frame of frames) {
    const { meterId, time } = frame;
    const values = byMeter.get(meterId) ?? { meterId, time, channels: [], ticks: [], times: [] };
    byMeter.set(meterId, values);
    takeNewer(values, frame);
  }
  return [...byMeter.values()];
};

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** The newest frame of each meter of whose frames all have the same channels. */
const newestAlike = (frames: readonly StoredFrame[]): StoredFrame[] => {
  const newest = new Map<number, StoredFrame | null>();
  for (const frame of frames) {
    const known = newest.get(frame.meterId);
    if (known === undefined) newest.set(frame.meterId, frame);
    else if (known === null || !isSame(known.channels, frame.channels)) newest.set(frame.meterId, null);
    else if (frame.time > known.time) newest.set(frame.meterId, frame);
  }
  return [...newest.values()].filter((frame) => frame !== null);
};

/**
 * Saves current values a little behind the feed. As a consumer it runs in one process at a time for each partition of
 * meters, and saves the values in the transaction of its cursor.
 */
export const createCurrentSaver = (feed: Pick<Feed, 'consume'>, everyMs = SAVE_MS): Consumer =>
  feed.consume({
    name: 'current-values',
    kinds: ['frames'],
    everyMs,
    maxRows: MAX_ROWS,
    async handle(tx, entries) {
      const frames = entries.flatMap((entry) => entry.frames);
      const replaced = await replaceCurrent(tx, newestAlike(frames));
      const others = frames.filter(({ meterId }) => !replaced.has(meterId));
      if (others.length === 0) return;
      const known = await loadCurrent(tx, [...new Set(others.map(({ meterId }) => meterId))]);
      await saveCurrent(tx, withFrames(known, others));
    },
  });
