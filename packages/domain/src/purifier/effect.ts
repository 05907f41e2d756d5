import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import type { FanSpeed } from '../purifier-state.ts';
import { FAN_SPEEDS } from '../purifier-state.ts';
import type { TimeRange } from '../range.ts';

/** A concentration of particles in the air, µg/m³, at a time in epoch milliseconds. */
export interface AirSample {
  readonly time: number;
  readonly value: number;
}

/** How a fan blew in a time, in epoch milliseconds. STOP stands for a purifier that is off, stopped or in trouble. */
export interface FanSpan extends TimeRange {
  readonly speed: FanSpeed;
}

/** Fits are good from this R² on; below it a rate is not what happened. */
export const GOOD_R2 = 0.95;
/** Fewer samples make a line of anything. */
const MIN_FIT_SAMPLES = 8;
/** Air is looked at for so long at most after a change, and before it. */
export const AFTER_MS = 2 * HOUR_MS;
export const BEFORE_MS = 30 * MINUTE_MS;
/** How long air is looked at after a fan has stopped. */
const STILL_MS = HOUR_MS;
/** A change that lasted less shows nothing. */
const MIN_AFTER_MS = 10 * MINUTE_MS;
/** What air was like before and after is the mean of so long. */
const LEVEL_MS = 5 * MINUTE_MS;

export interface Decay {
  /** Per hour; below 0 it rises. */
  readonly rate: number;
  /** Share of the variance that the line explains, 0 to 1. */
  readonly r2: number;
}

/**
 * The rate at which a concentration falls: least squares of ln(C) over time, k = −slope, with R². Without air from outside
 * C(t) = C₀ e^(−kt). `background` (in the samples' unit) is taken off first, where air tends to it instead of 0. null: too
 * few samples above it, or all of one time.
 */
export function fitDecay(samples: readonly AirSample[], background = 0): Decay | null {
  const points = samples.flatMap(({ time, value }) =>
    value > background ? [{ x: (time - (samples[0]?.time ?? 0)) / HOUR_MS, y: Math.log(value - background) }] : [],
  );
  const count = points.length;
  if (count < MIN_FIT_SAMPLES) return null;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count;
  const sxx = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const syy = points.reduce((sum, { y }) => sum + (y - meanY) ** 2, 0);
  const sxy = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  if (sxx === 0) return null;
  return { rate: -sxy / sxx, r2: syy === 0 ? 0 : sxy ** 2 / (sxx * syy) };
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

/** Samples of a time, of those in the order of their times; the end is outside. */
export const samplesWithin = (samples: readonly AirSample[], { start, end }: TimeRange): AirSample[] =>
  samples.slice(indexAt(samples, start), indexAt(samples, end));

const meanOf = (samples: readonly AirSample[]): number | null =>
  samples.length === 0 ? null : samples.reduce((sum, { value }) => sum + value, 0) / samples.length;

const strengthOf = (speed: FanSpeed): number => FAN_SPEEDS.indexOf(speed);

/** A fan that began to blow, or blew more strongly, and what became of the air. */
export interface Effect {
  readonly time: number;
  readonly from: FanSpeed;
  readonly to: FanSpeed;
  /** Until the next change, or two hours later. */
  readonly end: number;
  /** Means of the five minutes before the change and of the last five after it, µg/m³; null: nothing was measured. */
  readonly before: number | null;
  readonly after: number | null;
  /** The decay after the change, from when air was worst on; null: too little was measured. */
  readonly decay: Decay | null;
  /** The same without this purifier, or with it as weak as before; null: no good fit is known. */
  readonly decayBefore: Decay | null;
  /**
   * Clean air that the change brought, in volumes of the room an hour: k_on − k_off, where both fits are good. Times the
   * room's volume it is the clean air delivery rate: CADR = V (k_on − k_off).
   */
  readonly airChanges: number | null;
}

/** Samples from the highest on: while something still stirs dust up, no decay can be seen. */
const fromPeak = (samples: readonly AirSample[]): readonly AirSample[] => {
  const peak = samples.reduce((best, { value }, i) => (value >= (samples[best]?.value ?? 0) ? i : best), 0);
  return samples.slice(peak);
};

/** The good decays of times in which the fan stood still, slowest first. */
const stillDecays = (spans: readonly FanSpan[], samples: readonly AirSample[]): Decay[] =>
  spans
    .filter(({ speed }) => speed === 'STOP')
    .map(({ start, end }) => fitDecay(samplesWithin(samples, { start, end: Math.min(end, start + STILL_MS) })))
    .filter(isGood)
    .filter(({ rate }) => rate > 0)
    .toSorted((a, b) => a.rate - b.rate);

const middleOf = <T>(items: readonly T[]): T | null => items[Math.floor((items.length - 1) / 2)] ?? null;

/**
 * What each change to a stronger fan did to the air. `spans` follow each other in time, one that is missing is not known;
 * `samples` are of the room's PM2.5, in the order of their times. The decay without the purifier is that just before the
 * change, else the median of the good ones while it stood still.
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

/** P013: a strong fan has so long to make air better. */
export const INEFFECTIVE_MS = 30 * MINUTE_MS;
/** So much of what was to be expected has to be measured. */
const MIN_SHARE = 0.75;
/** Air that is so much better at the end is falling; one that is hardly better is not; between them nobody knows. */
const FALLEN = 0.85;
const NOT_FALLEN = 0.95;
/** The condition ends when air is below this share of the bound: it may rise again at once. */
const RELEASE = 0.9;

/**
 * Whether a strong fan has run for INEFFECTIVE_MS without air getting better. `samples` are PM2.5 of that time, in its order;
 * all of them have to lie above `bound`, the organization's "bad", and the last third must not be lower than the first.
 * null: that cannot be said; what was said before stays.
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
