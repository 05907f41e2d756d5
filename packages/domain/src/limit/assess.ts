import { yearOf } from '../calendar.ts';
import { dayCount, type TimeRange } from '../range.ts';
import { complies, type LimitRule } from './rule.ts';
import { emptyCounts, isWorse, type RuleCounts } from './rule-counts.ts';

/** Readings of a time, in ticks, and how many were expected; min and max are null without readings. */
export interface Cell {
  readonly count: number;
  readonly sum: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly expected: number;
}

export interface HourCell extends Cell, Readonly<TimeRange> {
  readonly isOpen: boolean;
}

/** A local day of one sensor. */
export interface DayCells extends Readonly<TimeRange> {
  readonly day: string;
  readonly total: Cell;
  readonly hourCount: number;
  readonly openHours: number;
  /** null: not read, because the total decides (`hoursNeeded`). */
  readonly hours: readonly HourCell[] | null;
}

/** The limit on a day, in ticks: it may count from the outdoor air of the day. */
export type LimitOn = (day: DayCells) => number;

type Rule = Pick<LimitRule, 'averaging' | 'direction' | 'hours' | 'minCompleteness'>;

/**
 * A day with this share of its readings, and not more than all, counts as complete in each hour: what it lacks is less than
 * a quarter of an hour.
 */
const COMPLETE = 0.99;
const SURPLUS = 1.005;
const WINDOW_HOURS = 8;
const TIE = 1e-9;

const isComplete = ({ count, expected }: Cell): boolean =>
  expected > 0 && count >= COMPLETE * expected && count <= SURPLUS * expected;

/** The reading farthest on the wrong side. */
const extremeOf = ({ min, max }: Cell, { direction }: Rule): number | null => (direction === 'AT_LEAST' ? min : max);

/** Whether every reading of a complete day complies, so that any mean does. */
const isClear = (rule: Rule, day: DayCells, limit: number): boolean => {
  const extreme = extremeOf(day.total, rule);
  return extreme !== null && isComplete(day.total) && complies(extreme, limit, rule.direction);
};

const usesTotals = ({ averaging }: Rule): boolean => averaging === 'DAY' || averaging === 'YEAR';
const crossesMidnight = ({ averaging, hours }: Rule): boolean => averaging === 'EIGHT_HOURS' && hours === 'ALL';
const hoursOn = ({ hours }: Rule, { hourCount, openHours }: DayCells): number =>
  hours === 'OPEN' ? openHours : hourCount;

/** How a day's total decides: all comply, none has data; or its hours have to. */
const stateOf = (rule: Rule, day: DayCells, limitOn: LimitOn): 'CLEAR' | 'EMPTY' | 'HOURS' => {
  if (day.total.count === 0 || day.total.expected === 0) return 'EMPTY';
  return isClear(rule, day, limitOn(day)) ? 'CLEAR' : 'HOURS';
};

/** For each day, whether a rule is decided by its hours. Means over midnight are, unless both days are alike. */
const decidedByHours = (rule: Rule, days: readonly DayCells[], limitOn: LimitOn): boolean[] => {
  const isWhole = (day: DayCells) => rule.averaging === 'OPEN_DAY' && day.openHours === day.hourCount;
  if (usesTotals(rule)) return days.map(() => false);
  const states = days.map((day) => (hoursOn(rule, day) === 0 || isWhole(day) ? 'EMPTY' : stateOf(rule, day, limitOn)));
  if (!crossesMidnight(rule)) return states.map((state) => state === 'HOURS');
  return states.map((state, at) => {
    const hasBefore = days[at - 1]?.end === days[at]?.start;
    return state === 'HOURS' || (hasBefore && states[at - 1] !== state);
  });
};

/** For each day, whether a rule needs its hours. */
export const hoursNeeded = (rule: Rule, days: readonly DayCells[], limitOn: LimitOn): boolean[] => {
  const byHours = decidedByHours(rule, days, limitOn);
  return crossesMidnight(rule) ? byHours.map((is, at) => is || byHours[at + 1] === true) : byHours;
};

const receivedOf = ({ count, expected }: Cell): number => Math.min(count, expected);

/** A period that the rule judges; `value` is null where its data do not decide. */
interface Window extends TimeRange {
  expected: number;
  received: number;
  value: number | null;
  isMet: boolean;
}

