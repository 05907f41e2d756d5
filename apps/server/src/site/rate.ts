import type { Rating } from '@airdeck/contract/monitoring/schema';
import { comfortOf, drynessOf } from '@airdeck/domain/comfort';
import { gradeOf } from '@airdeck/domain/grade';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Thresholds } from '@airdeck/domain/threshold';

/** What a value in the type's unit is called: a grade, a comfort, or a dryness. */
export const rate = (type: SensorType, value: number, thresholds: Thresholds): Rating => {
  switch (type) {
    case 'TEMPERATURE':
      return comfortOf(value, thresholds.TEMPERATURE);
    case 'HUMIDITY':
      return drynessOf(value, thresholds.HUMIDITY);
    default:
      return gradeOf(type, value, thresholds);
  }
};
