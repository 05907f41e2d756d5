import { COMPARABLE_COMPLETENESS, expectedFrames } from '../completeness.ts';
import { DAY_MS } from '../duration.ts';

/** What a sensor measured in an hour or a day; `min` null: nothing. */
export interface Measured {
  readonly count: number;
  readonly sum: number;
  readonly min: number | null;
}

const isComplete = (count: number, intervalS: number): boolean =>
  count >= COMPARABLE_COMPLETENESS * expectedFrames(DAY_MS, intervalS);

/** The mean of the 24 hours that these are; null: too little was measured to say. */
export function dayMean(hours: readonly Measured[], intervalS: number): number | null {
  const count = hours.reduce((all, hour) => all + hour.count, 0);
  return isComplete(count, intervalS) ? hours.reduce((all, hour) => all + hour.sum, 0) / count : null;
}

/** So many days CO2 is looked at: rooms are empty at some time of a week, and their air is then that outside. */
export const BASELINE_DAYS = 7;
/** Outside it is some 420 ppm; a sensor that never says less than the upper one, or ever less than the lower one, drifts. */
const BASELINE = { lower: 380, upper: 600 };

export interface Baseline {
  readonly min: number;
  /** The bound on whose wrong side it is; null: it is right. */
  readonly beyond: number | null;
}

/**
 * The least CO2 (ppm) of so many days; null: too little was measured of one of them. A meter that is off at night never
 * sees the air of an empty room, and says nothing of its baseline.
 */
export function baselineOf(days: readonly Measured[], intervalS: number): Baseline | null {
  if (days.length < BASELINE_DAYS || days.some(({ count }) => !isComplete(count, intervalS))) return null;
  const min = Math.min(...days.flatMap((day) => (day.min === null ? [] : [day.min])));
  const { lower, upper } = BASELINE;
  if (min < lower) return { min, beyond: lower };
  return { min, beyond: min > upper ? upper : null };
}
