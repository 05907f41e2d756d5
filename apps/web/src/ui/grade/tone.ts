import type { Rating } from '@airdeck/contract/monitoring/schema';
import { COMFORTS, DRYNESSES } from '@airdeck/domain/comfort';
import { GRADES } from '@airdeck/domain/grade';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Tone } from '../theme/tokens.ts';

const TONE: Record<Rating, Tone> = {
  VERY_GOOD: 1,
  GOOD: 2,
  NORMAL: 3,
  BAD: 4,
  VERY_BAD: 5,
  VERY_COLD: 1,
  SOME_COLD: 2,
  NICE: 3,
  SOME_HOT: 4,
  VERY_HOT: 5,
  VERY_DRY: 5,
  SOME_DRY: 4,
  COMFORTABLE: 3,
  SOME_HUMID: 2,
  VERY_HUMID: 1,
};

/** Tone of a rating; grey without a rating. */
export const toneOf = (rating: Rating | null): Tone => (rating === null ? 0 : TONE[rating]);

/** The five ratings of a sensor type from its lowest values to its highest. */
export function ratingsOf(type: SensorType): readonly Rating[] {
  if (type === 'TEMPERATURE') return COMFORTS;
  return type === 'HUMIDITY' ? DRYNESSES : GRADES;
}
