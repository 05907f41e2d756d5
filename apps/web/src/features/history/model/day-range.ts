import type { FieldCode } from '@airdeck/contract/error/field-code';
import { addDays, monthOf } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import type { HistorySearch, RangePreset } from './search.ts';

/** The month `n` months later, or earlier when `n` is negative; a month is written `YYYY-MM`. */
export function addMonths(month: string, n: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const total = year * 12 + (number - 1) + n;
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
}

const firstDay = (month: string): string => `${month}-01`;
export const lastDay = (month: string): string => addDays(firstDay(addMonths(month, 1)), -1);

/** The number of months from one day's month to another's, both included. */
function monthsBetween(from: string, to: string): number {
  const count = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return count(monthOf(to)) - count(monthOf(from)) + 1;
}

/** Local days, both included, `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

/** The server's first and last day; days beyond are typing errors. */
const FIRST = '2000-01-01';
const LAST = '2099-12-31';

/** The order in which a range is named: by days first, or by months. */
const BY_DAYS = [
  'today',
  'yesterday',
  'week',
  'lastWeek',
  'days30',
  'month',
  'lastMonth',
] as const satisfies readonly RangePreset[];
const BY_MONTHS = [...BY_DAYS].reverse();

/** The last Monday, or the day itself if it is one. */
const monday = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

function presetRange(period: Exclude<RangePreset, 'free'>, today: string): DayRange {
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'lastWeek':
      return { from: addDays(monday(today), -7), to: addDays(monday(today), -1) };
    case 'days30':
      return { from: addDays(today, -29), to: today };
    case 'month':
      return { from: firstDay(monthOf(today)), to: today };
    case 'lastMonth': {
      const month = addMonths(monthOf(today), -1);
      return { from: firstDay(month), to: lastDay(month) };
    }
  }
}

type RangeSearch = Pick<HistorySearch, 'period' | 'from' | 'to'>;

/** The days of an address; default: today. */
export function rangeOf({ period = 'today', from, to }: RangeSearch, today: string): DayRange {
  if (period !== 'free') return presetRange(period, today);
  return { from: from ?? to ?? today, to: to ?? from ?? today };
}

/** The address with its days instead of their name, so that it shows the same days tomorrow. */
export const withFixedDays = <Search extends object>(search: Search, { from, to }: DayRange) => ({
  ...search,
  period: 'free' as const,
  from,
  to,
});

const dayFault = (day: string): FieldCode | undefined => (day < FIRST || day > LAST ? 'INVALID' : undefined);

/** The errors at the ends of a range. The start must not lie in the future, nor after the end. */
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

/** The range moved by its length; one that would reach into the future ends today instead. */
function movedByDays(range: DayRange, by: -1 | 1, today: string): DayRange {
  const length = days(range);
  const to = addDays(range.to, by * length);
  const end = to > today ? today : to;
  return { from: addDays(end, 1 - length), to: end };
}

/** The range in an address: its name if it has one, so that a link to "today" stays relative. */
function named(range: DayRange, today: string, first: readonly Exclude<RangePreset, 'free'>[]): RangeSearch {
  const period = first.find((each) => {
    const preset = presetRange(each, today);
    return preset.from === range.from && preset.to === range.to;
  });
  return period === undefined ? { period: 'free', ...range } : { period, from: undefined, to: undefined };
}

/**
 * The range before or after this one, of the same length: months step by calendar months, other ranges by their days.
 * null when it would lie in the future, or before 2000.
 */
export function neighbouringRange(search: RangeSearch, by: -1 | 1, today: string): RangeSearch | null {
  const range = rangeOf(search, today);
  if (Object.keys(faultsOf(range, today)).length > 0 || (by === 1 && range.to >= today)) return null;
  const isMonth = search.period === 'month' || search.period === 'lastMonth';
  const months = isMonth || (search.period === 'free' && isMonths(range, today));
  const next = months ? movedByMonths(range, by, today) : movedByDays(range, by, today);
  if (next.from < FIRST) return null;
  return named(next, today, months ? BY_MONTHS : BY_DAYS);
}

/** Whether the range is not over yet, so that its values can still change. */
export const reachesToday = ({ to }: DayRange, today: string): boolean => to >= today;
