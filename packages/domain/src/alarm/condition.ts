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

/** A settled part that is being computed: a copy, with a copy of its hour. */
type Draft = {
  -readonly [K in keyof Settled]: K extends 'hour' ? { -readonly [L in keyof Hour]: Hour[L] } | null : Settled[K];
};

const draftOf = (settled: Settled): Draft => ({ ...settled, hour: settled.hour && { ...settled.hour } });

/** Compares a value that represents the time from `from` to `to`. */
const compare = (
  draft: Draft,
  rule: ValueRule,
  { intervalS }: SampleSource,
  { from, to, value }: { from: number; to: number; value: number },
): void => {
  const isGap = draft.last !== null && from - draft.last > MISSED_INTERVALS * intervalS * 1000;
  draft.run = isBeyond(rule, value) ? ((isGap ? null : draft.run) ?? from) : null;
  draft.last = to;
  if (draft.raised !== null) {
    if (isReleased(rule, value)) Object.assign(draft, { raised: null, ended: to });
  } else if (draft.run !== null && to - draft.run >= rule.durationMs) {
    draft.raised = { since: draft.run, time: to, value };
  }
};

/** Compares a value of a rule of repeated values. */
const compareRepeated = (draft: Draft, rule: ValueRule, { intervalS }: SampleSource, { time, value }: Sample): void => {
  const bad = badWithin([...(draft.bad ?? []), ...(isBeyond(rule, value) ? [time] : [])], intervalS, time);
  Object.assign(draft, { bad, run: bad[0] ?? null, last: time });
  const isRaised = draft.raised !== null;
  if (isFault(bad, isRaised) === isRaised) return;
  Object.assign(draft, isRaised ? { raised: null, ended: time } : { raised: { since: bad[0] ?? time, time, value } });
};

/** Compares the mean of a complete hour. An hour with too few values has none, and breaks a run. */
const closeHour = (draft: Draft, hour: Hour, rule: ValueRule, source: SampleSource): void => {
  const { start, sum, count } = hour;
  if (count < COMPARABLE_COMPLETENESS * expectedFrames(HOUR_MS, source.intervalS)) draft.run = null;
  else compare(draft, rule, source, { from: start, to: start + HOUR_MS, value: sum / count });
};

const settle = (draft: Draft, sample: Sample, rule: ValueRule, source: SampleSource): void => {
  const { time, value } = sample;
  if (rule.isRepeated) return compareRepeated(draft, rule, source, sample);
  if (rule.average === null) return compare(draft, rule, source, { from: time, to: time, value });
  const start = hourStart(time, source.zone);
  if (draft.hour !== null && draft.hour.start !== start) {
    closeHour(draft, draft.hour, rule, source);
    draft.hour = null;
  }
  draft.hour ??= { start, sum: 0, count: 0, hasBeyond: false };
  draft.hour.sum += value;
  draft.hour.count += 1;
  draft.hour.hasBeyond ||= isBeyond(rule, value);
};

/** Whether a sample is too late to change a state whose newest sample is at `newest`. */
export const isTooLate = (time: number, newest: number, source: SampleSource): boolean =>
  time < newest - lateMs(source);

/**
 * Adds samples, one after the other. Ignores those that are too late and second ones of the same time. A batch of a busy
 * server has a dozen for each state, so only one new state is made.
 */
export function takeSamples(
  state: ConditionState,
  samples: readonly Sample[],
  rule: ValueRule,
  source: SampleSource,
): ConditionState {
  const late = lateMs(source);
  const pending = [...state.pending];
  let { newest, settledTo } = state;
  let draft: Draft | null = null;
  let isChanged = false;
  for (const sample of samples) {
    const { time } = sample;
    if (newest !== null && isTooLate(time, newest, source)) continue;
    if (settledTo !== null && time <= settledTo) continue;
    if (pending.some((each) => each.time === time)) continue;
    isChanged = true;
    pending.push(sample);
    // Nearly all samples arrive in order.
    if (newest !== null && time < newest) pending.sort((a, b) => a.time - b.time);
    const latest = Math.max(newest ?? time, time);
    newest = latest;
    const due = pending.findIndex((each) => each.time >= latest - late);
    for (const each of pending.splice(0, Math.max(due, pending.length - MAX_PENDING))) {
      draft ??= draftOf(state.settled);
      settle(draft, each, rule, source);
      settledTo = each.time;
    }
  }
  return isChanged ? { settled: draft ?? state.settled, settledTo, newest, pending } : state;
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
  if (!isImmediate(rule)) return { raised: state.settled.raised, ended: state.settled.ended };
  const draft = draftOf(state.settled);
  for (const each of state.pending) settle(draft, each, rule, source);
  return { raised: draft.raised, ended: draft.ended };
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
