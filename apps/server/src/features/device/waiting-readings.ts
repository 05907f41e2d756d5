import type { WaitingReadings } from '@airdeck/contract/device/unregistered';
import { isChannel, seqOfChannel, typeOfChannel } from '@airdeck/domain/channel';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import { timeFault } from '../../device-messages/time-fault.ts';
import type { WaitingFrame } from './unregistered-queries.ts';

/** Frames that a picture is drawn of: a day of minutes and some more. */
export const MAX_PICTURE_FRAMES = 2_000;
/** Channels that can become sensors of one meter. */
const MAX_CHANNELS = 99;
const STEPS = 60;
const MAX_INTERVAL_S = 86_400;

interface Reading {
  time: number;
  ticks: number;
}

const middle = (sorted: readonly number[]): number | undefined => sorted[Math.floor(sorted.length / 2)];

/** Usual seconds between two frames; null if there are too few. Times ascend. */
const usualInterval = (times: readonly number[]): number | null => {
  const gaps = times.flatMap((time, i) => (i === 0 ? [] : [time - (times[i - 1] ?? time)])).filter((gap) => gap > 0);
  const gap = middle(gaps.toSorted((a, b) => a - b));
  return gap === undefined ? null : Math.min(MAX_INTERVAL_S, Math.max(1, Math.round(gap / 1000)));
};

const courseOf = (channel: number, readings: readonly Reading[], from: number, to: number) => {
  const type = typeOfChannel(channel);
  const ticks = readings.map((reading) => reading.ticks);
  const steps = Array.from({ length: STEPS }, () => ({ sum: 0, count: 0 }));
  for (const reading of readings) {
    const step = steps[Math.min(STEPS - 1, Math.floor(((reading.time - from) / Math.max(1, to - from)) * STEPS))];
    if (!step) continue;
    step.sum += reading.ticks;
    step.count++;
  }
  return {
    type,
    sequence: seqOfChannel(channel),
    count: readings.length,
    min: fromTicks(type, Math.min(...ticks)),
    max: fromTicks(type, Math.max(...ticks)),
    last: fromTicks(type, ticks.at(-1) ?? 0),
    values: steps.map(({ sum, count }) => (count === 0 ? null : meanFromTicks(type, sum / count))),
  };
};

/** Summary of quarantined frames, channel by channel. */
export const drawWaiting = (frames: readonly WaitingFrame[]): WaitingReadings => {
  const sound = frames
    .filter(({ measured_time, received_time }) => timeFault(measured_time.getTime(), received_time.getTime()) === null)
    .toSorted((a, b) => a.measured_time.getTime() - b.measured_time.getTime());
  const times = sound.map(({ measured_time }) => measured_time.getTime());
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const byChannel = new Map<number, Reading[]>();
  for (const [i, { channel, value }] of sound.entries()) {
    for (const [j, each] of channel.entries()) {
      if (!isChannel(each)) continue;
      const readings = byChannel.get(each) ?? [];
      byChannel.set(each, readings);
      readings.push({ time: times[i] ?? 0, ticks: value[j] ?? 0 });
    }
  }
  return {
    frames: sound.length,
    odd_frames: frames.length - sound.length,
    from: sound.length === 0 ? null : new Date(from).toISOString(),
    to: sound.length === 0 ? null : new Date(to).toISOString(),
    interval_s: usualInterval(times),
    channels: [...byChannel]
      .sort(([a], [b]) => a - b)
      .slice(0, MAX_CHANNELS)
      .map(([channel, readings]) => courseOf(channel, readings, from, to)),
  };
};
