import type { Measure } from '@airdeck/contract/history/query';
import { INDEX_BOUNDS } from '@airdeck/domain/grade';
import { type Thresholds, thresholdBounds } from '@airdeck/domain/threshold';
import type { Meter } from '../../../registry/snapshot.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';

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

/** The channels of an item's averages, which know the index as one of its own. */
export const averagedChannels = ({ measure, channels }: SeriesItem): readonly number[] =>
  measure === 'INDEX' ? [INDEX_CHANNEL] : channels;

/** The four bounds between a measure's five ratings, ascending. */
export const boundsOf = (measure: Measure, thresholds: Thresholds): [number, number, number, number] =>
  measure === 'INDEX'
    ? [INDEX_BOUNDS.VERY_GOOD, INDEX_BOUNDS.GOOD, INDEX_BOUNDS.NORMAL, INDEX_BOUNDS.BAD]
    : thresholdBounds(measure, thresholds);
