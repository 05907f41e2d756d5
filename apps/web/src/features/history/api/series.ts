import type { Measure, Step } from '@airdeck/contract/history/query';
import { getMeterSeries, getPurifierMinutes, getSensorSeries } from '@airdeck/contract/history/routes';
import type { PurifierMinutes, SeriesAnswer } from '@airdeck/contract/history/schema';
import { MAX_PAGE_SIZE } from '@airdeck/contract/paging';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import type { DayRange } from '../model/day-range.ts';
import { historyKey } from './keys.ts';

interface SeriesRequest {
  kind: 'meter' | 'sensor';
  /** Three at most. */
  ids: readonly number[];
  measure: Measure;
  step: Step;
  range: DayRange;
  weeksAgo: readonly number[];
}

const WEEKS = ['1', '2', '3'] as const;

/** Weeks do not divide months and years. */
const comparesWeeks = (step: Step) => step !== 'month' && step !== 'year';

/** Lines of meters or sensors. The previous lines stay visible until the new ones are loaded. */
export function seriesQuery(request: SeriesRequest) {
  const { kind, ids, measure, step, range, weeksAgo } = request;
  const weeks = comparesWeeks(step) ? WEEKS.filter((week) => weeksAgo.includes(Number(week))) : [];
  const drawn = {
    ...{ step, startTime: range.from, endTime: range.to },
    ...(weeks.length === 0 ? {} : { weeksAgo: weeks }),
  };
  const names = ids.map(String);
  return queryOptions<SeriesAnswer, ApiFailure>({
    queryKey: historyKey('series', kind, measure, names, drawn),
    queryFn: ({ signal }) =>
      kind === 'meter'
        ? call(getMeterSeries, { query: { ...drawn, measure, meterId: names }, signal })
        : call(getSensorSeries, { query: { ...drawn, sensorId: names }, signal }),
    // Previous lines of other ids than the requested ones would mislead.
    placeholderData: (old) => (old?.series.some(({ id }) => ids.includes(id)) ? old : undefined),
  });
}

interface MinutesRequest {
  ids: readonly number[];
  unit: BucketUnit;
  range: DayRange;
}

export interface MinutesAnswer extends Omit<MinutesRequest, 'ids'> {
  rows: PurifierMinutes[];
}

/** Minutes of purifiers in each state, all buckets, oldest first. */
export function minutesQuery({ ids, unit, range }: MinutesRequest) {
  const query = {
    ...{ unit, startTime: range.from, endTime: range.to },
    ...{ purifierId: ids.map(String), sort: 'start,ASC', size: `${MAX_PAGE_SIZE}` },
  };
  return queryOptions<MinutesAnswer, ApiFailure>({
    queryKey: historyKey('minutes', query),
    queryFn: async ({ signal }) => {
      const { content } = await call(getPurifierMinutes, { query, signal });
      return { unit, range, rows: content };
    },
    placeholderData: (old) => (old?.rows.some(({ purifier_id }) => ids.includes(purifier_id)) ? old : undefined),
  });
}
