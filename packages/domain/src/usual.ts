import { isComparable } from './completeness.ts';
import type { GradedType } from './sensor-type.ts';
import type { GradeThresholds } from './sensor-types/types.ts';
import type { Thresholds } from './threshold.ts';

/** In air this clean a ratio is meaningless: half of the best grade's limit. */
const leastOf = ({ good }: GradeThresholds): number => good / 2;

/**
 * Ratio of a value to the mean of an earlier hour, rounded to a tenth; null if that hour has too few readings or its
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
