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

/** Names of weekdays that a text of opening hours may have, Monday to Sunday. */
const WEEKDAY_NAMES = [
  { en: 'Mon', ko: '월' },
  { en: 'Tue', ko: '화' },
  { en: 'Wed', ko: '수' },
  { en: 'Thu', ko: '목' },
  { en: 'Fri', ko: '금' },
  { en: 'Sat', ko: '토' },
  { en: 'Sun', ko: '일' },
] as const;
const CLOSED = { en: 'closed', ko: '휴무' } as const;
/** Exceptions of one text. */
const MAX_EXCEPTIONS = 200;

const weekdayNamed = (name: string): number =>
  WEEKDAY_NAMES.findIndex(({ en, ko }) => ko === name || en.toLowerCase() === name.toLowerCase());
const isClosed = (text: string): boolean => text === CLOSED.ko || text.toLowerCase() === CLOSED.en;

/** `09:00-18:00 19:00-21:00`, `24:00` as an end, or closed. */
const periodsNamed = (text: string): OpenPeriod[] | null => {
  if (isClosed(text)) return [];
  const periods = text.split(/[\s,]+/).map((part) => {
    const [, start, end] = /^(\d{1,2}:?\d{2})[-~](\d{1,2}:?\d{2})$/.exec(part) ?? [];
    if (start === undefined || end === undefined) return null;
    const [from, to] = [start, end].map((time) => time.replace(':', '').padStart(4, '0'));
    return { start: from ?? '', end: to === '2400' ? '2359' : (to ?? '') };
  });
  const known = periods.filter((period) => period !== null);
  return known.length === periods.length && openPeriodsIssue(known) === null ? known : null;
};

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/**
 * Opening hours as people write them, a line for weekdays (`Mon-Fri 09:00-18:00`, `월-금 09:00-18:00`) or for days that
 * differ (`2026-12-25 closed`, `2026-08-01~2026-08-15 10:00-16:00`). Weekdays that no line names are closed, and a later
 * line replaces an earlier one. null: a line cannot be read, or no line is there.
 */
export const parseOpeningHours = (text: string): OpeningHours | null => {
  const week: (readonly OpenPeriod[])[] = WEEKDAY_NAMES.map(() => []);
  const exceptions: OpenException[] = [];
  const lines = text.split('\n').map((line) => line.trim());
  for (const line of lines.filter(Boolean)) {
    const [, when = '', hours = ''] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
    const periods = periodsNamed(hours);
    if (periods === null) return null;
    const [, from, to = from] = /^(\d{4}-\d{2}-\d{2})(?:~(\d{4}-\d{2}-\d{2}))?$/.exec(when) ?? [];
    if (from !== undefined && to !== undefined) {
      if (!isDay(from) || !isDay(to) || to < from || exceptions.length === MAX_EXCEPTIONS) return null;
      exceptions.unshift({ from, to, periods });
      continue;
    }
    const [first, last = first] = when.split(/[-~]/).map(weekdayNamed);
    if (first === undefined || last === undefined || first < 0 || last < first) return null;
    for (let day = first; day <= last; day++) week[day] = periods;
  }
  return lines.some(Boolean) ? { week, exceptions } : null;
};

/** A text of opening hours with the weekdays in another language than it was written in: `Mon-Fri 09:00-18:00`. */
export const openingHoursIn = (language: 'ko' | 'en', text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const [, when = '', hours = ''] = /^(\S+)\s+(.+)$/.exec(line.trim()) ?? [];
      const days = when.split(/([-~])/).map((part) => WEEKDAY_NAMES[weekdayNamed(part)]?.[language] ?? part);
      return hours === '' ? line : `${days.join('')} ${isClosed(hours) ? CLOSED[language] : hours}`;
    })
    .join('\n');
