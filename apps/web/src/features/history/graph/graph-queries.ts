import type { Measure, Step } from '@airdeck/contract/history/query';
import { getMeterSeries, getPurifierMinutes, getSensorSeries } from '@airdeck/contract/history/routes';
import type { PurifierMinutes, SeriesAnswer } from '@airdeck/contract/history/schema';
import { MAX_PAGE_SIZE } from '@airdeck/contract/paging';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { historyKey } from '../api/keys.ts';

/** Local days, both included. */
interface Days {
  startTime: string;
  endTime: string;
}

export interface SeriesQuestion extends Days {
  kind: 'meter' | 'sensor';
  /** Three at most. */
  ids: readonly number[];
  measure: Measure;
  step: Step;
  weeksAgo: readonly number[];
}

const WEEKS = ['1', '2', '3'] as const;

/** Weeks do not divide months and years. */
const comparesWeeks = (step: Step) => step !== 'month' && step !== 'year';

/** Lines of meters or sensors; the lines before stay in sight until they are there. */
export function seriesQuery(question: SeriesQuestion) {
  const { kind, ids, measure, step, startTime, endTime, weeksAgo } = question;
  const weeks = comparesWeeks(step) ? WEEKS.filter((week) => weeksAgo.includes(Number(week))) : [];
  const drawn = { step, startTime, endTime, ...(weeks.length === 0 ? {} : { weeksAgo: weeks }) };
  const names = ids.map(String);
  return queryOptions<SeriesAnswer, ApiFailure>({
    queryKey: historyKey('series', kind, measure, names, drawn),
    queryFn: ({ signal }) =>
      kind === 'meter'
        ? call(getMeterSeries, { query: { ...drawn, measure, meterId: names }, signal })
        : call(getSensorSeries, { query: { ...drawn, sensorId: names }, signal }),
    // Lines of others than those that are asked for say nothing.
    placeholderData: (old) => (old?.series.some(({ id }) => ids.includes(id)) ? old : undefined),
  });
}

export interface MinutesAnswer extends Days {
  unit: BucketUnit;
  rows: PurifierMinutes[];
}

export interface MinutesQuestion extends Days {
  ids: readonly number[];
  unit: BucketUnit;
}

/** Minutes of purifiers in each state, all buckets, oldest first. */
export function minutesQuery({ ids, unit, startTime, endTime }: MinutesQuestion) {
  const query = { unit, startTime, endTime, purifierId: ids.map(String), sort: 'start,ASC', size: `${MAX_PAGE_SIZE}` };
  return queryOptions<MinutesAnswer, ApiFailure>({
    queryKey: historyKey('minutes', query),
    queryFn: async ({ signal }) => {
      const { content } = await call(getPurifierMinutes, { query, signal });
      return { unit, startTime, endTime, rows: content };
    },
    placeholderData: (old) => (old?.rows.some(({ purifier_id }) => ids.includes(purifier_id)) ? old : undefined),
  });
}
