import type { TimeRange } from '@airdeck/domain/range';
import { type MaintenanceWindow, touches, windowsOf } from './maintenance.ts';
import type { Meter } from './snapshot.ts';

/** The mark of air that touches a maintenance window. */
interface Mark {
  maintenance?: true;
}
const MARKED: Mark = { maintenance: true };
const UNMARKED: Mark = {};

export interface MaintenanceMarks {
  /** The mark of a time of one of these meters. */
  at(meter: Meter, time: number): Mark;
  /** The mark of a bucket or a period; of a place, of any of its meters. */
  in(meters: readonly Meter[], range: TimeRange): Mark;
}

/** Marks for one answer: the windows of each meter are found once. */
export const createMaintenanceMarks = (): MaintenanceMarks => {
  const known = new Map<Meter, MaintenanceWindow[]>();
  const isIn = (meter: Meter, range: TimeRange): boolean => {
    const found = known.get(meter);
    const windows = found ?? windowsOf(meter);
    if (!found) known.set(meter, windows);
    return windows.some((window) => touches(window, range));
  };
  return {
    at: (meter, time) => (isIn(meter, { start: time, end: time + 1 }) ? MARKED : UNMARKED),
    in: (meters, range) => (meters.some((meter) => isIn(meter, range)) ? MARKED : UNMARKED),
  };
};
