import type { GradeRun, LastGrades } from '@airdeck/domain/grade-run';
import type { StoredFrame } from '../../../feed/entry.ts';
import type { SteadyAir } from './steady-air.ts';
import { addToSlot, addTrendChannel, createTrend, openSlot, slotOf, TREND_SLOTS, type Trend } from './trend.ts';

/** Key of the run of all graded sensors of a meter together; channels are above it. */
export const WHOLE_METER = 0;

/** How long the air of a sensor, or of a whole meter, has been in its current grade. */
export interface AirRun {
  /** The sensors that it follows: one, or all graded ones of the meter. */
  readonly channels: readonly number[];
  readonly last: LastGrades;
  run: GradeRun;
  /** The run before its last time, to which another frame of that time is added. */
  before: GradeRun;
  /** Readings since a rebuild from the store began; null when none is in progress. */
  next: GradeRun | null;
  /** First reading since the air is better than bad; null while it is bad, and where it was not. */
  betterSince: number | null;
  /** A reading came late or the rules changed: the run has to be rebuilt from the store. */
  isOld: boolean;
  /** It waits for a search in the store. */
  isQueued: boolean;
}

/** A meter's last readings and its trend. `channels`, `ticks` and `times` are parallel arrays. */
export interface MeterAir {
  readonly meterId: number;
  /** Newest measured time of all channels, epoch ms. */
  time: number;
  channels: number[];
  ticks: number[];
  times: number[];
  trend: Trend;
  /** The trend to show while `trend` is being filled from the store. */
  shownTrend: Trend | null;
  /** Runs of the graded sensors by channel, and of all of them under WHOLE_METER. */
  readonly runs: Map<number, AirRun>;
  /** null: the last frame changed a grade, or the runs do. Read `runs` by `runOf` (steady-air). */
  steady: SteadyAir | null;
  /** Counts the changes. */
  version: number;
  /** A frame came late: the trend has to be read from the store again. */
  isLate: boolean;
}

export const createMeterAir = (meterId: number): MeterAir => ({
  meterId,
  time: Number.NEGATIVE_INFINITY,
  channels: [],
  ticks: [],
  times: [],
  trend: createTrend(0),
  shownTrend: null,
  runs: new Map(),
  steady: null,
  version: 0,
  isLate: false,
});

/** Position of a channel, which is added if it is new. */
export const positionOf = (air: MeterAir, channel: number): number => {
  const found = air.channels.indexOf(channel);
  if (found >= 0) return found;
  air.channels.push(channel);
  air.ticks.push(0);
  air.times.push(Number.NEGATIVE_INFINITY);
  addTrendChannel(air.trend);
  return air.channels.length - 1;
};

/**
 * Applies a stored frame. A value measured later than the channel's current one replaces it; an earlier one changes no
 * value. A late frame cannot be distinguished from a repeat, so it is not added to the trend: the trend is read from the
 * store again.
 */
export const applyFrame = (air: MeterAir, { time, channels, ticks }: StoredFrame): void => {
  let entry = -2;
  let isNewer = false;
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i] as number;
    const value = ticks[i] as number;
    const position = air.channels[i] === channel ? i : positionOf(air, channel);
    const before = air.times[position] as number;
    if (time > before) {
      if (entry === -2) entry = openSlot(air.trend, slotOf(time));
      if (entry >= 0) addToSlot(air.trend, entry, position, value, 1);
      air.times[position] = time;
      air.ticks[position] = value;
      isNewer = true;
    } else if (time < before && !air.isLate) {
      air.isLate = slotOf(time) > slotOf(air.time) - TREND_SLOTS;
    }
  }
  if (time > air.time) air.time = time;
  if (isNewer) air.version++;
};

/** Starts a new trend beside the shown one. Returns the time up to which frames have to be read from the store. */
export const beginFill = (air: MeterAir): number => {
  air.shownTrend ??= air.trend;
  air.trend = createTrend(air.channels.length);
  air.isLate = false;
  return air.time;
};

export const endFill = (air: MeterAir): void => {
  air.shownTrend = null;
  air.version++;
};

/** Adds the stored sum and count of one channel's ten minutes. */
export const fillSlot = (air: MeterAir, channel: number, slot: number, sum: number, count: number): void => {
  const position = positionOf(air, channel);
  const entry = openSlot(air.trend, slot);
  if (entry >= 0) addToSlot(air.trend, entry, position, sum, count);
};

/** The current values of all meters, in memory. */
export interface CurrentAir {
  of(meterId: number): MeterAir | undefined;
  /** The air of a meter, created if there is none. */
  open(meterId: number): MeterAir;
  apply(frames: readonly StoredFrame[]): void;
  /** Drops meters that are no longer registered. */
  keepOnly(isRegistered: (meterId: number) => boolean): void;
  /** Some meters whose trend became outdated since the last call. */
  takeLate(limit: number): MeterAir[];
}

export const createCurrentAir = (): CurrentAir => {
  const airs = new Map<number, MeterAir>();
  const late = new Set<MeterAir>();

  const open = (meterId: number): MeterAir => {
    const known = airs.get(meterId);
    if (known) return known;
    const made = createMeterAir(meterId);
    airs.set(meterId, made);
    return made;
  };

  return {
    of: (meterId) => airs.get(meterId),
    open,
    // Hot path of all readings: no allocation, no index, no closures.
    apply(frames) {
      for (const frame of frames) {
        const air = open(frame.meterId);
        applyFrame(air, frame);
        if (air.isLate) late.add(air);
      }
    },
    keepOnly(isRegistered) {
      for (const [meterId, air] of airs) {
        if (isRegistered(meterId)) continue;
        airs.delete(meterId);
        late.delete(air);
      }
    },
    takeLate(limit) {
      const taken = [...late].slice(0, limit);
      for (const air of taken) late.delete(air);
      return taken;
    },
  };
};
