import type { TimeRange } from '@airdeck/domain/range';
import { touches, windowsOf } from '../../../registry/maintenance.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { memoize } from './memoize.ts';

/** The mark of rows that touch a maintenance window. */
interface Mark {
  maintenance?: true;
}
const MARKED: Mark = { maintenance: true };
const UNMARKED: Mark = {};

export interface MaintenanceMarks {
  /** The mark of a time of one of these meters. */
  at(meter: Meter, time: number): Mark;
  /** The mark of a bucket; of a place, of any of its meters. */
  in(meters: readonly Meter[], bucket: TimeRange): Mark;
}

export const createMaintenanceMarks = (): MaintenanceMarks => {
  const windows = memoize(windowsOf);
  const isIn = (meter: Meter, range: TimeRange): boolean => windows(meter).some((window) => touches(window, range));
  return {
    at: (meter, time) => (isIn(meter, { start: time, end: time + 1 }) ? MARKED : UNMARKED),
    in: (meters, bucket) => (meters.some((meter) => isIn(meter, bucket)) ? MARKED : UNMARKED),
  };
};
