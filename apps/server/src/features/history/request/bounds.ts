import { MAX_ROLLUP_ROWS } from '@airdeck/contract/history/bounds';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import { type DayRange, dayCount } from '@airdeck/domain/range';
import { Failure } from '../../../platform/http/failure.ts';
import type { Organization } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';

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

/**
 * Checks the rollup rows of `items` meters or sensors in these days, and states them as the work of the question.
 * @throws Failure QUESTION_TOO_BIG, TOO_MANY_REQUESTS
 */
export const checkRollupRows = (
  { work }: Pick<RequestContext, 'work'>,
  items: number,
  days: DayRange,
  unit: BucketUnit,
): void => {
  const rows = items * rollupRows(days, unit);
  if (rows > MAX_ROLLUP_ROWS) throw new Failure('QUESTION_TOO_BIG');
  work?.expect(rows);
};
