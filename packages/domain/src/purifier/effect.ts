import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import { fitLine } from '../insight/line-fit.ts';
import type { FanSpeed } from '../purifier-state.ts';
import { FAN_SPEEDS } from '../purifier-state.ts';
import type { TimeRange } from '../range.ts';

/** A concentration of particles in the air, µg/m³, at a time in epoch milliseconds. */
export interface AirSample {
  readonly time: number;
  readonly value: number;
}

/** A time span with one fan speed. STOP also represents a purifier that is off, stopped or in trouble. */
export interface FanSpan extends TimeRange {
  readonly speed: FanSpeed;
}

/** Minimum R² of a usable fit; below it the rate does not describe what happened. */
export const GOOD_R2 = 0.95;
/** With fewer samples a fit is meaningless. */
const MIN_FIT_SAMPLES = 8;
/** Maximum time examined before and after a change. */
export const AFTER_MS = 2 * HOUR_MS;
export const BEFORE_MS = 30 * MINUTE_MS;
/** Time examined after a fan has stopped. */
const STILL_MS = HOUR_MS;
/** A change that lasted less shows no effect. */
const MIN_AFTER_MS = 10 * MINUTE_MS;
/** Window for the mean level before and after a change. */
const LEVEL_MS = 5 * MINUTE_MS;

export interface Decay {
  /** Per hour; negative when the concentration rises. */
  readonly rate: number;
  /** Share of the variance explained by the fit, 0 to 1. */
  readonly r2: number;
}

/**
 * The decay rate of a concentration: least squares of ln(C) over time, k = −slope, with R². Without outdoor air C(t) =
 * C₀ e^(−kt). `background` (in the samples' unit) is subtracted first, if air tends to it instead of 0. null: too few
 * samples above it, or all of one time.
 */
export function fitDecay(samples: readonly AirSample[], background = 0): Decay | null {
  const points = samples.flatMap(({ time, value }) =>
    value > background ? [{ x: (time - (samples[0]?.time ?? 0)) / HOUR_MS, y: Math.log(value - background) }] : [],
  );
  const fit = points.length < MIN_FIT_SAMPLES ? null : fitLine(points);
  return fit && { rate: -fit.slope, r2: fit.r2 };
}

const isGood = (decay: Decay | null): decay is Decay => decay !== null && decay.r2 > GOOD_R2;

