import { MAX_ROLLUP_ROWS } from '@airdeck/contract/history/bounds';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import { Failure } from '../../../platform/http/failure.ts';
import type { Organization } from '../../../site/picture.ts';

const DAY_MS = 86_400_000;

/** Local days, both included. */
export interface Period {
  startTime: string;
  endTime: string;
}

/**
 * Checks what only the clock and the chosen organizations can tell of a period.
 * @throws Failure INVALID_PARAMETER.
 */
export const checkPeriod = (
  { startTime, endTime }: Period,
  organizations: Iterable<Organization>,
  now: number,
): void => {
  if (endTime < startTime) throw new Failure('INVALID_PARAMETER', { endTime: 'BEFORE_START' });
  const todays = [...organizations].map(({ timeZone }) => localDay(now, timeZone));
  if (todays.length > 0 && todays.every((today) => startTime > today)) {
    throw new Failure('INVALID_PARAMETER', { startTime: 'FUTURE' });
  }
};

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Rollup rows of one item: one for each day where hours are looked at, else one for each month. */
const rollupRows = ({ startTime, endTime }: Period, unit: BucketUnit): number =>
  unit === 'hour'
    ? (Date.parse(endTime) - Date.parse(startTime)) / DAY_MS + 1
    : monthNumber(endTime) - monthNumber(startTime) + 1;

/** @throws Failure QUESTION_TOO_BIG when `items` meters or sensors have too many rollup rows in a period. */
export const checkRollupRows = (items: number, period: Period, unit: BucketUnit): void => {
  if (items * rollupRows(period, unit) > MAX_ROLLUP_ROWS) throw new Failure('QUESTION_TOO_BIG');
};
