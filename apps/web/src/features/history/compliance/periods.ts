import { MAX_COMPLIANCE_DAYS } from '@airdeck/contract/limit/compliance';
import { firstDayOf } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { type DayRange, dayCount } from '@airdeck/domain/range';

export const COMPLIANCE_PERIODS = ['days30', 'month', 'lastMonth', 'year', 'lastYear', 'free'] as const;
export type CompliancePeriod = (typeof COMPLIANCE_PERIODS)[number];

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

/** The days of a period; a free one has the given days. */
export function daysOfPeriod(
  period: CompliancePeriod,
  today: string,
  given: { from?: string | undefined; to?: string | undefined },
): DayRange {
  switch (period) {
    case 'days30':
      return { from: addDays(today, 1 - MONTH_DAYS), to: today };
    case 'month':
      return { from: firstDayOf('month', today), to: today };
    case 'lastMonth': {
      const to = addDays(firstDayOf('month', today), -1);
      return { from: firstDayOf('month', to), to };
    }
    case 'year':
      return { from: addDays(today, 1 - YEAR_DAYS), to: today };
    case 'lastYear': {
      const to = addDays(firstDayOf('year', today), -1);
      return { from: firstDayOf('year', to), to };
    }
    case 'free':
      return { from: given.from ?? addDays(today, 1 - MONTH_DAYS), to: given.to ?? today };
  }
}

export type WrongDays = 'unreadable' | 'reversed' | 'future' | 'tooLong';

/** Why the server would not answer about these days; null: it would. */
export function wrongDays(days: DayRange, today: string): WrongDays | null {
  if (days.from === '' || days.to === '') return 'unreadable';
  if (days.from > days.to) return 'reversed';
  if (days.from > today) return 'future';
  return dayCount(days) > MAX_COMPLIANCE_DAYS ? 'tooLong' : null;
}
