import { MAX_ROLLUP_ROWS } from '@airdeck/contract/history/bounds';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import { type DayRange, dayCount } from '@airdeck/domain/range';
import { Failure } from '../../../platform/http/failure.ts';
import type { Organization } from '../../../registry/snapshot.ts';

/**
 * Checks requested days against the clock and the zones of the chosen organizations.
 * @throws Failure INVALID_PARAMETER
 */
export const checkDays = ({ from, to }: DayRange, organizations: Iterable<Organization>, now: number): void => {
  if (to < from) throw new Failure('INVALID_PARAMETER', { endTime: 'BEFORE_START' });
  const todays = [...organizations].map(({ timeZone }) => localDay(now, timeZone));
  if (todays.length > 0 && todays.every((today) => from > today)) {
    throw new Failure('INVALID_PARAMETER', { startTime: 'FUTURE' });
  }
};

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Rollup rows of one item: one a day where hours are read, otherwise one a month. */
const rollupRows = (days: DayRange, unit: BucketUnit): number =>
  unit === 'hour' ? dayCount(days) : monthNumber(days.to) - monthNumber(days.from) + 1;

/** @throws Failure QUESTION_TOO_BIG when `items` meters or sensors have too many rollup rows in these days */
export const checkRollupRows = (items: number, days: DayRange, unit: BucketUnit): void => {
  if (items * rollupRows(days, unit) > MAX_ROLLUP_ROWS) throw new Failure('QUESTION_TOO_BIG');
};
