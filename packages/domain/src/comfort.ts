import type { ComfortBands, DrynessBands } from './sensor-types/types.ts';

export const COMFORTS = ['VERY_COLD', 'SOME_COLD', 'NICE', 'SOME_HOT', 'VERY_HOT'] as const;
export type Comfort = (typeof COMFORTS)[number];

export const DRYNESSES = ['VERY_DRY', 'SOME_DRY', 'COMFORTABLE', 'SOME_HUMID', 'VERY_HUMID'] as const;
export type Dryness = (typeof DRYNESSES)[number];

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
