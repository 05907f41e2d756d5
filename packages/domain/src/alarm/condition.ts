import { hourStart } from '../calendar.ts';
import { COMPARABLE_COMPLETENESS, expectedFrames } from '../completeness.ts';
import { HOUR_MS } from '../duration.ts';
import { MISSED_INTERVALS } from '../freshness.ts';
import { badWithin, isFault } from './repeated.ts';

/** A reading that arrives when newer ones are this many intervals ahead is too late to change anything. */
export const LATE_INTERVALS = 2;

/** When values raise an alarm. Values are in the type's unit. */
export interface ValueRule {
  readonly direction: 'ABOVE' | 'BELOW';
  readonly bound: number;
  /**
   * Whether the bound itself counts. A grade begins above its threshold (no); a limit is reached at its value (yes).
   */
  readonly includesBound: boolean;
  /** The condition ends beyond this value on the other side; between bound and release it keeps its state. */
  readonly release: number;
  /** How long values must stay beyond the bound without a break; 0: one value is enough. */
  readonly durationMs: number;
  /** The compared value: hourly means in the organization's zone, or (null) each reading. */
  readonly average: 'HOUR' | null;
  /**
   * Whether a value beyond the bound is implausible: then only repeated ones raise the condition, which lasts until
   * none is left.
   */
  readonly isRepeated?: boolean;
}

export interface Sample {
  /** When it was measured, epoch milliseconds. */
  readonly time: number;
  readonly value: number;
}

/** The meter that the values come from. */
export interface SampleSource {
  readonly intervalS: number;
  /** IANA name; hours are cut in this zone. */
  readonly zone: string;
}

/** Since when a condition holds: the first value of its run, and the time and value that completed its duration. */
export interface Raised {
  readonly since: number;
  readonly time: number;
  readonly value: number;
}

interface Hour {
  readonly start: number;
  readonly sum: number;
  readonly count: number;
  /** Whether any value of the hour is beyond the bound. If none is, the mean is not either. */
  readonly hasBeyond: boolean;
}

/** The final part of the state: no later sample can change it. */
interface Settled {
  /** Start of the unbroken run of values beyond the bound. */
  readonly run: number | null;
  readonly raised: Raised | null;
  /** When the condition last ended. */
  readonly ended: number | null;
  /** End of the last compared value or hour. */
  readonly last: number | null;
  /** The hour whose mean is still incomplete. */
  readonly hour: Hour | null;
  /** For a rule of repeated values: the times of those that count. */
  readonly bad?: readonly number[];
}

/**
 * State of one rule and one source of values. Samples older than the lateness bound are settled; newer ones wait,
 * ordered by time. The order of arrival therefore does not matter.
 */
export interface ConditionState {
  readonly settled: Settled;
  /** The time of the last settled sample. */
  readonly settledTo: number | null;
  readonly newest: number | null;
  readonly pending: readonly Sample[];
}

export const REST: ConditionState = {
  settled: { run: null, raised: null, ended: null, last: null, hour: null },
  settledTo: null,
  newest: null,
  pending: [],
};

/**
 * Bounds the state for a device that sends far faster than its interval: the oldest samples beyond this settle early.
 */
const MAX_PENDING = 4;

const lateMs = ({ intervalS }: SampleSource): number => LATE_INTERVALS * intervalS * 1000;

export function isBeyond({ direction, bound, includesBound }: ValueRule, value: number): boolean {
  if (value === bound) return includesBound;
  return direction === 'ABOVE' ? value > bound : value < bound;
}

const isReleased = ({ direction, release }: ValueRule, value: number): boolean =>
  direction === 'ABOVE' ? value < release : value > release;

/**
 * Whether a value counts as a reason on its own. Between bound and release it counts if the one before did (`lasts`).
 */
export const isReason = (rule: ValueRule, value: number, lasts: boolean): boolean =>
  isBeyond(rule, value) || (lasts && !isReleased(rule, value));

/** Compares a value that represents the time from `from` to `to`. */
const compare = (
  settled: Settled,
  rule: ValueRule,
  { intervalS }: SampleSource,
  { from, to, value }: { from: number; to: number; value: number },
): Settled => {
  const isGap = settled.last !== null && from - settled.last > MISSED_INTERVALS * intervalS * 1000;
  const run = isBeyond(rule, value) ? ((isGap ? null : settled.run) ?? from) : null;
  const next = { ...settled, run, last: to };
  if (settled.raised !== null) return isReleased(rule, value) ? { ...next, raised: null, ended: to } : next;
  return run !== null && to - run >= rule.durationMs ? { ...next, raised: { since: run, time: to, value } } : next;
};

/** Compares a value of a rule of repeated values. */
const compareRepeated = (settled: Settled, rule: ValueRule, { intervalS }: SampleSource, sample: Sample): Settled => {
  const { time, value } = sample;
  const bad = badWithin([...(settled.bad ?? []), ...(isBeyond(rule, value) ? [time] : [])], intervalS, time);
  const next = { ...settled, bad, run: bad[0] ?? null, last: time };
  const isRaised = settled.raised !== null;
  if (isFault(bad, isRaised)) return isRaised ? next : { ...next, raised: { since: bad[0] ?? time, time, value } };
  return isRaised ? { ...next, raised: null, ended: time } : next;
};