const joinHours = (hours: readonly HourCell[]): { sum: number; count: number; expected: number; received: number } => {
  const joined = { sum: 0, count: 0, expected: 0, received: 0 };
  for (const hour of hours) {
    joined.sum += hour.sum;
    joined.count += hour.count;
    joined.expected += hour.expected;
    joined.received += receivedOf(hour);
  }
  return joined;
};

const meanWindow = (rule: Rule, limit: number, hours: readonly HourCell[]): Window => {
  const { sum, count, expected, received } = joinHours(hours);
  const value = count === 0 ? null : sum / count;
  return {
    ...{ start: hours[0]?.start ?? 0, end: hours.at(-1)?.end ?? 0, expected, received, value },
    isMet: value !== null && complies(value, limit, rule.direction),
  };
};

/**
 * An hour, for rules about readings and about parts of an hour. Where an hour's mean and extremes do not decide about its
 * parts it has no value.
 */
const partsWindow = (rule: Rule, limit: number, hour: HourCell): Window => {
  const { start, end, expected, count, sum } = hour;
  const extreme = extremeOf(hour, rule);
  const best = rule.direction === 'AT_LEAST' ? hour.max : hour.min;
  const window = { start, end, expected, received: receivedOf(hour) };
  if (extreme === null || best === null || count === 0) return { ...window, value: null, isMet: false };
  const isMet = complies(extreme, limit, rule.direction);
  const surest = rule.averaging === 'INSTANT' ? extreme : rule.averaging === 'HALF_HOUR' ? sum / count : best;
  const isDecided = isMet || !complies(surest, limit, rule.direction);
  return { ...window, value: isDecided ? extreme : null, isMet };
};

/** The windows that end on a day, of its hours and, over midnight, of the last ones of the day before. */
const windowsOf = (rule: Rule, limit: number, day: DayCells, before: readonly HourCell[]): Window[] => {
  const all = day.hours ?? [];
  const hours = rule.hours === 'OPEN' ? all.filter(({ isOpen }) => isOpen) : all;
  switch (rule.averaging) {
    case 'EIGHT_HOURS': {
      if (hours.length === 0) return [];
      const known = [...(crossesMidnight(rule) ? before.slice(1 - WINDOW_HOURS) : []), ...hours];
      if (known.length <= WINDOW_HOURS) return [meanWindow(rule, limit, known)];
      return Array.from({ length: known.length - WINDOW_HOURS + 1 }, (_, at) =>
        meanWindow(rule, limit, known.slice(at, at + WINDOW_HOURS)),
      );
    }
    case 'OPEN_DAY': {
      const open = all.filter(({ isOpen }) => isOpen);
      return open.length === 0 ? [] : [meanWindow(rule, limit, open)];
    }
    default:
      return hours.map((hour) => partsWindow(rule, limit, hour));
  }
};

/** Counts a period. `value` is null where its data do not decide. */
const addPeriod = (
  { minCompleteness, direction }: Rule,
  counted: RuleCounts,
  { start, end }: TimeRange,
  found: { limit: number; value: number | null; expected: number; received: number; isMet: boolean },
): void => {
  const { limit, value, expected, received, isMet } = found;
  if (expected === 0) return;
  counted.expected++;
  if (value === null || received / expected < minCompleteness - TIE) return;
  counted.valid++;
  if (isMet) counted.complied++;
  if (isWorse(counted.worst, value, limit, false, direction)) {
    counted.worst = { start, end, ticks: value, limit, isReading: false };
  }
};

/** Counts the mean of the readings of a time. It runs for each hour of a year, so it allocates only for a worse one. */
const addMean = (rule: Rule, limit: number, counted: RuleCounts, range: TimeRange, cell: Cell): void => {
  const { count, sum, expected } = cell;
  if (expected === 0) return;
  counted.expected++;
  if (count === 0 || receivedOf(cell) / expected < rule.minCompleteness - TIE) return;
  counted.valid++;
  const value = sum / count;
  if (complies(value, limit, rule.direction)) counted.complied++;
  if (isWorse(counted.worst, value, limit, false, rule.direction)) {
    counted.worst = { start: range.start, end: range.end, ticks: value, limit, isReading: false };
  }
};

