import { yearOf } from '../calendar.ts';
import { dayCount } from '../range.ts';
import type { ReadingColumns } from '../reading-columns.ts';
import { complies, type LimitRule } from './rule.ts';
import { emptyCounts, isWorse, type RuleCounts } from './rule-counts.ts';

/** The local days of a period in epoch ms, and their hours one after the other. */
export interface PeriodDays {
  readonly days: readonly string[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Place of the first hour of each day; after the last day that of the end. */
  readonly firstHours: Int32Array;
  readonly hourStarts: Float64Array;
  readonly hourEnds: Float64Array;
  /** Whether a place is open in each hour, and how many hours of each day those are. */
  readonly isOpen: Uint8Array;
  readonly openHours: Int32Array;
}

/** Readings that a meter is expected to send, by day and by hour of the period. */
export interface ExpectedReadings {
  readonly byDay: Float64Array;
  readonly byHour: Float64Array;
}

/** Days of one sensor in a period. */
export interface SensorDays {
  readonly period: PeriodDays;
  readonly expected: ExpectedReadings;
  readonly byDay: ReadingColumns;
}

export interface SensorReadings extends SensorDays {
  /** Read only of the days that `hasHours` names, because the totals of the others decide (`markNeeded`). */
  readonly byHour: ReadingColumns;
  readonly hasHours: Uint8Array;
}

/** The limit on a day, in ticks: it may count from the outdoor air of the day. */
export type LimitOn = (day: number) => number;

type Rule = Pick<LimitRule, 'averaging' | 'direction' | 'hours' | 'minCompleteness'>;

/**
 * A day with this share of its readings, and not more than all, counts as complete in each hour: what it lacks is less than
 * a quarter of an hour.
 */
const COMPLETE = 0.99;
const SURPLUS = 1.005;
const WINDOW_HOURS = 8;
const TIE = 1e-9;

/** Elements of numeric columns; places are always within them. */
const at = (column: Float64Array | Int32Array | Uint8Array, place: number): number => column[place] as number;

const hourCountOn = ({ firstHours }: PeriodDays, day: number): number => at(firstHours, day + 1) - at(firstHours, day);
const hoursOn = ({ hours }: Rule, period: PeriodDays, day: number): number =>
  hours === 'OPEN' ? at(period.openHours, day) : hourCountOn(period, day);
const isCounted = ({ hours }: Rule, { isOpen }: PeriodDays, hour: number): boolean =>
  hours === 'ALL' || at(isOpen, hour) === 1;
/** Whether a day begins where the other one ends. */
const isNext = ({ starts, ends }: PeriodDays, before: number | undefined, day: number): boolean =>
  before !== undefined && at(ends, before) === at(starts, day);

/** The reading farthest on the wrong side. */
const extremeOf = ({ min, max }: ReadingColumns, place: number, { direction }: Rule): number =>
  at(direction === 'AT_LEAST' ? min : max, place);

const usesTotals = ({ averaging }: Rule): boolean => averaging === 'DAY' || averaging === 'YEAR';
const crossesMidnight = ({ averaging, hours }: Rule): boolean => averaging === 'EIGHT_HOURS' && hours === 'ALL';
const isWholeDay = ({ averaging }: Rule, period: PeriodDays, day: number): boolean =>
  averaging === 'OPEN_DAY' && at(period.openHours, day) === hourCountOn(period, day);

/** How a day's total decides: none has data, all comply; or its hours have to. */
const [EMPTY, CLEAR, HOURS] = [0, 1, 2];

const stateOf = (rule: Rule, { period, expected, byDay }: SensorDays, day: number, limitOn: LimitOn): number => {
  const [count, due] = [at(byDay.count, day), at(expected.byDay, day)];
  if (count === 0 || due === 0 || hoursOn(rule, period, day) === 0 || isWholeDay(rule, period, day)) return EMPTY;
  const isComplete = count >= COMPLETE * due && count <= SURPLUS * due;
  return isComplete && complies(extremeOf(byDay, day, rule), limitOn(day), rule.direction) ? CLEAR : HOURS;
};

/** For each of some days, whether a rule is decided by its hours. Means over midnight are, unless both days are alike. */
const decidedByHours = (rule: Rule, days: readonly number[], sensor: SensorDays, limitOn: LimitOn): boolean[] => {
  if (usesTotals(rule) || rule.averaging === 'SAMPLE') return days.map(() => false);
  const states = days.map((day) => stateOf(rule, sensor, day, limitOn));
  if (!crossesMidnight(rule)) return states.map((state) => state === HOURS);
  return states.map(
    (state, i) => state === HOURS || (isNext(sensor.period, days[i - 1], days[i] as number) && states[i - 1] !== state),
  );
};

/** Marks the days of which a rule needs the hours; `days` are those on which it holds, ascending. */
export const markNeeded = (
  rule: Rule,
  days: readonly number[],
  sensor: SensorDays,
  limitOn: LimitOn,
  needed: Uint8Array,
): void => {
  const byHours = decidedByHours(rule, days, sensor, limitOn);
  const isOver = crossesMidnight(rule);
  for (let i = 0; i < days.length; i++) {
    if (byHours[i] || (isOver && byHours[i + 1])) needed[days[i] as number] = 1;
  }
};

/** A time of several hours, added up. */
interface Sums {
  sum: number;
  count: number;
  expected: number;
  received: number;
}

const addHour = (sums: Sums, { byHour, expected }: SensorReadings, hour: number): void => {
  const [count, due] = [at(byHour.count, hour), at(expected.byHour, hour)];
  sums.sum += at(byHour.sum, hour);
  sums.count += count;
  sums.expected += due;
  sums.received += Math.min(count, due);
};

interface Counting {
  readonly rule: Rule;
  readonly readings: SensorReadings;
  readonly counted: RuleCounts;
}

/** Whether a period has enough data to be judged; counts it. */
const isValid = ({ rule, counted }: Counting, expected: number, received: number, hasValue: boolean): boolean => {
  if (expected === 0) return false;
  counted.expected++;
  if (!hasValue || received / expected < rule.minCompleteness - TIE) return false;
  counted.valid++;
  return true;
};

/** Notes a value if it is the worst one. It runs for each hour of a year, so it allocates only then. */
const noteWorst = (
  { rule, counted }: Counting,
  ticks: number,
  limit: number,
  start: number,
  end: number,
  isReading = false,
): void => {
  if (isWorse(counted.worst, ticks, limit, rule.direction)) {
    counted.worst = { start, end, ticks, limit, isReading };
  }
};

/** Counts the mean of a time. */
const addMean = (counting: Counting, limit: number, start: number, end: number, sums: Readonly<Sums>): void => {
  const { sum, count, expected, received } = sums;
  if (!isValid(counting, expected, received, count > 0)) return;
  const mean = sum / count;
  if (complies(mean, limit, counting.rule.direction)) counting.counted.complied++;
  noteWorst(counting, mean, limit, start, end);
};

const addDayMean = (counting: Counting, limit: number, day: number): void => {
  const { period, byDay, expected } = counting.readings;
  const [count, due] = [at(byDay.count, day), at(expected.byDay, day)];
  const sums = { sum: at(byDay.sum, day), count, expected: due, received: Math.min(count, due) };
  addMean(counting, limit, at(period.starts, day), at(period.ends, day), sums);
};

/** Counts the mean of these hours. */
const addMeanOf = (counting: Counting, limit: number, hours: readonly number[], from: number, to: number): void => {
  const { period } = counting.readings;
  const sums: Sums = { sum: 0, count: 0, expected: 0, received: 0 };
  for (let i = from; i < to; i++) addHour(sums, counting.readings, hours[i] as number);
  const [first, last] = [hours[from] as number, hours[to - 1] as number];
  addMean(counting, limit, at(period.hourStarts, first), at(period.hourEnds, last), sums);
};

/**
 * Counts an hour, for rules about readings and about parts of an hour. Where an hour's mean and extremes do not decide
 * about its parts it has no value.
 */
const addParts = (counting: Counting, limit: number, hour: number): void => {
  const { rule, readings, counted } = counting;
  const { period, byHour, expected } = readings;
  const [count, due] = [at(byHour.count, hour), at(expected.byHour, hour)];
  const extreme = extremeOf(byHour, hour, rule);
  const isMet = complies(extreme, limit, rule.direction);
  const best = at(rule.direction === 'AT_LEAST' ? byHour.max : byHour.min, hour);
  const surest =
    rule.averaging === 'INSTANT' ? extreme : rule.averaging === 'HALF_HOUR' ? at(byHour.sum, hour) / count : best;
  const isDecided = count > 0 && (isMet || !complies(surest, limit, rule.direction));
  if (!isValid(counting, due, Math.min(count, due), isDecided)) return;
  if (isMet) counted.complied++;
  noteWorst(counting, extreme, limit, at(period.hourStarts, hour), at(period.hourEnds, hour));
};

/** The hours of a day that count, and over midnight the last ones of the day before. */
const hoursOf = (
  { period, hasHours }: SensorReadings,
  day: number,
  before: number | undefined,
  hours: Rule['hours'],
): number[] => {
  const from = at(period.firstHours, day);
  const isBefore = before !== undefined && at(hasHours, before) === 1;
  const known = isBefore ? Math.min(WINDOW_HOURS - 1, hourCountOn(period, before)) : 0;
  const found: number[] = [];
  for (let hour = from - known; hour < at(period.firstHours, day + 1); hour++) {
    if (hours === 'ALL' || at(period.isOpen, hour) === 1) found.push(hour);
  }
  return found;
};

const addHours = (counting: Counting, limit: number, day: number, before: number | undefined): void => {
  const { rule, readings } = counting;
  const { period } = readings;
  switch (rule.averaging) {
    case 'EIGHT_HOURS': {
      if (hoursOn(rule, period, day) === 0) return;
      const hours = hoursOf(readings, day, crossesMidnight(rule) ? before : undefined, rule.hours);
      for (let from = 0; from <= Math.max(0, hours.length - WINDOW_HOURS); from++) {
        addMeanOf(counting, limit, hours, from, Math.min(hours.length, from + WINDOW_HOURS));
      }
      return;
    }
    case 'OPEN_DAY': {
      const hours = hoursOf(readings, day, undefined, 'OPEN');
      if (hours.length > 0) addMeanOf(counting, limit, hours, 0, hours.length);
      return;
    }
    case 'HOUR': {
      const sums: Sums = { sum: 0, count: 0, expected: 0, received: 0 };
      for (let hour = at(period.firstHours, day); hour < at(period.firstHours, day + 1); hour++) {
        if (!isCounted(rule, period, hour)) continue;
        sums.sum = sums.count = sums.expected = sums.received = 0;
        addHour(sums, readings, hour);
        addMean(counting, limit, at(period.hourStarts, hour), at(period.hourEnds, hour), sums);
      }
      return;
    }
    default:
      for (let hour = at(period.firstHours, day); hour < at(period.firstHours, day + 1); hour++) {
        if (isCounted(rule, period, hour)) addParts(counting, limit, hour);
      }
  }
};

/** Windows of a day whose total decides: all of them comply, or none has data. */
const windowCount = (rule: Rule, period: PeriodDays, day: number, before: number | undefined): number => {
  const hours = hoursOn(rule, period, day);
  if (hours === 0) return 0;
  if (rule.averaging === 'OPEN_DAY') return 1;
  if (rule.averaging !== 'EIGHT_HOURS') return hours;
  const isOver = crossesMidnight(rule) && before !== undefined && hourCountOn(period, before) >= WINDOW_HOURS;
  const known = isOver ? hours + WINDOW_HOURS - 1 : hours;
  return Math.max(1, known - WINDOW_HOURS + 1);
};

const addByTotal = (counting: Counting, limit: number, day: number, before: number | undefined): void => {
  const { rule, readings, counted } = counting;
  const { period, expected, byDay } = readings;
  if (at(expected.byDay, day) === 0) return;
  const windows = windowCount(rule, period, day, before);
  counted.expected += windows;
  if (at(byDay.count, day) === 0) return;
  counted.valid += windows;
  counted.complied += windows;
  if (windows === 0) return;
  noteWorst(counting, extremeOf(byDay, day, rule), limit, at(period.starts, day), at(period.ends, day), true);
};

/** Received and expected readings in the hours of the rule; by the day's share where its hours were not read. */
const addReadings = ({ rule, readings, counted }: Counting, day: number): void => {
  const { period, expected, byDay, hasHours } = readings;
  if (at(hasHours, day) === 0 || rule.hours === 'ALL') {
    const share = rule.hours === 'ALL' ? 1 : at(period.openHours, day) / Math.max(1, hourCountOn(period, day));
    counted.received += Math.min(at(byDay.count, day), at(expected.byDay, day)) * share;
    counted.due += at(expected.byDay, day) * share;
    return;
  }
  for (let hour = at(period.firstHours, day); hour < at(period.firstHours, day + 1); hour++) {
    if (at(period.isOpen, hour) === 0) continue;
    const due = at(expected.byHour, hour);
    counted.received += Math.min(at(readings.byHour.count, hour), due);
    counted.due += due;
  }
};

/** Means of calendar years. A year needs its share of data of the whole year, even if only a part of it is asked for. */
const addYears = (counting: Counting, days: readonly number[], limitOn: LimitOn): void => {
  const { period, byDay, expected } = counting.readings;
  const yearOn = (day: number): string => yearOf(period.days[day] ?? '');
  for (const year of new Set(days.map(yearOn))) {
    const own = days.filter((day) => yearOn(day) === year);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) continue;
    const sums: Sums = { sum: 0, count: 0, expected: 0, received: 0 };
    for (const day of own) {
      sums.sum += at(byDay.sum, day);
      sums.count += at(byDay.count, day);
      sums.expected += at(expected.byDay, day);
      sums.received += Math.min(at(byDay.count, day), at(expected.byDay, day));
    }
    sums.expected = (sums.expected / own.length) * dayCount({ from: `${year}-01-01`, to: `${year}-12-31` });
    addMean(counting, limitOn(last), at(period.starts, first), at(period.ends, last), sums);
  }
};

/**
 * Counts the periods of a rule over the days on which it holds, places of the period, ascending. Days that need their
 * hours have them.
 */
export const assess = (rule: Rule, days: readonly number[], readings: SensorReadings, limitOn: LimitOn): RuleCounts => {
  const counted = emptyCounts();
  if (rule.averaging === 'SAMPLE') return counted;
  const counting: Counting = { rule, readings, counted };
  const { period, expected } = readings;
  if (rule.averaging === 'YEAR') addYears(counting, days, limitOn);
  const byHours = decidedByHours(rule, days, readings, limitOn);
  for (let i = 0; i < days.length; i++) {
    const day = days[i] as number;
    if (at(expected.byDay, day) > 0) addReadings(counting, day);
    if (rule.averaging === 'YEAR') continue;
    const limit = limitOn(day);
    const before = isNext(period, days[i - 1], day) ? days[i - 1] : undefined;
    if (rule.averaging === 'DAY' || isWholeDay(rule, period, day)) addDayMean(counting, limit, day);
    else if (byHours[i]) addHours(counting, limit, day, before);
    else addByTotal(counting, limit, day, before);
  }
  return counted;
};
