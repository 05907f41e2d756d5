import { MINUTE_MS } from '../duration.ts';
import { isStale } from '../freshness.ts';
import { FAN_SPEEDS, type FanSpeed } from '../purifier-state.ts';
import { GRADED_TYPES, type GradedType, SENSOR_TYPE_INFO } from '../sensor-type.ts';
import type { ThresholdIssue } from '../threshold.ts';

/** The values from which a fan runs WEAK, MEDIUM and STRONG, in the type's unit, ascending. Below the first it stops. */
export type AutoBounds = readonly [normal: number, bad: number, veryBad: number];
/** Types without bounds do not matter. */
export type AutoThresholds = Readonly<Partial<Record<GradedType, AutoBounds>>>;

export const AUTO_BOUND_NAMES = ['normal', 'bad', 'very_bad'] as const;

/** A level is left when the value falls below this part of its bound: values that waver about a bound change nothing. */
export const AUTO_RELEASE = 0.9;
/** A fan keeps its speed for so long, ms. */
export const AUTO_HOLD_MS = 3 * MINUTE_MS;

/** What is wrong with the bounds of a type, one for each; null where nothing is. */
export const autoBoundIssues = (
  type: GradedType,
  bounds: readonly (number | null)[],
): readonly (ThresholdIssue | null)[] => {
  const { min, max } = SENSOR_TYPE_INFO[type];
  return AUTO_BOUND_NAMES.map((_, i) => {
    const bound = bounds[i] ?? Number.NaN;
    if (!(bound >= min && bound <= max)) return 'OUT_OF_RANGE';
    const isLow = bounds.slice(0, i).some((before) => before !== null && before >= bound);
    return isLow ? 'NOT_ASCENDING' : null;
  });
};

/** Whether two say the same of every type. */
export const isSameThresholds = (a: AutoThresholds, b: AutoThresholds): boolean =>
  GRADED_TYPES.every((type) => (a[type] ?? []).join() === (b[type] ?? []).join());

/** What a meter measured at one time. A type may come several times: its worst value counts. */
export interface AutoSample {
  /** Epoch milliseconds, as measured. */
  readonly time: number;
  readonly readings: readonly { readonly type: GradedType; readonly value: number }[];
}

/** Where a purifier's automatic mode stands. Levels of types are places in FAN_SPEEDS. */
export interface AutoState {
  /** null: nothing has been decided yet. */
  readonly level: FanSpeed | null;
  /** When the level was decided, epoch milliseconds. */
  readonly since: number | null;
  /** The newest sample. */
  readonly newest: number | null;
  readonly types: Readonly<Partial<Record<GradedType, { readonly rank: number; readonly time: number }>>>;
}

export const AUTO_REST: AutoState = { level: null, since: null, newest: null, types: {} };

export interface AutoRule {
  readonly thresholds: AutoThresholds;
  /** Of the meter. */
  readonly intervalS: number;
}

const rankOf = (value: number, bounds: AutoBounds, part: number): number =>
  bounds.filter((bound) => value >= bound * part).length;

/** The rank of a type: up at a bound, down below the released part of it. */
const nextRank = (value: number, bounds: AutoBounds, rank: number): number =>
  Math.max(rankOf(value, bounds, 1), Math.min(rank, rankOf(value, bounds, AUTO_RELEASE)));

const worstValues = ({ readings }: AutoSample): Map<GradedType, number> => {
  const worst = new Map<GradedType, number>();
  for (const { type, value } of readings) worst.set(type, Math.max(value, worst.get(type) ?? value));
  return worst;
};

/**
 * What follows from a sample: each type has a level of its own, and the strongest of those that are measured wins. The
 * order of readings does not matter; a sample that is older than one before it changes nothing.
 */
export const decideAuto = (state: AutoState, sample: AutoSample, { thresholds, intervalS }: AutoRule): AutoState => {
  const { time } = sample;
  if (state.newest !== null && time < state.newest) return state;
  const values = worstValues(sample);
  const types: Partial<Record<GradedType, { rank: number; time: number }>> = {};
  let strongest: number | null = null;
  for (const type of GRADED_TYPES) {
    const bounds = thresholds[type];
    const before = state.types[type];
    const value = values.get(type);
    if (bounds === undefined) continue;
    const now = value === undefined ? before : { rank: nextRank(value, bounds, before?.rank ?? 0), time };
    if (now === undefined) continue;
    types[type] = now;
    // A sensor that is silent says nothing any more.
    if (!isStale(now.time, intervalS, time)) strongest = Math.max(strongest ?? 0, now.rank);
  }
  const wanted = strongest === null ? null : (FAN_SPEEDS[strongest] ?? null);
  const isHeld = state.level !== null && state.since !== null && time - state.since < AUTO_HOLD_MS;
  if (wanted === null || wanted === state.level || isHeld) return { ...state, newest: time, types };
  return { level: wanted, since: time, newest: time, types };
};

export interface AutoChange {
  readonly time: number;
  readonly level: FanSpeed;
}

/** What automatic mode would have done so far. */
export interface AutoFold {
  readonly state: AutoState;
  readonly changes: readonly AutoChange[];
}

/** What it would have done with samples in the order of their times, after those that are folded already. */
export const foldAuto = (
  samples: Iterable<AutoSample>,
  rule: AutoRule,
  before: AutoFold = { state: AUTO_REST, changes: [] },
): AutoFold => {
  const changes = [...before.changes];
  let { state } = before;
  for (const sample of samples) {
    const next = decideAuto(state, sample, rule);
    if (next.level !== null && next.since !== null && next.level !== state.level) {
      changes.push({ time: next.since, level: next.level });
    }
    state = next;
  }
  return { state, changes };
};

/** Milliseconds of each level until `end`. */
export const autoDurations = (changes: readonly AutoChange[], end: number): Record<FanSpeed, number> => {
  const durations: Record<FanSpeed, number> = { STOP: 0, WEAK: 0, MEDIUM: 0, STRONG: 0 };
  for (const [i, { time, level }] of changes.entries()) durations[level] += (changes[i + 1]?.time ?? end) - time;
  return durations;
};

/** As a screen shows it: AUTO decides, MANUAL is overridden by a person, OFF is not in use. */
export const AUTO_STATES = ['AUTO', 'MANUAL', 'OFF'] as const;
