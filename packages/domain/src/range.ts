import { addDays, startOfLocalDay } from './calendar.ts';
import { DAY_MS } from './duration.ts';

/** The time between two instants, epoch ms, half-open: `end` is excluded. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Local days, `YYYY-MM-DD`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** The instants of local days in a zone. @throws RangeError for an invalid day. */
export function timeRangeOf({ from, to }: DayRange, zone: string): TimeRange {
  return { start: startOfLocalDay(from, zone), end: startOfLocalDay(addDays(to, 1), zone) };
}

/** The range `n` days later, or earlier when `n` is negative. */
export function shiftDays({ from, to }: DayRange, n: number): DayRange {
  return { from: addDays(from, n), to: addDays(to, n) };
}

/** Number of days in a range; 0 or less when it ends before it begins. */
export function dayCount({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}
