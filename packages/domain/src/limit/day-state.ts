import type { ReadingColumns } from '../reading-columns.ts';
import { at, countedIn, hourCountOn, isNext, type PeriodDays, placeAt, type SensorDays } from './period-days.ts';
import { complies, type LimitRule } from './rule.ts';
import { excessOf } from './rule-counts.ts';

/** The limit on a day, in ticks: it may count from the outdoor air of the day. */
export type LimitOn = (day: number) => number;

export type Rule = Pick<LimitRule, 'averaging' | 'direction' | 'hours' | 'minCompleteness'>;

/** The rule with its fields in one order: those of packs differ, and reading fields of many layouts is slow. */
export const inOneLayout = ({ averaging, direction, hours, minCompleteness }: Rule): Rule => ({
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
/** The reading farthest on the wrong side. */
export const extremeOf = ({ min, max }: ReadingColumns, place: number, { direction }: Rule): number =>
  at(direction === 'AT_LEAST' ? min : max, place);

/** The reading farthest on the right side. */
const bestOf = ({ min, max }: ReadingColumns, place: number, { direction }: Rule): number =>
  at(direction === 'AT_LEAST' ? max : min, place);

export const usesHours = ({ averaging }: Rule): boolean =>
  averaging !== 'DAY' && averaging !== 'YEAR' && averaging !== 'SAMPLE';
export const crossesMidnight = ({ averaging, hours }: Rule): boolean => averaging === 'EIGHT_HOURS' && hours === 'ALL';
export const isWholeDay = ({ averaging }: Rule, period: PeriodDays, day: number): boolean =>
  averaging === 'OPEN_DAY' && hourCountOn(period, day, 'OPEN') === hourCountOn(period, day, 'ALL');

/** How a day's total decides: none has data, all comply, all fail; or its hours have to. */
export const [EMPTY, CLEAR, FAILED, HOURS] = [0, 1, 2, 3];

/** Whether every counted hour of a complete day has enough data for the rule. */
const hasAllHours = (rule: Rule, { period, expected }: SensorDays, day: number): boolean => {
  if (rule.minCompleteness > LEAST_OF_HOUR) return false;
  const { places, firsts } = countedIn(period, rule.hours);
  for (let i = placeAt(firsts, day); i < placeAt(firsts, day + 1); i++) {
    if (at(expected.byHour, placeAt(places, i)) === 0) return false;
  }
  return true;
};

export const stateOf = (rule: Rule, sensor: SensorDays, day: number, limitOn: LimitOn): number => {
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
export const isByHours = (
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
