import type { FieldCode } from '@airdeck/contract/error/field-code';
import { addDays, monthOf } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import type { HistorySearch, Period } from '../address/search.ts';
import { addMonths, firstDay, lastDay, monthsBetween } from './months.ts';

/** Local days, both included, `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

/** Days that the server takes: others are typing errors. */
const FIRST = '2000-01-01';
const LAST = '2099-12-31';

const PRESETS = ['today', 'yesterday', 'week', 'month'] as const satisfies readonly Period[];

function presetRange(period: Exclude<Period, 'free'>, today: string): DayRange {
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return { from: firstDay(monthOf(today)), to: today };
  }
}

type Asked = Pick<HistorySearch, 'period' | 'from' | 'to'>;

/** The days that an address asks for; today unless it says otherwise. */
export function rangeOf({ period = 'today', from, to }: Asked, today: string): DayRange {
  if (period !== 'free') return presetRange(period, today);
  return { from: from ?? to ?? today, to: to ?? from ?? today };
}

const dayFault = (day: string): FieldCode | undefined => (day < FIRST || day > LAST ? 'INVALID' : undefined);

/** What is wrong with a range, at which of its ends; the start must not lie in the future nor after the end. */
export function faultsOf({ from, to }: DayRange, today: string): Partial<Record<keyof DayRange, FieldCode>> {
  const start = dayFault(from) ?? (from > today ? 'FUTURE' : undefined);
  const end = dayFault(to) ?? (to < from ? 'BEFORE_START' : undefined);
  return { ...(start === undefined ? {} : { from: start }), ...(end === undefined ? {} : { to: end }) };
}

const days = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Whether a range is made of whole calendar months, the last of which may not be over yet. */
const isMonths = ({ from, to }: DayRange, today: string): boolean =>
  from === firstDay(monthOf(from)) && (to === lastDay(monthOf(to)) || (to === today && from !== today));

function movedByMonths({ from, to }: DayRange, by: -1 | 1, today: string): DayRange {
  const months = by * monthsBetween(from, to);
  const end = lastDay(addMonths(monthOf(to), months));
  return { from: firstDay(addMonths(monthOf(from), months)), to: end > today ? today : end };
}

/** Near today the range keeps its length and ends today. */
function movedByDays(range: DayRange, by: -1 | 1, today: string): DayRange {
  const length = days(range);
  const to = addDays(range.to, by * length);
  const end = to > today ? today : to;
  return { from: addDays(end, 1 - length), to: end };
}

/** The part of an address that says a range: by its name where it has one, so that the link stays about "today". */
function named(range: DayRange, today: string, first: readonly Exclude<Period, 'free'>[]): Asked {
  const period = first.find((each) => {
    const preset = presetRange(each, today);
    return preset.from === range.from && preset.to === range.to;
  });
  return period === undefined ? { period: 'free', ...range } : { period, from: undefined, to: undefined };
}

/**
 * The period before or after, as long as this one: months step by calendar months, anything else by its days. null
 * where there is none: it would lie in the future, or before 2000.
 */
export function moved(asked: Asked, by: -1 | 1, today: string): Asked | null {
  const range = rangeOf(asked, today);
  if (Object.keys(faultsOf(range, today)).length > 0 || (by === 1 && range.to >= today)) return null;
  const months = asked.period === 'month' || (asked.period === 'free' && isMonths(range, today));
  const next = months ? movedByMonths(range, by, today) : movedByDays(range, by, today);
  if (next.from < FIRST) return null;
  return named(next, today, months ? [...PRESETS].reverse() : PRESETS);
}

/** Whether the range is not over yet: what it shows can still change. */
export const isOpen = ({ to }: DayRange, today: string): boolean => to >= today;
