import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Tone } from '../theme/tokens.ts';

const TONE: Record<Rating, Tone> = {
  VERY_GOOD: 1,
  GOOD: 2,
  NORMAL: 3,
  BAD: 4,
  VERY_BAD: 5,
  VERY_COLD: 8,
  SOME_COLD: 7,
  NICE: 6,
  SOME_HOT: 7,
  VERY_HOT: 8,
  VERY_DRY: 8,
  SOME_DRY: 7,
  COMFORTABLE: 6,
  SOME_HUMID: 7,
  VERY_HUMID: 8,
};

/** Tone of a rating; grey without a rating. */
export const toneOf = (rating: Rating | null): Tone => (rating === null ? 0 : TONE[rating]);
