import { instantOnDay, weekdayOf } from '../calendar.ts';
import { isTimeOfDay } from '../field-rule.ts';
import type { TimeRange } from '../range.ts';

/** Local times of a day, `HHmm`; an end of 2359 is midnight. */
export interface OpenPeriod {
  readonly start: string;
  readonly end: string;
}

/** Days (both included) that differ from their weekday; without periods it is closed. */
export interface OpenException {
  readonly from: string;
  readonly to: string;
  readonly periods: readonly OpenPeriod[];
}

export interface OpeningHours {
  /** Monday to Sunday. */
  readonly week: readonly (readonly OpenPeriod[])[];
  readonly exceptions: readonly OpenException[];
}

const DAY_MIN = 24 * 60;
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
const endMinuteOf = (end: string): number => (end === '2359' ? DAY_MIN : minuteOf(end));

/** The issue with the periods of one day; null: none. */
export const openPeriodsIssue = (
  periods: readonly OpenPeriod[],
): 'TIME_OF_DAY' | 'END_BEFORE_START' | 'OVERLAP' | null => {
  if (!periods.every(({ start, end }) => isTimeOfDay(start) && isTimeOfDay(end))) return 'TIME_OF_DAY';
  if (periods.some(({ start, end }) => end <= start)) return 'END_BEFORE_START';
  const sorted = periods.toSorted((a, b) => a.start.localeCompare(b.start));
  return sorted.some(({ start }, i) => start < (sorted[i - 1]?.end ?? '')) ? 'OVERLAP' : null;
};

/** When a facility is open on a local day, as instants, ascending. */
export const openTimes = ({ week, exceptions }: OpeningHours, day: string, zone: string): TimeRange[] => {
  const exception = exceptions.find(({ from, to }) => from <= day && day <= to);
  return (exception?.periods ?? week[weekdayOf(day)] ?? [])
    .map(({ start, end }) => ({
      start: instantOnDay(day, minuteOf(start), zone),
      end: instantOnDay(day, endMinuteOf(end), zone),
    }))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start);
};

/** Whether a facility is open for at least half of a time. */
export const isOpenIn = (open: readonly TimeRange[], { start, end }: TimeRange): boolean => {
  let time = 0;
  for (const each of open) time += Math.max(0, Math.min(end, each.end) - Math.max(start, each.start));
  return 2 * time >= end - start;
};
