import { yearOf } from '../calendar.ts';
import { dayCount } from '../range.ts';
import {
  at,
  countedIn,
  flagAt,
  hourCountOn,
  isNext,
  type PeriodDays,
  placeAt,
  type SensorReadings,
} from './period-days.ts';
import { complies } from './rule.ts';
import { emptyCounts, excessOf, isWorse, type RuleCounts } from './rule-counts.ts';
import {
  crossesMidnight,
  EMPTY,
  extremeOf,
  FAILED,
  isByHours,
  isWholeDay,
  type Rule,
  type RuleDays,
} from './rule-days.ts';

const WINDOW_HOURS = 8;
const TIE = 1e-9;

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

/** Notes a value if it is the worst one. It runs for each day of a year, so it allocates only then. */
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
 * Counts a range of the counted hours, each with its mean, or with its extreme for rules about readings and about parts of
 * an hour. Where an hour's mean and extremes do not decide about its parts it has no value. It runs for each hour of a
 * year of each rule, so it keeps its columns and counts at hand.
 */
const addEachHour = (counting: Counting, limit: number, from: number, to: number): void => {
  const { rule, readings, counted } = counting;
  const { averaging, direction, minCompleteness, hours } = rule;
  const { period, byHour, expected } = readings;
  const { places } = countedIn(period, hours);
  const [counts, sums, dues] = [byHour.count, byHour.sum, expected.byHour];
  const [worsts, bests] = direction === 'AT_LEAST' ? [byHour.min, byHour.max] : [byHour.max, byHour.min];
  const isOfMeans = averaging === 'HOUR';
  const isOfParts = !isOfMeans && averaging !== 'INSTANT';
  const least = minCompleteness - TIE;
  let due = 0;
  let valid = 0;
  let complied = 0;
  let worstHour = -1;
  let worstTicks = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const hour = placeAt(places, i);
    const dueHere = at(dues, hour);
    if (dueHere === 0) continue;
    due++;
    const count = at(counts, hour);
    if (count === 0 || count < least * dueHere) continue;
    const ticks = isOfMeans ? at(sums, hour) / count : at(worsts, hour);
    const isMet = complies(ticks, limit, direction);
    if (isOfParts && !isMet) {
      const surest = averaging === 'HALF_HOUR' ? at(sums, hour) / count : at(bests, hour);
      if (complies(surest, limit, direction)) continue;
    }
    valid++;
    if (isMet) complied++;
    const excess = excessOf(ticks, limit, direction);
    if (excess > most) {
      worstHour = hour;
      worstTicks = ticks;
      most = excess;
    }
  }
  counted.expected += due;
  counted.valid += valid;
  counted.complied += complied;
  if (worstHour < 0) return;
  noteWorst(counting, worstTicks, limit, at(period.hourStarts, worstHour), at(period.hourEnds, worstHour));
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
  const { rule } = counting;
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
    default:
      addEachHour(counting, limit, first, end);
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

/** Means of calendar years. A year needs its share of data of the whole year, even if only a part of it is asked for. */
const addYears = (counting: Counting, { days, limits }: RuleDays): void => {
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
    addMean(counting, at(limits, next - 1), at(period.starts, begin), at(period.ends, last), sums);
  }
};

/** Counts the periods of a rule at a sensor. Days that need their hours have them. */
export const assess = (given: RuleDays, readings: SensorReadings): RuleCounts => {
  const { rule, days, limits, states } = given;
  const counted = emptyCounts();
  if (rule.averaging === 'SAMPLE') return counted;
  const counting: Counting = { rule, readings, counted };
  const { period, hasHours } = readings;
  const isOfAll = rule.hours === 'ALL';
  const [received, due] = isOfAll
    ? [readings.received.ALL, readings.due.ALL]
    : [readings.received.OPEN, readings.due.OPEN];
  for (let i = 0; i < days.length; i++) {
    counted.received += at(received, days[i] as number);
    counted.due += at(due, days[i] as number);
  }
  if (rule.averaging === 'YEAR') {
    addYears(counting, given);
    return counted;
  }
  let stateBefore = EMPTY;
  for (let i = 0; i < days.length; i++) {
    const day = days[i] as number;
    const limit = at(limits, i);
    const before = isNext(period, days[i - 1], day) ? days[i - 1] : undefined;
    const state = flagAt(states, i);
    const isDecidedByHours =
      isByHours(rule, period, day, state, before, stateBefore) || (state === FAILED && flagAt(hasHours, day) === 1);
    stateBefore = state;
    if (rule.averaging === 'DAY' || isWholeDay(rule, period, day)) addDayMean(counting, limit, day);
    else if (isDecidedByHours) addHours(counting, limit, day, before);
    else addByTotal(counting, limit, day, before, state === FAILED);
  }
  return counted;
};
