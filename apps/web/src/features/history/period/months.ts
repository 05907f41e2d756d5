import { addDays, monthOf } from '@airdeck/domain/calendar';

/** The month `n` months later, or earlier when `n` is negative; a month is written `YYYY-MM`. */
export function addMonths(month: string, n: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const total = year * 12 + (number - 1) + n;
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
}

export const firstDay = (month: string): string => `${month}-01`;
export const lastDay = (month: string): string => addDays(firstDay(addMonths(month, 1)), -1);

/** How many months from one day's to another's, both included. */
export function monthsBetween(from: string, to: string): number {
  const count = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return count(monthOf(to)) - count(monthOf(from)) + 1;
}
