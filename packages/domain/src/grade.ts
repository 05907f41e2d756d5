import type { GradedType } from './sensor-type.ts';
import type { Thresholds } from './threshold.ts';

/** From best to worst. */
export const GRADES = ['VERY_GOOD', 'GOOD', 'NORMAL', 'BAD', 'VERY_BAD'] as const;
export type Grade = (typeof GRADES)[number];

/** Whether a rating is a grade. The ratings of temperature and humidity are not. */
export const isGrade = (rating: string): rating is Grade => (GRADES as readonly string[]).includes(rating);

/** The index at which each grade ends. */
export const INDEX_BOUNDS: Readonly<Record<Grade, number>> = {
  VERY_GOOD: 25,
  GOOD: 50,
  NORMAL: 100,
  BAD: 250,
  VERY_BAD: 500,
};

/** Grade of a value in the type's canonical unit. A value equal to a threshold has the better grade. */
export function gradeOf(type: GradedType, value: number, thresholds: Pick<Thresholds, GradedType>): Grade {
  const bounds = thresholds[type];
  if (value > bounds.very_bad) return 'VERY_BAD';
  if (value > bounds.bad) return 'BAD';
  if (value > bounds.normal) return 'NORMAL';
  if (value > bounds.good) return 'GOOD';
  return 'VERY_GOOD';
}

/**
 * Grade of an index from 0 to 500. An index equal to a bound has the better grade, like a value equal to a threshold.
 */
export function gradeOfIndex(index: number): Grade {
  const end = INDEX_BOUNDS;
  if (index <= end.VERY_GOOD) return 'VERY_GOOD';
  if (index <= end.GOOD) return 'GOOD';
  if (index <= end.NORMAL) return 'NORMAL';
  return index <= end.BAD ? 'BAD' : 'VERY_BAD';
}

/** 0 for VERY_GOOD to 4 for VERY_BAD. */
export function gradeRank(grade: Grade): number {
  return GRADES.indexOf(grade);
}

export function worseGrade(a: Grade, b: Grade): Grade {
  return gradeRank(a) >= gradeRank(b) ? a : b;
}
