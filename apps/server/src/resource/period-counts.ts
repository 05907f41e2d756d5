import { type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { type DayRange, dayCount, type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import { Failure } from '../platform/http/failure.ts';
import type { Registry } from '../registry/registry.ts';

const MAX_BUCKETS = 10_000;
/** Upper bound of buckets per day; a day has up to 25 hours. */
const PER_DAY: Readonly<Record<BucketUnit, number>> = { hour: 25, day: 1, month: 1 / 28, year: 1 / 365 };

/** Time zone of an organization; UTC for an unknown organization. */
export const timeZoneOf = (registry: Pick<Registry, 'snapshot'>, organizationId: number): string =>
  registry.snapshot().organizations.get(organizationId)?.timeZone ?? 'UTC';

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

interface AskedDays {
  startTime?: string | undefined;
  endTime?: string | undefined;
}

/** @throws Failure INVALID_PARAMETER when the last day is before the first. */
export const checkDays = ({ startTime, endTime }: AskedDays): void => {
  if (startTime !== undefined && endTime !== undefined && endTime < startTime)
    throw new Failure('INVALID_PARAMETER', { endTime: 'BEFORE_START' });
};

/**
 * The time range of the requested days; an open end extends to 2000 or 2099. null: no days were requested.
 * @throws Failure INVALID_PARAMETER
 */
export const askedRange = (days: AskedDays, timeZone: string): TimeRange | null => {
  checkDays(days);
  const { startTime = FIRST_DAY, endTime = LAST_DAY } = days;
  if (days.startTime === undefined && days.endTime === undefined) return null;
  return timeRangeOf({ from: startTime, to: endTime }, timeZone);
};

/** Counts of one period; times are epoch milliseconds, `end` is exclusive. */
export interface PeriodCount<Counts> {
  start: number;
  end: number;
  counts: Counts;
}

/**
 * Creates the periods of these days in order, each with `empty` counts.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG
 */
export const emptyPeriods = <Counts>(
  unit: BucketUnit,
  { from, to }: DayRange,
  timeZone: string,
  empty: () => Counts,
): PeriodCount<Counts>[] => {
  checkDays({ startTime: from, endTime: to });
  if (dayCount({ from, to }) * PER_DAY[unit] > MAX_BUCKETS) throw new Failure('QUESTION_TOO_BIG');
  return bucketsOf(unit, from, to, timeZone).map(({ start, end }) => ({ start, end, counts: empty() }));
};

/** Adds each row to the period of its time. Both arrays must be sorted by time. */
export const addToPeriods = <Counts, Row extends { start: Date }>(
  periods: readonly PeriodCount<Counts>[],
  rows: readonly Row[],
  add: (counts: Counts, row: Row) => void,
): void => {
  let at = 0;
  for (const row of rows) {
    while (at < periods.length - 1 && row.start.getTime() >= (periods[at]?.end ?? 0)) at++;
    const period = periods[at];
    if (period) add(period.counts, row);
  }
};
