import { firstDayOf, nextBucketDay } from '../bucket.ts';
import { addDays, instantOnDay, localDay } from '../calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import type { DayRange } from '../range.ts';

/** A month is `2026-10`. */
export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

export const daysOfMonth = (month: string): DayRange => {
  const from = `${month}-01`;
  return { from, to: addDays(nextBucketDay('month', from), -1) };
};

/** The month `n` months before. */
export const monthBefore = (month: string, n = 1): string => {
  let day = `${month}-01`;
  for (let i = 0; i < n; i++) day = firstDayOf('month', addDays(day, -1));
  return day.slice(0, 7);
};

export const lastMonth = (now: number, zone: string): string => monthBefore(localDay(now, zone).slice(0, 7));

/** When reports of the month before are sent, on the organization's clock. */
export interface SendTime {
  /** Day of the month, 1 to 28. */
  readonly day: number;
  readonly hour: number;
}

const MINUTES_OF_HOUR = HOUR_MS / MINUTE_MS;

/**
 * The month whose report is due: the last one, from the schedule's day and hour on. null: it is too early in the month, or
 * the schedule began after that time.
 */
export const dueMonth = ({ day, hour }: SendTime, now: number, zone: string, since: number): string | null => {
  const today = localDay(now, zone);
  const sendDay = `${today.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const due = instantOnDay(sendDay, hour * MINUTES_OF_HOUR, zone);
  return due <= now && since <= due ? lastMonth(now, zone) : null;
};
