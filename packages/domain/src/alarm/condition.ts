import { hourStart } from '../calendar.ts';
import { COMPARABLE_COMPLETENESS, expectedFrames } from '../completeness.ts';
import { HOUR_MS } from '../duration.ts';
import { MISSED_INTERVALS } from '../freshness.ts';
import { badWithin, isFault } from './repeated.ts';

/** A reading that comes when newer ones are this many intervals ahead of it is too late to change anything. */
export const LATE_INTERVALS = 2;

/** When values are a reason for an alarm. Values are in the type's unit. */
export interface ValueRule {
  readonly direction: 'ABOVE' | 'BELOW';
  readonly bound: number;
  /** Whether the bound itself counts. A grade begins above its threshold (no), a limit is reached at its value (yes). */
  readonly includesBound: boolean;
  /** The condition ends on the other side of this one; between the two it stays as it is. */
  readonly release: number;
  /** For so long values are beyond the bound without a break; 0: one is enough. */
  readonly durationMs: number;
  /** What is compared: means of the organization's hours, or (null) each value. */
  readonly average: 'HOUR' | null;
  /** Whether a value beyond the bound cannot be true: then only repeated ones are a reason, until there are none. */
  readonly isRepeated?: boolean;
}

export interface Sample {
  /** Epoch milliseconds, as measured. */
  readonly time: number;
  readonly value: number;
}

/** Whose values they are. */
export interface SampleSource {
  readonly intervalS: number;
  /** IANA name: hours are of this zone. */
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
  /** Whether any of its values is beyond the bound: if none is, its mean is not. */
  readonly hasBeyond: boolean;
}

/** What is decided for good: nothing that comes later falls in front of it. */
interface Settled {
  /** Where the unbroken run of values beyond the bound begins. */
  readonly run: number | null;
  readonly raised: Raised | null;
  /** The time that ended the condition, when it last ended. */
  readonly ended: number | null;
  /** The end of what was compared last. */
  readonly last: number | null;
  /** The hour whose mean is not known yet. */
  readonly hour: Hour | null;
  /** Of a rule of repeated values: the times of those that count. */
  readonly bad?: readonly number[];
}

/**
 * What is known of one rule and one source of values. Samples up to the lateness bound are folded in, those since wait in
 * the order of their times: so it does not matter in which order they come.
 */
export interface ConditionState {
  readonly settled: Settled;
  /** The time of the last sample that was folded in. */
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

/** A device that is far faster than its interval does not fill the state: the oldest of more settle early. */
const MAX_PENDING = 64;

const lateMs = ({ intervalS }: SampleSource): number => LATE_INTERVALS * intervalS * 1000;

export function isBeyond({ direction, bound, includesBound }: ValueRule, value: number): boolean {
  if (value === bound) return includesBound;
  return direction === 'ABOVE' ? value > bound : value < bound;
}

const isReleased = ({ direction, release }: ValueRule, value: number): boolean =>
  direction === 'ABOVE' ? value < release : value > release;

/** Whether a value is a reason where all that counts is that one; between bound and release it is if it was (`lasts`). */
export const isReason = (rule: ValueRule, value: number, lasts: boolean): boolean =>
  isBeyond(rule, value) || (lasts && !isReleased(rule, value));

/** Compares a value that stands for the time `from` to `to`. */
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

/** Compares a value of which repeated ones are a reason. */
const compareRepeated = (settled: Settled, rule: ValueRule, { intervalS }: SampleSource, sample: Sample): Settled => {
  const { time, value } = sample;
  const bad = badWithin([...(settled.bad ?? []), ...(isBeyond(rule, value) ? [time] : [])], intervalS, time);
  const next = { ...settled, bad, run: bad[0] ?? null, last: time };
  const isRaised = settled.raised !== null;
  if (isFault(bad, isRaised)) return isRaised ? next : { ...next, raised: { since: bad[0] ?? time, time, value } };
  return isRaised ? { ...next, raised: null, ended: time } : next;
};

/** Compares the mean of an hour that is over. One with too few values has none, and breaks a run. */
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

/** Takes one sample. One that is too late, and a second one of the same time, change nothing. */
export function takeSample(
  state: ConditionState,
  sample: Sample,
  rule: ValueRule,
  source: SampleSource,
): ConditionState {
  const late = lateMs(source);
  if (state.newest !== null && sample.time < state.newest - late) return state;
  if (state.settledTo !== null && sample.time <= state.settledTo) return state;
  if (state.pending.some(({ time }) => time === sample.time)) return state;
  const newest = Math.max(state.newest ?? sample.time, sample.time);
  const sorted = [...state.pending, sample].sort((a, b) => a.time - b.time);
  const due = sorted.filter(({ time }) => time < newest - late).length;
  const count = Math.max(due, sorted.length - MAX_PENDING);
  const folded = sorted.slice(0, count);
  return {
    settled: folded.reduce((before, each) => settle(before, each, rule, source), state.settled),
    settledTo: folded.at(-1)?.time ?? state.settledTo,
    newest,
    pending: sorted.slice(count),
  };
}

/** A duration or a mean is decided once nothing can fall in front of it any more; a single value counts at once. */
const isImmediate = ({ durationMs, average }: ValueRule): boolean => durationMs === 0 && average === null;

export interface Condition {
  /** null: it does not hold. */
  readonly raised: Raised | null;
  /** The time that ended it, when it last ended; null: not known. */
  readonly ended: number | null;
}

/** Whether the condition holds, by what is known now. */
export function conditionOf(state: ConditionState, rule: ValueRule, source: SampleSource): Condition {
  const { raised, ended } = isImmediate(rule)
    ? state.pending.reduce((before, each) => settle(before, each, rule, source), state.settled)
    : state.settled;
  return { raised, ended };
}

/**
 * Whether a state says nothing that could not be told from the store: then it need not be kept. The next value beyond the
 * bound begins anew, with all samples since `restartFrom`.
 */
export function isAtRest({ settled, pending }: ConditionState, rule: ValueRule): boolean {
  if (settled.raised !== null || settled.run !== null || settled.hour?.hasBeyond) return false;
  return !pending.some(({ value }) => isBeyond(rule, value));
}

/**
 * From when on the samples are needed of a source at rest that has a value beyond the bound at `time`: take them, and that
 * one among them, in the order of their times.
 */
export function restartFrom(time: number, rule: ValueRule, source: SampleSource): number {
  const from = time - lateMs(source);
  return rule.average === null ? from : hourStart(from, source.zone);
}

/** A value that is older than its rule's duration and this begins no run: the newer ones of the run will. */
const CATCH_UP_MS = 3 * HOUR_MS;

/** Whether a value beyond the bound begins anything where all was at rest. One that counts at once has to be fresh. */
export function mayBegin(time: number, rule: ValueRule, source: SampleSource, now: number): boolean {
  return isImmediate(rule) ? isFresh(time, source, now) : now - time <= rule.durationMs + CATCH_UP_MS;
}

/** Less than that is no delay that anybody would call one. */
const MIN_FRESH_MS = 60_000;

/** Whether what was measured is new enough for an alarm now: what a device or the server catches up on raises none. */
export function isFresh(measured: number, { intervalS }: Pick<SampleSource, 'intervalS'>, now: number): boolean {
  return now - measured <= Math.max(LATE_INTERVALS * intervalS * 1000, MIN_FRESH_MS);
}
