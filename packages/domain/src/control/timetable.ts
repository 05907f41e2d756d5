import { addDays, instantOnDay, localDay, weekdayOf } from '../calendar.ts';
import { MINUTE_MS } from '../duration.ts';
import { isTimeOfDay } from '../field-rule.ts';
import type { Command } from './command.ts';

/** The mode of a purifier in a period: automatic, or at one fan speed. */
export const TIMETABLE_MODES = ['AUTO', 'WEAK', 'MEDIUM', 'STRONG'] as const;
export type TimetableMode = (typeof TIMETABLE_MODES)[number];

/** The actions that a timetable triggers. */
export const TIMETABLE_ACTIONS = ['OFF', ...TIMETABLE_MODES] as const;
export type TimetableAction = (typeof TIMETABLE_ACTIONS)[number];

/** Local times of a day, `HHmm`; a period that ends at 2359 lasts until midnight. */
export interface TimetablePeriod {
  readonly start: string;
  readonly end: string;
  readonly mode: TimetableMode;
}

/** Days (both included) that override their weekday. Without periods the purifiers are off. */
export interface TimetableException {
  readonly from: string;
  readonly to: string;
  readonly periods: readonly TimetablePeriod[];
}

export interface Timetable {
  /** The periods of Monday to Sunday, in any order. */
  readonly week: readonly (readonly TimetablePeriod[])[];
  readonly exceptions: readonly TimetableException[];
}

export interface Occurrence {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly action: TimetableAction;
}

/** A missed occurrence is made up for only while it is younger than this, ms. */
export const CATCH_UP_MS = 30 * MINUTE_MS;

const DAY_END = '2359';
const DAY_MIN = 24 * 60;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
const endMinuteOf = (end: string): number => (end === DAY_END ? DAY_MIN : minuteOf(end));

/** The issue with the periods of one day; null: none. */
export const periodsIssue = (
  periods: readonly TimetablePeriod[],
): 'TIME_OF_DAY' | 'END_BEFORE_START' | 'OVERLAP' | null => {
  if (!periods.every(({ start, end }) => isTimeOfDay(start) && isTimeOfDay(end))) return 'TIME_OF_DAY';
  if (periods.some(({ start, end }) => end <= start)) return 'END_BEFORE_START';
  const sorted = periods.toSorted((a, b) => a.start.localeCompare(b.start));
  return sorted.some(({ start }, i) => start < (sorted[i - 1]?.end ?? '')) ? 'OVERLAP' : null;
};

/** The exception that applies on a day; the first of several. */
export const exceptionOn = <E extends TimetableException>(
  { exceptions }: { readonly exceptions: readonly E[] },
  day: string,
): E | undefined => exceptions.find(({ from, to }) => from <= day && day <= to);

/** A period on one day, in epoch milliseconds. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly mode: TimetableMode;
}

/** The runs of a local day, ascending. A period that daylight saving removes is omitted. */
export const runsOn = (timetable: Timetable, day: string, zone: string): Run[] => {
  const periods = (exceptionOn(timetable, day) ?? { periods: timetable.week[weekdayOf(day)] ?? [] }).periods;
  return periods
    .map(({ start, end, mode }) => ({
      start: instantOnDay(day, minuteOf(start), zone),
      end: instantOnDay(day, endMinuteOf(end), zone),
      mode,
    }))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start);
};

/**
 * The occurrences of a timetable after `from` up to and including `to`, epoch milliseconds, ascending. Adjacent periods
 * without a gap, over midnight too, switch directly from one mode to the other; between two periods of one mode nothing
 * happens.
 */
export const occurrencesBetween = (timetable: Timetable, from: number, to: number, zone: string): Occurrence[] => {
  const occurrences: Occurrence[] = [];
  let running: Run | null = null;
  const last = addDays(localDay(to, zone), 1);
  // A run of the day before may last until the first of these.
  for (let day = addDays(localDay(from, zone), -1); day <= last; day = addDays(day, 1)) {
    for (const run of runsOn(timetable, day, zone)) {
      const isGapless = running?.end === run.start;
      if (running && !isGapless) occurrences.push({ time: running.end, action: 'OFF' });
      if (!isGapless || running?.mode !== run.mode) occurrences.push({ time: run.start, action: run.mode });
      running = run;
    }
  }
  if (running) occurrences.push({ time: running.end, action: 'OFF' });
  return occurrences.filter(({ time }) => from < time && time <= to);
};

/** The commands that carry out a timetable's action, in order. */
export const commandsOf = (action: TimetableAction): readonly (readonly [Command, string])[] => {
  if (action === 'OFF') return [['POWER', 'OFF']];
  if (action === 'AUTO')
    return [
      ['POWER', 'ON'],
      ['WORK', 'AUTO'],
    ];
  return [
    ['POWER', 'ON'],
    ['WORK', 'MANUAL'],
    ['FAN_SPEED', action],
  ];
};
