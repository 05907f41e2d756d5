import type { Consumer } from '../../../feed/consumer.ts';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Feed } from '../../../feed/feed.ts';
import { type CurrentValues, loadCurrent, saveCurrent } from './current-queries.ts';

/** Minimum time between two writes of a meter's row. A start catches up on newer frames. */
const SAVE_MS = 2_000;

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

/**
 * Saves current values a little behind the feed. As a consumer it runs in one process at a time for each partition of
 * meters, and saves the values in the transaction of its cursor.
 */
export const createCurrentSaver = (feed: Pick<Feed, 'consume'>, onFrames: () => void = () => {}): Consumer =>
  feed.consume({
    name: 'current-values',
    kinds: ['frames'],
    everyMs: SAVE_MS,
    async handle(tx, entries) {
      const frames = entries.flatMap((entry) => entry.frames);
      if (frames.length > 0) onFrames();
      const known = await loadCurrent(tx, [...new Set(frames.map(({ meterId }) => meterId))]);
      await saveCurrent(tx, withFrames(known, frames));
    },
  });
