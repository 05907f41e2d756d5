import { COMFORTS, type Comfort, comfortOf, DRYNESSES, type Dryness, drynessOf } from './comfort.ts';
import { GRADES, type Grade, gradeOf } from './grade.ts';
import type { SensorType } from './sensor-type.ts';
import type { Thresholds } from './threshold.ts';

/** A grade of a graded type, the comfort of a temperature, or the dryness of a humidity. */
export const RATINGS = [...GRADES, ...COMFORTS, ...DRYNESSES] as const;
export type Rating = Grade | Comfort | Dryness;

/** Rating of a value in the type's canonical unit. */
export function ratingOf(type: SensorType, value: number, thresholds: Thresholds): Rating {
  switch (type) {
    case 'TEMPERATURE':
      return comfortOf(value, thresholds.TEMPERATURE);
    case 'HUMIDITY':
      return drynessOf(value, thresholds.HUMIDITY);
    default:
      return gradeOf(type, value, thresholds);
  }
}
