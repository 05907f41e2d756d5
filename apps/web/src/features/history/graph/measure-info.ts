import type { Measure } from '@airdeck/contract/history/query';
import type { Rating } from '@airdeck/contract/monitoring/schema';
import { GRADES } from '@airdeck/domain/grade';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { shownDigits } from '../../../lib/format/number.ts';
import { ratingsOf } from '../../../ui/grade/tone.ts';

interface MeasureInfo {
  /** None of the index. */
  unit: string;
  digits: number;
  /** From the lowest values to the highest. */
  ratings: readonly Rating[];
}

/** How values of a measure are written and rated. */
export function measureInfo(measure: Measure): MeasureInfo {
  if (measure === 'INDEX') return { unit: '', digits: 0, ratings: GRADES };
  return { unit: SENSOR_TYPE_INFO[measure].unit, digits: shownDigits(measure), ratings: ratingsOf(measure) };
}
