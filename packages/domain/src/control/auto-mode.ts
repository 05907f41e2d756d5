import { MINUTE_MS } from '../duration.ts';
import { isStale } from '../freshness.ts';
import { FAN_SPEEDS, type FanSpeed } from '../purifier-state.ts';
import { GRADED_TYPES, type GradedType, SENSOR_TYPE_INFO } from '../sensor-type.ts';
import type { ThresholdIssue } from '../threshold.ts';

/**
 * The values from which a fan runs WEAK, MEDIUM and STRONG, in the type's unit, ascending. Below the first it stops.
 */
export type AutoBounds = readonly [normal: number, bad: number, veryBad: number];
/** Types without bounds are ignored. */
export type AutoThresholds = Readonly<Partial<Record<GradedType, AutoBounds>>>;

export const AUTO_BOUND_NAMES = ['normal', 'bad', 'very_bad'] as const;

/** Hysteresis: a level is left only when the value falls below this share of its bound. */
export const AUTO_RELEASE = 0.9;
/** Minimum time that a fan keeps its speed, ms. */
export const AUTO_HOLD_MS = 3 * MINUTE_MS;

/** One issue per bound of a type; null for a valid bound. */
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

/** Whether two sets of thresholds are equal for every type. */
export const isSameThresholds = (a: AutoThresholds, b: AutoThresholds): boolean =>
  GRADED_TYPES.every((type) => (a[type] ?? []).join() === (b[type] ?? []).join());

/** The readings of a meter at one time. If a type occurs several times, its worst value counts. */
export interface AutoSample {
  /** When it was measured, epoch milliseconds. */
  readonly time: number;
  readonly readings: readonly { readonly type: GradedType; readonly value: number }[];
}

/** State of a purifier's automatic mode. Ranks of types are indexes into FAN_SPEEDS. */
export interface AutoState {
  /** null: no decision yet. */
  readonly level: FanSpeed | null;
  /** When the level was decided, epoch milliseconds. */
  readonly since: number | null;
  /** Time of the newest sample. */
  readonly newest: number | null;
  readonly types: Readonly<Partial<Record<GradedType, { readonly rank: number; readonly time: number }>>>;
}

export const AUTO_REST: AutoState = { level: null, since: null, newest: null, types: {} };

export interface AutoRule {
  readonly thresholds: AutoThresholds;
  /** The meter's interval. */
  readonly intervalS: number;
}

const rankOf = (value: number, bounds: AutoBounds, part: number): number =>
  bounds.filter((bound) => value >= bound * part).length;

/** The next rank of a type: rises at a bound, falls below the release of a bound. */
const nextRank = (value: number, bounds: AutoBounds, rank: number): number =>
  Math.max(rankOf(value, bounds, 1), Math.min(rank, rankOf(value, bounds, AUTO_RELEASE)));

const worstValues = ({ readings }: AutoSample): Map<GradedType, number> => {
  const worst = new Map<GradedType, number>();
  for (const { type, value } of readings) worst.set(type, Math.max(value, worst.get(type) ?? value));
  return worst;
};

/**
 * Applies a sample. Each type has its own rank, and the highest among the types that are still fresh wins. The order of
 * readings does not matter; a sample older than an earlier one is ignored.
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
    // A silent sensor no longer counts.
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

/** The simulated decisions of automatic mode for the samples so far. */
export interface AutoFold {
  readonly state: AutoState;
  readonly changes: readonly AutoChange[];
}

/** Folds more samples, ordered by time, into `before`. */
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

/** How long each level lasted until `end`, ms. */
export const autoDurations = (changes: readonly AutoChange[], end: number): Record<FanSpeed, number> => {
  const durations: Record<FanSpeed, number> = { STOP: 0, WEAK: 0, MEDIUM: 0, STRONG: 0 };
  for (const [i, { time, level }] of changes.entries()) durations[level] += (changes[i + 1]?.time ?? end) - time;
  return durations;
};

/** The state on screens: AUTO decides by itself, MANUAL is overridden by a person, OFF is not in use. */
export const AUTO_STATES = ['AUTO', 'MANUAL', 'OFF'] as const;
