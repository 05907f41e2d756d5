import type { Measure } from '@airdeck/contract/history/query';
import { INDEX_BOUNDS } from '@airdeck/domain/grade';
import { THRESHOLD_FIELDS, type Thresholds } from '@airdeck/domain/threshold';
import type { Meter } from '../../../site/picture.ts';

/** What a line is drawn of. */
export interface SeriesItem {
  /** The meter's or the sensor's. */
  id: number;
  name: string;
  meter: Meter;
  measure: Measure;
  /** Channels that are read: of the index those of all sensors; of a type those whose mean is drawn. */
  channels: readonly number[];
}

/** The four bounds between a measure's five ratings, ascending. */
export const boundsOf = (measure: Measure, thresholds: Thresholds): [number, number, number, number] => {
  if (measure === 'INDEX') {
    return [INDEX_BOUNDS.VERY_GOOD, INDEX_BOUNDS.GOOD, INDEX_BOUNDS.NORMAL, INDEX_BOUNDS.BAD];
  }
  const values: Readonly<Record<string, number>> = thresholds[measure];
  const [a = 0, b = 0, c = 0, d = 0] = THRESHOLD_FIELDS[measure].map((field) => values[field] ?? 0);
  return [a, b, c, d];
};
