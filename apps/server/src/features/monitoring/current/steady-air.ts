import { typeOfChannel } from '@airdeck/domain/channel';
import { gradeOf, gradeRank } from '@airdeck/domain/grade';
import { isGraded, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { AirRun, Runs } from './air-runs.ts';
import { sharedChannels } from './shared-channels.ts';

type Readings = Pick<StoredFrame, 'time' | 'channels' | 'ticks'>;

/**
 * A frame that leaves a sensor in its grade only moves the last time of its run. This keeps that time in one place until
 * the runs are read, so that most frames cost a few comparisons.
 */
export interface SteadyAir {
  readonly meter: Meter;
  readonly thresholds: Thresholds;
  /** Silence after which the runs break, ms. */
  readonly patience: number;
  /** Channels of each frame, with all graded sensors of the meter among them. */
  readonly channels: readonly number[];
  /** Lowest and highest ticks of each channel's grade, in pairs. */
  bounds: Int16Array;
  /** Rank of each channel's grade; UNGRADED where the type has none. */
  ranks: Int8Array;
  /** Bounds and ranks are also those of other meters, and must not be changed. */
  isShared: boolean;
  /** Time of the last frame, and of the one before. */
  time: number;
  before: number;
  /** Whether the runs lack the last time. */
  isAhead: boolean;
}

const MIN_TICKS = -32_768;
const MAX_TICKS = 32_767;
export const UNGRADED = -1;

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

interface GradeBounds {
  readonly rank: number;
  readonly low: number;
  readonly high: number;
}

const ALL_TICKS: GradeBounds = { rank: UNGRADED, low: MIN_TICKS, high: MAX_TICKS };
const cache = new WeakMap<Thresholds, Map<SensorType, (GradeBounds | undefined)[]>>();

/** The grade of these ticks and its bounds; null: the channel belongs to no sensor of the meter. */
const boundsAt = (meter: Meter, thresholds: Thresholds, channel: number, ticks: number): GradeBounds | null => {
  if (!meter.sensors.has(channel)) return null;
  const type = typeOfChannel(channel);
  if (!isGraded(type)) return ALL_TICKS;
  const rankAt = (each: number): number => gradeRank(gradeOf(type, fromTicks(type, each), thresholds));
  const rank = rankAt(ticks);
  const byType = cache.get(thresholds) ?? new Map<SensorType, (GradeBounds | undefined)[]>();
  cache.set(thresholds, byType);
  const byRank = byType.get(type) ?? [];
  byType.set(type, byRank);
  const known = byRank[rank];
  if (known) return known;
  const [low, high] = boundsOfGrade(rankAt, rank);
  const bounds = { rank, low, high };
  byRank[rank] = bounds;
  return bounds;
};

/** Whether the channel at a position has left its grade; then its bounds and rank are those of the new one. */
export const moveGrade = (steady: SteadyAir, position: number, ticks: number): boolean => {
  const { meter, thresholds, channels } = steady;
  if (ticks >= (steady.bounds[2 * position] as number) && ticks <= (steady.bounds[2 * position + 1] as number))
    return false;
  if (steady.isShared) {
    steady.bounds = steady.bounds.slice();
    steady.ranks = steady.ranks.slice();
    steady.isShared = false;
  }
  const { bounds, ranks } = steady;
  const found = boundsAt(meter, thresholds, channels[position] as number, ticks) ?? ALL_TICKS;
  bounds[2 * position] = found.low;
  bounds[2 * position + 1] = found.high;
  ranks[position] = found.rank;
  return true;
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
  const isSame =
    earlier?.channels.length === channels.length && channels.every((each, i) => each === earlier.channels[i]);
  const known = isSame ? earlier : null;
  const reused = known?.isShared === false ? known : null;
  const bounds = reused?.bounds ?? new Int16Array(channels.length * 2);
  const ranks = reused?.ranks ?? new Int8Array(channels.length);
  for (const [i, channel] of channels.entries()) {
    const found = boundsAt(meter, thresholds, channel, ticks[i] as number);
    if (found === null) return null;
    bounds[2 * i] = found.low;
    bounds[2 * i + 1] = found.high;
    ranks[i] = found.rank;
  }
  // Without spread: V8 would give each object a hidden class of its own, of 260 bytes.
  return {
    meter,
    thresholds,
    patience,
    channels: known?.channels ?? sharedChannels([...channels]),
    bounds,
    ranks,
    isShared: false,
    time,
    before: time,
    isAhead: false,
  };
};

type Grades = Pick<SteadyAir, 'bounds' | 'ranks'>;
const sharedGrades = new WeakMap<Thresholds, Map<string, Grades>>();

/** Lets meters with the same grades share their bounds: a few numbers in an array of its own take hundreds of bytes. */
export const shareSteadyAir = (steady: SteadyAir): void => {
  if (steady.isShared) return;
  const shared = sharedGrades.get(steady.thresholds) ?? new Map<string, Grades>();
  sharedGrades.set(steady.thresholds, shared);
  // A channel of a grade has one pair of bounds.
  const key = `${steady.channels.join()}/${steady.ranks.join()}`;
  const { bounds, ranks } = shared.get(key) ?? steady;
  if (bounds === steady.bounds) shared.set(key, { bounds, ranks });
  steady.bounds = bounds;
  steady.ranks = ranks;
  steady.isShared = true;
};

/** Effect of a frame on steady air. OTHER: its runs have to be looked at one by one. */
export type Step = 'STEADY' | 'MOVED' | 'OTHER';

/** Whether a frame leaves all sensors in their grades. Hot path of all readings. */
export const stepOf = (
  steady: SteadyAir,
  meter: Meter,
  thresholds: Thresholds,
  { time, channels, ticks }: Readings,
): Step => {
  if (steady.meter !== meter || steady.thresholds !== thresholds) return 'OTHER';
  if (time <= steady.time || time - steady.time > steady.patience) return 'OTHER';
  if (channels.length !== steady.channels.length) return 'OTHER';
  const { bounds } = steady;
  let step: Step = 'STEADY';
  for (let i = 0; i < channels.length; i++) {
    const value = ticks[i] as number;
    if (channels[i] !== steady.channels[i]) return 'OTHER';
    if (value < (bounds[2 * i] as number) || value > (bounds[2 * i + 1] as number)) step = 'MOVED';
  }
  return step;
};

/** Takes the time of a frame, for all runs that do not have it. */
export const advance = (steady: SteadyAir, time: number): void => {
  steady.before = steady.time;
  steady.time = time;
  steady.isAhead = true;
};

/** Brings a run up to the last frame. One that has its time already changed its grade with it. */
export const settleRun = ({ time, before }: SteadyAir, known: AirRun): void => {
  if (known.run.last === time) return;
  known.before = { ...known.run, last: before };
  known.run = { ...known.run, last: time };
  for (const [channel, { grade }] of known.last) known.last.set(channel, { time, grade });
};

/** Brings the runs of a meter up to its last frame. */
export const settleRuns = (air: { readonly steady: SteadyAir | null; readonly runs: Runs }): void => {
  // Also makes the first runs, which follow from the steady air.
  const { steady, runs } = air;
  if (!steady?.isAhead) return;
  for (const known of new Set(runs.values())) settleRun(steady, known);
  steady.isAhead = false;
};

/** Time of a run's last reading. Steady air has it for all runs: bringing each up to date makes thirty objects a meter. */
export const lastOf = ({ steady }: { readonly steady: SteadyAir | null }, { run }: AirRun): number | null =>
  steady?.time ?? run.last;
