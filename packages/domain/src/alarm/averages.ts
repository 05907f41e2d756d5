import { COMPARABLE_COMPLETENESS, expectedFrames } from '../completeness.ts';
import { DAY_MS } from '../duration.ts';

/** Aggregated readings of a sensor over an hour or a day; `min` is null without readings. */
export interface Measured {
  readonly count: number;
  readonly sum: number;
  readonly min: number | null;
}

const isComplete = (count: number, intervalS: number): boolean =>
  count >= COMPARABLE_COMPLETENESS * expectedFrames(DAY_MS, intervalS);

/** The mean of the 24 given hours; null with too few readings. */
export function dayMean(hours: readonly Measured[], intervalS: number): number | null {
  const count = hours.reduce((all, hour) => all + hour.count, 0);
  return isComplete(count, intervalS) ? hours.reduce((all, hour) => all + hour.sum, 0) / count : null;
}

/** Number of days in the CO2 baseline. Rooms are empty at some time of a week, and then hold outdoor air. */
export const BASELINE_DAYS = 7;
/**
 * Outdoor air has about 420 ppm. A sensor whose minimum stays above `upper`, or that ever drops below `lower`, drifts.
 */
const BASELINE = { lower: 380, upper: 600 };

export interface Baseline {
  readonly min: number;
  /** The bound that the baseline violates; null when it is in range. */
  readonly beyond: number | null;
}

/**
 * The minimum CO2 (ppm) over the given days; null if any of them has too few readings. A meter that is off at night
 * never sees an empty room, so it has no baseline.
 */
export function baselineOf(days: readonly Measured[], intervalS: number): Baseline | null {
  if (days.length < BASELINE_DAYS || days.some(({ count }) => !isComplete(count, intervalS))) return null;
  const min = Math.min(...days.flatMap((day) => (day.min === null ? [] : [day.min])));
  const { lower, upper } = BASELINE;
  if (min < lower) return { min, beyond: lower };
  return { min, beyond: min > upper ? upper : null };
}
