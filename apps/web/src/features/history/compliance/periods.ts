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

/** Whether the server would answer about these days. */
export const areAsked = (days: DayRange, today: string): boolean =>
  days.from !== '' &&
  days.to !== '' &&
  days.from <= days.to &&
  days.from <= today &&
  dayCount(days) <= MAX_COMPLIANCE_DAYS;
