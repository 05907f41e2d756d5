import { STUCK_MS, STUCK_READINGS, STUCK_SHARE } from '@airdeck/domain/alarm/stuck';
import { HOUR_MS } from '@airdeck/domain/duration';
import type { StillRow } from '../../features/alarm/sweep-queries.ts';
import type { StoredFrame } from '../../feed/entry.ts';
import type { Meter } from '../../registry/snapshot.ts';
import type { FrameColumns } from '../../store/frames/frame-columns.ts';
import { cutColumns, joinColumns } from '../../store/frames/frame-groups.ts';

/** Detectors look back this far at most: a stuck sensor, or an hourly mean, and late frames. */
const KEPT_MS = 3 * HOUR_MS;

/** The frames of one meter as the detectors see them while a simulated clock moves on: only those measured so far. */
export const createPastFrames = ({ id: meterId, intervalS }: Meter) => {
  let columns: FrameColumns = { meterId, times: [], channels: new Map() };
  /** Its channels, in a form that is faster to go through. */
  let channels: { channel: number; ticks: readonly (number | null)[] }[] = [];
  /** Number of frames that are measured. */
  let passed = 0;
  let last: number | null = null;

  const timeAt = (at: number): number => columns.times[at] ?? Number.NEGATIVE_INFINITY;
  const frameAt = (at: number): StoredFrame => {
    const frame = { meterId, time: timeAt(at), channels: [] as number[], ticks: [] as number[] };
    for (const { channel, ticks } of channels) {
      const value = ticks[at] ?? null;
      if (value === null) continue;
      frame.channels.push(channel);
      frame.ticks.push(value);
    }
    return frame;
  };

  /** The run of equal values with which a channel ends; none if it is shorter than STUCK_MS or has too few values. */
  const stillRun = (channel: number, ticks: readonly (number | null)[], now: number): StillRow[] => {
    let value: number | null = null;
    let first = now;
    let count = 0;
    for (let at = passed - 1; at >= 0 && now - first < STUCK_MS; at--) {
      const each = ticks[at] ?? null;
      if (each === null) continue;
      value ??= each;
      if (each !== value) return [];
      first = timeAt(at);
      count += 1;
    }
    const isEnough = count >= STUCK_READINGS && count >= (STUCK_SHARE * (now - first)) / 1000 / intervalS;
    if (value === null || now - first < STUCK_MS || !isEnough) return [];
    return [{ meter_id: meterId, channel, value, first: new Date(first) }];
  };

  return {
    meterId,
    intervalS,
    /** The time of the last frame. */
    last: (): number | null => last,
    /** Adds the frames that follow. */
    add(next: FrameColumns): void {
      const kept = cutColumns(columns, timeAt(passed - 1) - KEPT_MS, Number.POSITIVE_INFINITY);
      passed -= columns.times.length - kept.times.length;
      columns = joinColumns(meterId, [kept, next]);
      channels = [...columns.channels].map(([channel, ticks]) => ({ channel, ticks }));
    },
    /** Moves the clock on; returns the frames measured meanwhile. */
    advance(now: number): StoredFrame[] {
      const frames: StoredFrame[] = [];
      for (; passed < columns.times.length && timeAt(passed) <= now; passed++) frames.push(frameAt(passed));
      last = frames.at(-1)?.time ?? last;
      return frames;
    },
    since(time: number): StoredFrame[] {
      const frames: StoredFrame[] = [];
      for (let at = passed - 1; at >= 0 && timeAt(at) >= time; at--) frames.unshift(frameAt(at));
      return frames;
    },
    /** Channels that have not changed their value for STUCK_MS. */
    still: (now: number): StillRow[] => channels.flatMap(({ channel, ticks }) => stillRun(channel, ticks, now)),
  };
};
export type PastFrames = ReturnType<typeof createPastFrames>;
