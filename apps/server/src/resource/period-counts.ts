import { type AskedDays, dayFaults, FIRST_DAY, LAST_DAY } from '@airdeck/contract/asked-days';
import { type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { type DayRange, dayCount, type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import { Failure } from '../platform/http/failure.ts';
import type { Registry } from '../registry/registry.ts';

const MAX_BUCKETS = 10_000;
/** Upper bound of buckets per day; a day has up to 25 hours. */
const PER_DAY: Readonly<Record<BucketUnit, number>> = { hour: 25, day: 1, month: 1 / 28, year: 1 / 365 };

/** Time zone of an organization; UTC for an unknown organization. */
export const timeZoneOf = (registry: Pick<Registry, 'snapshot'>, organizationId: number): string =>
  registry.snapshot().organizations.get(organizationId)?.timeZone ?? 'UTC';

/** A browser's clock may be ahead: its new day begins before midnight. */
const MAX_CLOCK_LEAD_MS = 5 * MINUTE_MS;

/** @throws Failure INVALID_PARAMETER when the first day is in the future of the zone, or the last one before it. */
export const checkDays = (days: AskedDays, timeZone: string, now: number): void => {
  const faults = dayFaults(days, localDay(now + MAX_CLOCK_LEAD_MS, timeZone));
  if (Object.keys(faults).length > 0) throw new Failure('INVALID_PARAMETER', faults);
};

/**
 * The time range of the requested days; an open end extends to 2000 or 2099. null: no days were requested.
 * @throws Failure INVALID_PARAMETER
 */
export const askedRange = (days: AskedDays, timeZone: string, now: number): TimeRange | null => {
  checkDays(days, timeZone, now);
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
  { timeZone, now }: { timeZone: string; now: number },
  empty: () => Counts,
): PeriodCount<Counts>[] => {
  checkDays({ startTime: from, endTime: to }, timeZone, now);
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
