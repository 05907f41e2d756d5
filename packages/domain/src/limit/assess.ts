import { yearOf } from '../calendar.ts';
import { dayCount } from '../range.ts';
import type { ReadingColumns } from '../reading-columns.ts';
import { complies, type LimitRule } from './rule.ts';
import { emptyCounts, excessOf, isWorse, type RuleCounts } from './rule-counts.ts';

/** Hours that count, by their places in a period: those of a day lie from `firsts[day]` to before `firsts[day + 1]`. */
export interface CountedHours {
  readonly places: Int32Array;
  readonly firsts: Int32Array;
}

/** The local days of a period in epoch ms, and their hours one after the other. */
export interface PeriodDays {
  readonly days: readonly string[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly hourStarts: Float64Array;
  readonly hourEnds: Float64Array;
  /** All hours, and those in which a place is open. */
  readonly hours: Readonly<Record<LimitRule['hours'], CountedHours>>;
}

/** The counted hours of days, each given as whether it counts, hour by hour. */
export const countedHours = (days: readonly (readonly boolean[])[]): CountedHours => {
  const firsts = new Int32Array(days.length + 1);
  const places: number[] = [];
  let place = 0;
  for (const [day, hours] of days.entries()) {
    for (const isCounted of hours) {
      if (isCounted) places.push(place);
      place++;
    }
    firsts[day + 1] = places.length;
  }
  return { places: Int32Array.from(places), firsts };
};

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

/** The rule with its fields in one order: those of packs differ, and reading fields of many layouts is slow. */
const inOneLayout = ({ averaging, direction, hours, minCompleteness }: Rule): Rule => ({
  averaging,
  direction,
  hours,
  minCompleteness,
});

/**
 * A day with this share of its readings, and not more than all, counts as complete in each hour: what it lacks is less than
 * a quarter of an hour.
 */
const COMPLETE = 0.99;
const SURPLUS = 1.005;
/** An hour of a complete day has this share of its readings. */
const LEAST_OF_HOUR = 0.75;
const WINDOW_HOURS = 8;
const TIE = 1e-9;

/** Elements of numeric columns; places are always within them. */
const at = (column: Float64Array, place: number): number => column[place] as number;
const placeAt = (column: Int32Array, place: number): number => column[place] as number;
const flagAt = (column: Uint8Array, place: number): number => column[place] as number;

/** Not by a key that varies, which is slow to read. */
const countedIn = ({ hours }: PeriodDays, which: Rule['hours']): CountedHours =>
  which === 'ALL' ? hours.ALL : hours.OPEN;
const hourCountOn = (period: PeriodDays, day: number, which: Rule['hours']): number => {
  const { firsts } = countedIn(period, which);
  return placeAt(firsts, day + 1) - placeAt(firsts, day);
};
/** Whether a day begins where the other one ends. */
const isNext = ({ starts, ends }: PeriodDays, before: number | undefined, day: number): boolean =>
  before !== undefined && at(ends, before) === at(starts, day);

/** The reading farthest on the wrong side. */
const extremeOf = ({ min, max }: ReadingColumns, place: number, { direction }: Rule): number =>
  at(direction === 'AT_LEAST' ? min : max, place);

/** The reading farthest on the right side. */
const bestOf = ({ min, max }: ReadingColumns, place: number, { direction }: Rule): number =>
  at(direction === 'AT_LEAST' ? max : min, place);

const usesHours = ({ averaging }: Rule): boolean =>
  averaging !== 'DAY' && averaging !== 'YEAR' && averaging !== 'SAMPLE';
const crossesMidnight = ({ averaging, hours }: Rule): boolean => averaging === 'EIGHT_HOURS' && hours === 'ALL';
const isWholeDay = ({ averaging }: Rule, period: PeriodDays, day: number): boolean =>
  averaging === 'OPEN_DAY' && hourCountOn(period, day, 'OPEN') === hourCountOn(period, day, 'ALL');

/** How a day's total decides: none has data, all comply, all fail; or its hours have to. */
const [EMPTY, CLEAR, FAILED, HOURS] = [0, 1, 2, 3];

/** Whether every counted hour of a complete day has enough data for the rule. */
const hasAllHours = (rule: Rule, { period, expected }: SensorDays, day: number): boolean => {
  if (rule.minCompleteness > LEAST_OF_HOUR) return false;
  const { places, firsts } = countedIn(period, rule.hours);
  for (let i = placeAt(firsts, day); i < placeAt(firsts, day + 1); i++) {
    if (at(expected.byHour, placeAt(places, i)) === 0) return false;
  }
  return true;
};

const stateOf = (rule: Rule, sensor: SensorDays, day: number, limitOn: LimitOn): number => {
  const { period, expected, byDay } = sensor;
  const count = at(byDay.count, day);
  const due = at(expected.byDay, day);
  if (count === 0 || due === 0 || hourCountOn(period, day, rule.hours) === 0 || isWholeDay(rule, period, day))
    return EMPTY;
  if (count < COMPLETE * due || count > SURPLUS * due) return HOURS;
  const limit = limitOn(day);
  if (complies(extremeOf(byDay, day, rule), limit, rule.direction)) return CLEAR;
  // A mean over midnight also depends on the other day.
  const isFailed = !crossesMidnight(rule) && !complies(bestOf(byDay, day, rule), limit, rule.direction);
  return isFailed && hasAllHours(rule, sensor, day) ? FAILED : HOURS;
};

/** Whether a day's hours decide. Means over midnight are decided by them, unless both days are alike. */
const isByHours = (
  rule: Rule,
  period: PeriodDays,
  day: number,
  state: number,
  before: number | undefined,
  stateBefore: number,
): boolean => state === HOURS || (crossesMidnight(rule) && isNext(period, before, day) && stateBefore !== state);

/**
 * Marks the days of which a rule needs the hours; `days` are those on which it holds, ascending. Of days on which all fails
 * these are the ones that can have the worst value: no other such day has all its readings beyond theirs.
 */
export const markNeeded = (
  given: Rule,
  days: readonly number[],
  sensor: SensorDays,
  limitOn: LimitOn,
  needed: Uint8Array,
): void => {
  if (!usesHours(given)) return;
  const rule = inOneLayout(given);
  const isOver = crossesMidnight(rule);
  const failed: number[] = [];
  let surest = Number.NEGATIVE_INFINITY;
  let stateBefore = EMPTY;
  for (let i = 0; i < days.length; i++) {
    const day = days[i] as number;
    const before = days[i - 1];
    const state = stateOf(rule, sensor, day, limitOn);
    if (isByHours(rule, sensor.period, day, state, before, stateBefore)) {
      needed[day] = 1;
      if (isOver && before !== undefined) needed[before] = 1;
    }
    if (state === FAILED) {
      failed.push(day);
      surest = Math.max(surest, excessOf(bestOf(sensor.byDay, day, rule), limitOn(day), rule.direction));
    }
    stateBefore = state;
  }
  for (const day of failed) {
    if (excessOf(extremeOf(sensor.byDay, day, rule), limitOn(day), rule.direction) >= surest) needed[day] = 1;
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
  const count = at(byHour.count, hour);
  const due = at(expected.byHour, hour);
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
  const count = at(byDay.count, day);
  const due = at(expected.byDay, day);
  const sums = { sum: at(byDay.sum, day), count, expected: due, received: Math.min(count, due) };
  addMean(counting, limit, at(period.starts, day), at(period.ends, day), sums);
};

/** Counts the mean of a range of the counted hours. */
const addMeanOf = (counting: Counting, limit: number, from: number, to: number): void => {
  const { rule, readings } = counting;
  const { hourStarts, hourEnds } = readings.period;
  const { places } = countedIn(readings.period, rule.hours);
  const sums: Sums = { sum: 0, count: 0, expected: 0, received: 0 };
  for (let i = from; i < to; i++) addHour(sums, readings, placeAt(places, i));
  addMean(counting, limit, at(hourStarts, placeAt(places, from)), at(hourEnds, placeAt(places, to - 1)), sums);
};

/**
 * Counts an hour, for rules about readings and about parts of an hour. Where an hour's mean and extremes do not decide
 * about its parts it has no value.
 */
const addParts = (counting: Counting, limit: number, hour: number): void => {
  const { rule, readings, counted } = counting;
  const { period, byHour, expected } = readings;
  const count = at(byHour.count, hour);
  const due = at(expected.byHour, hour);
  const extreme = extremeOf(byHour, hour, rule);
  const isMet = complies(extreme, limit, rule.direction);
  const surest =
    rule.averaging === 'INSTANT'
      ? extreme
      : rule.averaging === 'HALF_HOUR'
        ? at(byHour.sum, hour) / count
        : bestOf(byHour, hour, rule);
  const isDecided = count > 0 && (isMet || !complies(surest, limit, rule.direction));
  if (!isValid(counting, due, Math.min(count, due), isDecided)) return;
  if (isMet) counted.complied++;
  noteWorst(counting, extreme, limit, at(period.hourStarts, hour), at(period.hourEnds, hour));
};

/** The hours of a day that count, and over midnight the last ones of the day before, as a range of the counted ones. */
const rangeOf = (
  { rule, readings: { period, hasHours } }: Counting,
  day: number,
  before: number | undefined,
): [from: number, to: number] => {
  const { firsts } = countedIn(period, rule.hours);
  const isBefore = before !== undefined && flagAt(hasHours, before) === 1;
  const known = isBefore ? Math.min(WINDOW_HOURS - 1, hourCountOn(period, before, rule.hours)) : 0;
  return [placeAt(firsts, day) - known, placeAt(firsts, day + 1)];
};

const addHours = (counting: Counting, limit: number, day: number, before: number | undefined): void => {
  const { rule, readings } = counting;
  const { period } = readings;
  const { places } = countedIn(period, rule.hours);
  const [first, end] = rangeOf(counting, day, crossesMidnight(rule) ? before : undefined);
  if (first === end) return;
  switch (rule.averaging) {
    case 'EIGHT_HOURS':
      for (let from = first; from <= Math.max(first, end - WINDOW_HOURS); from++) {
        addMeanOf(counting, limit, from, Math.min(end, from + WINDOW_HOURS));
      }
      return;
    case 'OPEN_DAY':
      addMeanOf(counting, limit, first, end);
      return;
    case 'HOUR': {
      const sums: Sums = { sum: 0, count: 0, expected: 0, received: 0 };
      for (let i = first; i < end; i++) {
        const hour = placeAt(places, i);
        sums.sum = sums.count = sums.expected = sums.received = 0;
        addHour(sums, readings, hour);
        addMean(counting, limit, at(period.hourStarts, hour), at(period.hourEnds, hour), sums);
      }
      return;
    }
    default:
      for (let i = first; i < end; i++) addParts(counting, limit, placeAt(places, i));
  }
};

/** Windows of a day whose total decides: all of them comply or fail, or none has data. */
const windowCount = (rule: Rule, period: PeriodDays, day: number, before: number | undefined): number => {
  const hours = hourCountOn(period, day, rule.hours);
  if (hours === 0) return 0;
  if (rule.averaging === 'OPEN_DAY') return 1;
  if (rule.averaging !== 'EIGHT_HOURS') return hours;
  const isOver =
    crossesMidnight(rule) && before !== undefined && hourCountOn(period, before, rule.hours) >= WINDOW_HOURS;
  const known = isOver ? hours + WINDOW_HOURS - 1 : hours;
  return Math.max(1, known - WINDOW_HOURS + 1);
};

const addByTotal = (
  counting: Counting,
  limit: number,
  day: number,
  before: number | undefined,
  isFailed: boolean,
): void => {
  const { rule, readings, counted } = counting;
  const { period, expected, byDay } = readings;
  if (at(expected.byDay, day) === 0) return;
  const windows = windowCount(rule, period, day, before);
  counted.expected += windows;
  if (at(byDay.count, day) === 0) return;
  counted.valid += windows;
  // Where all fails, another day has the worst value.
  if (isFailed) return;
  counted.complied += windows;
  if (windows === 0) return;
  noteWorst(counting, extremeOf(byDay, day, rule), limit, at(period.starts, day), at(period.ends, day), true);
};

/** Received and expected readings in the hours of the rule; by the day's share where its hours were not read. */
const addReadings = ({ rule, readings, counted }: Counting, day: number): void => {
  const { period, expected, byDay, hasHours } = readings;
  if (flagAt(hasHours, day) === 0 || rule.hours === 'ALL') {
    const share =
      rule.hours === 'ALL' ? 1 : hourCountOn(period, day, 'OPEN') / Math.max(1, hourCountOn(period, day, 'ALL'));
    counted.received += Math.min(at(byDay.count, day), at(expected.byDay, day)) * share;
    counted.due += at(expected.byDay, day) * share;
    return;
  }
  const { places, firsts } = period.hours.OPEN;
  for (let i = placeAt(firsts, day); i < placeAt(firsts, day + 1); i++) {
    const hour = placeAt(places, i);
    const due = at(expected.byHour, hour);
    counted.received += Math.min(at(readings.byHour.count, hour), due);
    counted.due += due;
  }
};

/** Means of calendar years. A year needs its share of data of the whole year, even if only a part of it is asked for. */
const addYears = (counting: Counting, days: readonly number[], limitOn: LimitOn): void => {
  const { period, byDay, expected } = counting.readings;
  const dayOn = (place: number): string => period.days[days[place] as number] ?? '';
  for (let next = 0; next < days.length; ) {
    const first = next;
    const year = yearOf(dayOn(first));
    const end = `${year}-12-31`;
    const sums: Sums = { sum: 0, count: 0, expected: 0, received: 0 };
    for (; next < days.length && dayOn(next) <= end; next++) {
      const day = days[next] as number;
      sums.sum += at(byDay.sum, day);
      sums.count += at(byDay.count, day);
      sums.expected += at(expected.byDay, day);
      sums.received += Math.min(at(byDay.count, day), at(expected.byDay, day));
    }
    sums.expected = (sums.expected / (next - first)) * dayCount({ from: `${year}-01-01`, to: end });
    const [begin, last] = [days[first] as number, days[next - 1] as number];
    addMean(counting, limitOn(last), at(period.starts, begin), at(period.ends, last), sums);
  }
};

/**
 * Counts the periods of a rule over the days on which it holds, places of the period, ascending. Days that need their
 * hours have them.
 */
export const assess = (
  given: Rule,
  days: readonly number[],
  readings: SensorReadings,
  limitOn: LimitOn,
): RuleCounts => {
  const counted = emptyCounts();
  const rule = inOneLayout(given);
  if (rule.averaging === 'SAMPLE') return counted;
  const counting: Counting = { rule, readings, counted };
  const { period, expected } = readings;
  if (rule.averaging === 'YEAR') addYears(counting, days, limitOn);
  const isHourly = usesHours(rule);
  let stateBefore = EMPTY;
  for (let i = 0; i < days.length; i++) {
    const day = days[i] as number;
    if (at(expected.byDay, day) > 0) addReadings(counting, day);
    if (rule.averaging === 'YEAR') continue;
    const limit = limitOn(day);
    const before = isNext(period, days[i - 1], day) ? days[i - 1] : undefined;
    const state = isHourly ? stateOf(rule, readings, day, limitOn) : EMPTY;
    const isDecidedByHours =
      (isHourly && isByHours(rule, period, day, state, before, stateBefore)) ||
      (state === FAILED && flagAt(readings.hasHours, day) === 1);
    stateBefore = state;
    if (rule.averaging === 'DAY' || isWholeDay(rule, period, day)) addDayMean(counting, limit, day);
    else if (isDecidedByHours) addHours(counting, limit, day, before);
    else addByTotal(counting, limit, day, before, state === FAILED);
  }
  return counted;
};
