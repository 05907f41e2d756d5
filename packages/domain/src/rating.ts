import { GRADES, type Grade, gradeOf } from './grade.ts';
import { hasScale, isGraded, SCALE_OF, type SensorType } from './sensor-type.ts';
import type { ComfortBands, DrynessBands, Scale } from './sensor-types/types.ts';
import type { Thresholds } from './threshold.ts';

export const COMFORTS = ['VERY_COLD', 'SOME_COLD', 'NICE', 'SOME_HOT', 'VERY_HOT'] as const;
type Comfort = (typeof COMFORTS)[number];

export const DRYNESSES = ['VERY_DRY', 'SOME_DRY', 'COMFORTABLE', 'SOME_HUMID', 'VERY_HUMID'] as const;
type Dryness = (typeof DRYNESSES)[number];

/** Band of a temperature in °C. The middle band includes both its ends. */
export function comfortOf(value: number, bands: ComfortBands): Comfort {
  if (value < bands.some_cold) return 'VERY_COLD';
  if (value < bands.nice) return 'SOME_COLD';
  if (value <= bands.some_hot) return 'NICE';
  if (value <= bands.very_hot) return 'SOME_HOT';
  return 'VERY_HOT';
}

/** Band of a relative humidity in %. The middle band includes both its ends. */
export function drynessOf(value: number, bands: DrynessBands): Dryness {
  if (value < bands.very_dry) return 'VERY_DRY';
  if (value < bands.some_dry) return 'SOME_DRY';
  if (value <= bands.some_humid) return 'COMFORTABLE';
  if (value <= bands.very_humid) return 'SOME_HUMID';
  return 'VERY_HUMID';
}

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
