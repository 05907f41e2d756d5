import { gradeOf, gradeRank } from '@airdeck/domain/grade';
import { isGraded } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { AirRun, MeterAir } from './current-air.ts';

type Readings = Pick<StoredFrame, 'time' | 'channels' | 'ticks'>;

/**
 * While no sensor of a meter leaves its grade, a frame only moves the last time of its runs. This keeps that time in one
 * place until the runs are read, so that most frames cost a few comparisons.
 */
export interface SteadyAir {
  readonly meter: Meter;
  readonly thresholds: Thresholds;
  /** Silence after which the runs break, ms. */
  readonly patience: number;
  /** Channels of each frame, with all graded sensors of the meter among them. */
  readonly channels: readonly number[];
  /** Lowest and highest ticks of each channel's grade, in pairs. */
  readonly bounds: Int16Array;
  /** Time of the last frame, and of the one before. */
  time: number;
  before: number;
  /** Whether the runs lack the last time. */
  isAhead: boolean;
}

const MIN_TICKS = -32_768;
const MAX_TICKS = 32_767;

/** The first number of ticks for which `isBeyond` holds, which it does from there on; MAX_TICKS + 1: none. */
const firstBeyond = (isBeyond: (ticks: number) => boolean): number => {
  let [low, high] = [MIN_TICKS, MAX_TICKS + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBeyond(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The lowest and highest ticks of one grade, found by the rule that grades a reading. */
export const boundsOfGrade = (gradeAt: (ticks: number) => number, rank: number): [number, number] => [
  firstBeyond((ticks) => gradeAt(ticks) >= rank),
  firstBeyond((ticks) => gradeAt(ticks) > rank) - 1,
];

const cache = new WeakMap<Thresholds, Map<string, [number, number]>>();

/** Bounds of the grade that these ticks have; null: the channel belongs to no sensor of the meter. */
const boundsAt = (meter: Meter, thresholds: Thresholds, channel: number, ticks: number): [number, number] | null => {
  const type = meter.sensors.get(channel)?.type;
  if (type === undefined) return null;
  if (!isGraded(type)) return [MIN_TICKS, MAX_TICKS];
  const rankAt = (each: number): number => gradeRank(gradeOf(type, fromTicks(type, each), thresholds));
  const rank = rankAt(ticks);
  const known = cache.get(thresholds) ?? new Map<string, [number, number]>();
  cache.set(thresholds, known);
  const key = `${type}/${rank}`;
  const bounds = known.get(key) ?? boundsOfGrade(rankAt, rank);
  known.set(key, bounds);
  return bounds;
};

interface SteadyOptions {
  thresholds: Thresholds;
  patience: number;
  /** Channels of the meter's graded sensors. */
  graded: readonly number[];
  /** The steady air that ends with this frame; its memory is used again. */
  earlier: SteadyAir | null;
}

/** The steady air from a frame on, whose runs are complete; null: another sensor is graded in other frames. */
export const createSteadyAir = (
  meter: Meter,
  { time, channels, ticks }: Readings,
  { thresholds, patience, graded, earlier }: SteadyOptions,
): SteadyAir | null => {
  if (!graded.every((channel) => channels.includes(channel))) return null;
  const isSame = channels.every((each, i) => each === earlier?.channels[i]);
  const known = isSame && earlier?.channels.length === channels.length ? earlier : null;
  const bounds = known?.bounds ?? new Int16Array(channels.length * 2);
  for (const [i, channel] of channels.entries()) {
    const found = boundsAt(meter, thresholds, channel, ticks[i] as number);
    if (found === null) return null;
    bounds.set(found, i * 2);
  }
  return {
    ...{ meter, thresholds, patience, channels: known?.channels ?? channels, bounds },
    ...{ time, before: time, isAhead: false },
  };
};

/** Takes a frame that leaves all sensors in their grades; false: it does not, or may not. Hot path of all readings. */
export const takeSteadily = (
  air: MeterAir,
  meter: Meter,
  thresholds: Thresholds,
  { time, channels, ticks }: Readings,
): boolean => {
  const { steady } = air;
  if (steady === null || steady.meter !== meter || steady.thresholds !== thresholds) return false;
  if (time <= steady.time || time - steady.time > steady.patience) return false;
  if (channels.length !== steady.channels.length) return false;
  const { bounds } = steady;
  for (let i = 0; i < channels.length; i++) {
    const value = ticks[i] as number;
    if (channels[i] !== steady.channels[i]) return false;
    if (value < (bounds[2 * i] as number) || value > (bounds[2 * i + 1] as number)) return false;
  }
  steady.before = steady.time;
  steady.time = time;
  steady.isAhead = true;
  return true;
};

/** Brings the runs of a meter up to its last frame. */
export const settleRuns = ({ steady, runs }: MeterAir): void => {
  if (!steady?.isAhead) return;
  const { time, before } = steady;
  for (const known of new Set(runs.values())) {
    known.before = { ...known.run, last: before };
    known.run = { ...known.run, last: time };
    for (const [channel, { grade }] of known.last) known.last.set(channel, { time, grade });
  }
  steady.isAhead = false;
};

/** The run of a channel, or of WHOLE_METER. */
export const runOf = (air: MeterAir, key: number): AirRun | undefined => {
  settleRuns(air);
  return air.runs.get(key);
};