/** The index of the first sample at or after a time. */
const indexAt = (samples: readonly AirSample[], time: number): number => {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((samples[middle]?.time ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The samples within a half-open time range; `samples` must be ordered by time. */
export const samplesWithin = (samples: readonly AirSample[], { start, end }: TimeRange): AirSample[] =>
  samples.slice(indexAt(samples, start), indexAt(samples, end));

const meanOf = (samples: readonly AirSample[]): number | null =>
  samples.length === 0 ? null : samples.reduce((sum, { value }) => sum + value, 0) / samples.length;

const strengthOf = (speed: FanSpeed): number => FAN_SPEEDS.indexOf(speed);

/** A fan that started or sped up, and how the air changed. */
export interface Effect {
  readonly time: number;
  readonly from: FanSpeed;
  readonly to: FanSpeed;
  /** The next change, or two hours later. */
  readonly end: number;
  /** Means of the five minutes before the change and of the last five of the effect, µg/m³; null: no readings. */
  readonly before: number | null;
  readonly after: number | null;
  /** The decay after the change, from the peak on; null: too few readings. */
  readonly decay: Decay | null;
  /** The decay without this purifier, or at its speed before; null: no good fit. */
  readonly decayBefore: Decay | null;
  /**
   * Clean air that the change added, in room volumes per hour: k_on − k_off, if both fits are good. Multiplied by the
   * room's volume it is the clean air delivery rate: CADR = V (k_on − k_off).
   */
  readonly airChanges: number | null;
}

/** Samples from the peak on: while a source still adds dust, no decay is visible. */
const fromPeak = (samples: readonly AirSample[]): readonly AirSample[] => {
  const peak = samples.reduce((best, { value }, i) => (value >= (samples[best]?.value ?? 0) ? i : best), 0);
  return samples.slice(peak);
};

/** The good decays of spans with the fan stopped, slowest first. */
const stillDecays = (spans: readonly FanSpan[], samples: readonly AirSample[]): Decay[] =>
  spans
    .filter(({ speed }) => speed === 'STOP')
    .map(({ start, end }) => fitDecay(samplesWithin(samples, { start, end: Math.min(end, start + STILL_MS) })))
    .filter(isGood)
    .filter(({ rate }) => rate > 0)
    .toSorted((a, b) => a.rate - b.rate);

const middleOf = <T>(items: readonly T[]): T | null => items[Math.floor((items.length - 1) / 2)] ?? null;

/**
 * The effect of each change to a stronger fan. `spans` are ordered and do not overlap; a missing span is unknown.
 * `samples` are the room's PM2.5, ordered by time. The decay without the purifier is the one just before the change, or
 * else the median of the good ones with the fan stopped.
 */
export function effectsOf(spans: readonly FanSpan[], samples: readonly AirSample[]): Effect[] {
  const still = middleOf(stillDecays(spans, samples));
  return spans.flatMap((span, i): Effect[] => {
    const previous = spans[i - 1];
    const isStronger = previous !== undefined && strengthOf(span.speed) > strengthOf(previous.speed);
    if (!isStronger || previous.end < span.start || span.end - span.start < MIN_AFTER_MS) return [];
    const time = span.start;
    const end = Math.min(span.end, time + AFTER_MS);
    const decay = fitDecay(fromPeak(samplesWithin(samples, { start: time, end })));
    const earlier = fitDecay(samplesWithin(samples, { start: Math.max(previous.start, time - BEFORE_MS), end: time }));
    const isFalling = isGood(earlier) && earlier.rate > 0;
    const decayBefore = isFalling ? earlier : previous.speed === 'STOP' ? still : null;
    return [
      {
        ...{ time, end, from: previous.speed, to: span.speed, decay, decayBefore },
        before: meanOf(samplesWithin(samples, { start: time - LEVEL_MS, end: time })),
        after: meanOf(samplesWithin(samples, { start: end - LEVEL_MS, end })),
        airChanges:
          isGood(decay) && decayBefore && decay.rate > decayBefore.rate ? decay.rate - decayBefore.rate : null,
      },
    ];
  });
}

/** P013: time that a strong fan has to improve the air. */
export const INEFFECTIVE_MS = 30 * MINUTE_MS;
/** Minimum share of the expected samples. */
const MIN_SHARE = 0.75;
/**
 * Air at or below this share of its earlier level is improving; air that hardly improved is not; in between it is
 * undecided.
 */
const FALLEN = 0.85;
const NOT_FALLEN = 0.95;
/** The condition ends when air falls below this share of the bound, so that it does not flap. */
const RELEASE = 0.9;

/**
 * Whether a strong fan has run for INEFFECTIVE_MS without improving the air. `samples` are PM2.5 of that time, ordered;
 * all of them must exceed `bound`, the organization's "bad", and the last third must not be lower than the first. null:
 * undecided; the previous state stays.
 */
export function isIneffective(
  samples: readonly AirSample[],
  { bound, intervalS }: { bound: number; intervalS: number },
): boolean | null {
  if (samples.length < (MIN_SHARE * INEFFECTIVE_MS) / 1000 / intervalS || samples.length < 3) return null;
  const third = Math.floor(samples.length / 3);
  const first = meanOf(samples.slice(0, third)) ?? 0;
  const last = meanOf(samples.slice(-third)) ?? 0;
  if (last < RELEASE * bound || last < FALLEN * first) return false;
  return samples.every(({ value }) => value > bound) && last >= NOT_FALLEN * first ? true : null;
}
