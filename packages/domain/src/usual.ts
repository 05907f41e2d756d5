import { isComparable } from './completeness.ts';
import type { GradedType } from './sensor-type.ts';
import type { GradeThresholds, Thresholds } from './threshold.ts';

/** In air this clean a multiple says nothing: half of what is still very good. */
const leastOf = ({ good }: GradeThresholds): number => good / 2;

/**
 * How many times the mean of an earlier hour a value is, to a tenth; null where that hour was measured too little, or its
 * air was too clean to compare with. `completeness`: received ÷ expected frames of that hour, 0 to 1.
 */
export function timesOf(
  value: number,
  earlier: { readonly mean: number; readonly completeness: number },
  type: GradedType,
  thresholds: Pick<Thresholds, GradedType>,
): number | null {
  const { mean, completeness } = earlier;
  if (!isComparable(completeness) || mean < leastOf(thresholds[type]) || mean <= 0) return null;
  return Math.round((value / mean) * 10) / 10;
}
