import type { ReadingColumns } from '../reading-columns.ts';
import { at, flagAt, hourCountOn, isNext, type PeriodDays, type SensorDays } from './period-days.ts';
import { complies, type LimitRule } from './rule.ts';
import { excessOf } from './rule-counts.ts';

/** The limit on a day, in ticks: it may count from the outdoor air of the day. */
export type LimitOn = (day: number) => number;

export type Rule = Pick<LimitRule, 'averaging' | 'direction' | 'hours' | 'minCompleteness'>;

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

/** The reading farthest on the wrong side. */
export const extremeOf = ({ min, max }: ReadingColumns, place: number, { direction }: Rule): number =>
  at(direction === 'AT_LEAST' ? min : max, place);

/** The reading farthest on the right side. */
const bestOf = ({ min, max }: ReadingColumns, place: number, { direction }: Rule): number =>
  at(direction === 'AT_LEAST' ? max : min, place);

export const usesHours = ({ averaging }: Pick<Rule, 'averaging'>): boolean =>
  averaging !== 'DAY' && averaging !== 'YEAR' && averaging !== 'SAMPLE';

/** Of the hours it needs only the means. */
export const isOfHourMeans = (rule: Pick<Rule, 'averaging'>): boolean =>
  rule.averaging === 'HOUR' || rule.averaging === 'EIGHT_HOURS' || rule.averaging === 'OPEN_DAY' || !usesHours(rule);
export const crossesMidnight = ({ averaging, hours }: Rule): boolean => averaging === 'EIGHT_HOURS' && hours === 'ALL';
export const isWholeDay = ({ averaging }: Rule, period: PeriodDays, day: number): boolean =>
  averaging === 'OPEN_DAY' && hourCountOn(period, day, 'OPEN') === hourCountOn(period, day, 'ALL');

/** How a day's total decides: none has data, all comply, all fail; or its hours have to. */
export const [EMPTY, CLEAR, FAILED, HOURS] = [0, 1, 2, 3];

const stateOf = (rule: Rule, { period, expected, byDay }: SensorDays, day: number, limit: number): number => {
  const count = at(byDay.count, day);
  const due = at(expected.byDay, day);
  if (count === 0 || due === 0 || hourCountOn(period, day, rule.hours) === 0 || isWholeDay(rule, period, day))
    return EMPTY;
  if (count < COMPLETE * due || count > SURPLUS * due) return HOURS;
  if (complies(extremeOf(byDay, day, rule), limit, rule.direction)) return CLEAR;
  // A mean over midnight also depends on the other day.
  const isFailed = !crossesMidnight(rule) && !complies(bestOf(byDay, day, rule), limit, rule.direction);
  if (!isFailed || rule.minCompleteness > LEAST_OF_HOUR) return HOURS;
  const { ALL, OPEN } = expected.isWhole;
  return flagAt(rule.hours === 'ALL' ? ALL : OPEN, day) === 1 ? FAILED : HOURS;
};

/** A rule at a sensor: the days on which it holds, and the limit and how the total decides on each of them. */
export interface RuleDays {
  readonly rule: Rule;
  /** Places of the period, ascending. */
  readonly days: readonly number[];
  /** In ticks. */
  readonly limits: Float64Array;
  /** EMPTY for rules that use no hours. */
  readonly states: Uint8Array;
}

export const ruleDays = (given: Rule, days: readonly number[], sensor: SensorDays, limitOn: LimitOn): RuleDays => {
  const rule = inOneLayout(given);
  const limits = new Float64Array(days.length);
  const states = new Uint8Array(days.length);
  const isHourly = usesHours(rule);
  for (let i = 0; i < days.length; i++) {
    const day = days[i] as number;
    const limit = limitOn(day);
    limits[i] = limit;
    if (isHourly) states[i] = stateOf(rule, sensor, day, limit);
  }
  return { rule, days, limits, states };
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
 * Marks the days of which a rule needs the hours. Of days on which all fails these are the ones that can have the worst
 * value: no other such day has all its readings beyond theirs.
 */
export const markNeeded = (
  { rule, days, limits, states }: RuleDays,
  { period, byDay }: SensorDays,
  needed: Uint8Array,
): void => {
  if (!usesHours(rule)) return;
  const isOver = crossesMidnight(rule);
  let surest = Number.NEGATIVE_INFINITY;
  let stateBefore = EMPTY;
  for (let i = 0; i < days.length; i++) {
    const day = days[i] as number;
    const before = days[i - 1];
    const state = flagAt(states, i);
    if (isByHours(rule, period, day, state, before, stateBefore)) {
      needed[day] = 1;
      if (isOver && before !== undefined) needed[before] = 1;
    }
    if (state === FAILED) surest = Math.max(surest, excessOf(bestOf(byDay, day, rule), at(limits, i), rule.direction));
    stateBefore = state;
  }
  for (let i = 0; surest > Number.NEGATIVE_INFINITY && i < days.length; i++) {
    const day = days[i] as number;
    if (flagAt(states, i) !== FAILED) continue;
    if (excessOf(extremeOf(byDay, day, rule), at(limits, i), rule.direction) >= surest) needed[day] = 1;
  }
};
