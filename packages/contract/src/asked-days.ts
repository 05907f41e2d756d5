import type { FieldCode } from './error/field-code.ts';

/** Local days of a list, `YYYY-MM-DD`, both included; one that is left out is open. */
export interface AskedDays {
  startTime?: string | undefined;
  endTime?: string | undefined;
}

/** Where an open end of the days lies. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';

export type DayFaults = Partial<Record<keyof AskedDays, FieldCode>>;

/** The fault of each asked day: a start after `today`, an end before the start. */
export const dayFaults = ({ startTime, endTime }: AskedDays, today: string): DayFaults => ({
  ...(startTime !== undefined && startTime > today && { startTime: 'FUTURE' }),
  ...(startTime !== undefined && endTime !== undefined && endTime < startTime && { endTime: 'BEFORE_START' }),
});

export const hasDayFault = (days: AskedDays, today: string): boolean => Object.keys(dayFaults(days, today)).length > 0;