/** Compares the mean of a complete hour. An hour with too few values has none, and breaks a run. */
const closeHour = (settled: Settled, hour: Hour, rule: ValueRule, source: SampleSource): Settled => {
  const expected = expectedFrames(HOUR_MS, source.intervalS);
  if (hour.count < COMPARABLE_COMPLETENESS * expected) return { ...settled, run: null };
  return compare(settled, rule, source, { from: hour.start, to: hour.start + HOUR_MS, value: hour.sum / hour.count });
};

const settle = (settled: Settled, { time, value }: Sample, rule: ValueRule, source: SampleSource): Settled => {
  if (rule.isRepeated) return compareRepeated(settled, rule, source, { time, value });
  if (rule.average === null) return compare(settled, rule, source, { from: time, to: time, value });
  const start = hourStart(time, source.zone);
  const isSame = settled.hour?.start === start;
  const before = settled.hour !== null && !isSame ? closeHour(settled, settled.hour, rule, source) : settled;
  const open = isSame && settled.hour !== null ? settled.hour : { start, sum: 0, count: 0, hasBeyond: false };
  const hour = {
    start,
    sum: open.sum + value,
    count: open.count + 1,
    hasBeyond: open.hasBeyond || isBeyond(rule, value),
  };
  return { ...before, hour };
};

/** Whether a sample is too late to change a state whose newest sample is at `newest`. */
export const isTooLate = (time: number, newest: number, source: SampleSource): boolean =>
  time < newest - lateMs(source);

/** Adds one sample. Ignores samples that are too late and second samples of the same time. */
export function takeSample(
  state: ConditionState,
  sample: Sample,
  rule: ValueRule,
  source: SampleSource,
): ConditionState {
  const late = lateMs(source);
  if (state.newest !== null && isTooLate(sample.time, state.newest, source)) return state;
  if (state.settledTo !== null && sample.time <= state.settledTo) return state;
  if (state.pending.some(({ time }) => time === sample.time)) return state;
  const newest = Math.max(state.newest ?? sample.time, sample.time);
  const sorted = [...state.pending, sample];
  // Nearly all samples arrive in order.
  if (newest !== sample.time) sorted.sort((a, b) => a.time - b.time);
  const due = sorted.findIndex(({ time }) => time >= newest - late);
  const count = Math.max(due, sorted.length - MAX_PENDING);
  const folded = sorted.slice(0, count);
  return {
    settled: folded.reduce((before, each) => settle(before, each, rule, source), state.settled),
    settledTo: folded.at(-1)?.time ?? state.settledTo,
    newest,
    pending: sorted.slice(count),
  };
}

/** A duration or a mean is decided only when no late sample can precede it; a single value counts at once. */
export const isImmediate = ({ durationMs, average }: ValueRule): boolean => durationMs === 0 && average === null;

export interface Condition {
  /** null: the condition does not hold. */
  readonly raised: Raised | null;
  /** When it last ended; null: unknown. */
  readonly ended: number | null;
}

/** Whether the condition holds, given the samples so far. */
export function conditionOf(state: ConditionState, rule: ValueRule, source: SampleSource): Condition {
  const { raised, ended } = isImmediate(rule)
    ? state.pending.reduce((before, each) => settle(before, each, rule, source), state.settled)
    : state.settled;
  return { raised, ended };
}

/**
 * Whether a state holds nothing that the store could not restore, so it can be dropped. The next value beyond the bound
 * rebuilds it from all samples since `restartFrom`.
 */
export function isAtRest({ settled, pending }: ConditionState, rule: ValueRule): boolean {
  if (settled.raised !== null || settled.run !== null || settled.hour?.hasBeyond) return false;
  return !pending.some(({ value }) => isBeyond(rule, value));
}

/**
 * The time from which a source at rest needs its samples when a value at `time` is beyond the bound. Add them, with
 * that value among them, in the order of their times.
 */
export function restartFrom(time: number, rule: ValueRule, source: SampleSource): number {
  const from = time - lateMs(source);
  return rule.average === null ? from : hourStart(from, source.zone);
}

/** A value older than its rule's duration plus this starts no run; the newer values of the run will. */
const CATCH_UP_MS = 3 * HOUR_MS;

/**
 * Whether a value beyond the bound may start a run from a state at rest. A value that counts at once has to be fresh.
 */
export function mayBegin(time: number, rule: ValueRule, source: SampleSource, now: number): boolean {
  return isImmediate(rule) ? isFresh(time, source, now) : now - time <= rule.durationMs + CATCH_UP_MS;
}

/** A delay shorter than this counts as none. */
const MIN_FRESH_MS = 60_000;

/**
 * Whether a measurement is recent enough to raise an alarm. Data that a device or the server catches up on raises none.
 */
export function isFresh(measured: number, { intervalS }: Pick<SampleSource, 'intervalS'>, now: number): boolean {
  return now - measured <= Math.max(LATE_INTERVALS * intervalS * 1000, MIN_FRESH_MS);
}
