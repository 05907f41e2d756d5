import { COMFORTS, type Comfort, comfortOf, DRYNESSES, type Dryness, drynessOf } from './comfort.ts';
import { GRADES, type Grade, gradeOf } from './grade.ts';
import { hasScale, isGraded, SCALE_OF, type SensorType } from './sensor-type.ts';
import type { Scale } from './sensor-types/types.ts';
import type { Thresholds } from './threshold.ts';

/** A grade of a graded type, the comfort of a temperature, or the dryness of a humidity. */
export const RATINGS = [...GRADES, ...COMFORTS, ...DRYNESSES] as const;
export type Rating = Grade | Comfort | Dryness;

const SCALE_RATINGS: Readonly<Record<Scale, readonly Rating[]>> = {
  GRADE: GRADES,
  COMFORT: COMFORTS,
  DRYNESS: DRYNESSES,
};

/** The five ratings of a sensor type from its lowest values to its highest. */
export const ratingsOf = (type: SensorType): readonly Rating[] => SCALE_RATINGS[SCALE_OF[type]];

/** Rating of a value in the type's canonical unit. */
export function ratingOf(type: SensorType, value: number, thresholds: Thresholds): Rating {
  if (isGraded(type)) return gradeOf(type, value, thresholds);
  return hasScale(type, 'COMFORT') ? comfortOf(value, thresholds[type]) : drynessOf(value, thresholds[type]);
}