/** Windows of a day whose total decides: all of them comply, or none has data. */
const windowCount = (rule: Rule, day: DayCells, hasBefore: boolean): number => {
  const hours = hoursOn(rule, day);
  if (hours === 0) return 0;
  if (rule.averaging === 'OPEN_DAY') return 1;
  if (rule.averaging !== 'EIGHT_HOURS') return hours;
  const known = crossesMidnight(rule) && hasBefore ? hours + WINDOW_HOURS - 1 : hours;
  return Math.max(1, known - WINDOW_HOURS + 1);
};

const addByTotal = (rule: Rule, limit: number, counted: RuleCounts, day: DayCells, hasBefore: boolean): void => {
  if (day.total.expected === 0) return;
  const count = windowCount(rule, day, hasBefore);
  counted.expected += count;
  if (day.total.count === 0) return;
  counted.valid += count;
  counted.complied += count;
  const ticks = extremeOf(day.total, rule);
  if (count > 0 && ticks !== null && isWorse(counted.worst, ticks, limit, true, rule.direction)) {
    counted.worst = { start: day.start, end: day.end, ticks, limit, isReading: true };
  }
};

/** Received and expected readings in the hours of the rule; by the day's share where its hours were not read. */
const addReadings = (rule: Rule, counted: RuleCounts, day: DayCells): void => {
  if (day.hours === null || rule.hours === 'ALL') {
    const share = rule.hours === 'ALL' ? 1 : day.openHours / Math.max(1, day.hourCount);
    counted.received += receivedOf(day.total) * share;
    counted.due += day.total.expected * share;
    return;
  }
  const { received, expected } = joinHours(day.hours.filter(({ isOpen }) => isOpen));
  counted.received += received;
  counted.due += expected;
};

/** Means of calendar years. A year needs its share of data of the whole year, even if only a part of it is asked for. */
const assessYears = (rule: Rule, days: readonly DayCells[], limitOn: LimitOn, counted: RuleCounts): void => {
  const years = new Set(days.map(({ day }) => yearOf(day)));
  for (const year of years) {
    const own = days.filter(({ day }) => yearOf(day) === year);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) continue;
    const daysOfYear = dayCount({ from: `${year}-01-01`, to: `${year}-12-31` });
    const sums = { sum: 0, count: 0, expected: 0, received: 0 };
    for (const { total } of own) {
      sums.sum += total.sum;
      sums.count += total.count;
      sums.expected += total.expected;
      sums.received += receivedOf(total);
    }
    const value = sums.count === 0 ? null : sums.sum / sums.count;
    const limit = limitOn(last);
    const range = { start: first.start, end: last.end };
    addPeriod(rule, counted, range, {
      ...{ limit, value, received: sums.received },
      expected: (sums.expected / own.length) * daysOfYear,
      isMet: value !== null && complies(value, limit, rule.direction),
    });
  }
};

/** Counts the periods of a rule over the days on which it holds, ascending. Days that need their hours have them. */
export const assess = (rule: Rule, days: readonly DayCells[], limitOn: LimitOn): RuleCounts => {
  const counted = emptyCounts();
  if (rule.averaging === 'SAMPLE') return counted;
  if (rule.averaging === 'YEAR') assessYears(rule, days, limitOn, counted);
  const byHours = usesTotals(rule) ? null : decidedByHours(rule, days, limitOn);
  for (const [at, day] of days.entries()) {
    if (day.total.expected > 0) addReadings(rule, counted, day);
    if (rule.averaging === 'YEAR') continue;
    const limit = limitOn(day);
    const last = days[at - 1];
    const before = last?.end === day.start ? last : undefined;
    if (rule.averaging === 'DAY' || (rule.averaging === 'OPEN_DAY' && day.openHours === day.hourCount)) {
      addMean(rule, limit, counted, day, day.total);
    } else if (byHours?.[at] === true && rule.averaging === 'HOUR') {
      for (const hour of day.hours ?? []) {
        if (hour.isOpen || rule.hours === 'ALL') addMean(rule, limit, counted, hour, hour);
      }
    } else if (byHours?.[at] === true) {
      for (const window of windowsOf(rule, limit, day, before?.hours ?? [])) {
        addPeriod(rule, counted, window, { ...window, limit });
      }
    } else {
      addByTotal(rule, limit, counted, day, before !== undefined && before.hourCount >= WINDOW_HOURS);
    }
  }
  return counted;
};
