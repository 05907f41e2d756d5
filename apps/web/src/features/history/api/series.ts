import type { Level, Measure, Step } from '@airdeck/contract/history/query';
import {
  getMeterSeries,
  getMeterWeek,
  getPlaceSeries,
  getPlaceWeek,
  getPurifierMinutes,
  getSensorSeries,
  getSensorWeek,
} from '@airdeck/contract/history/routes';
import type { PurifierMinutes, SeriesAnswer, WeekAnswer } from '@airdeck/contract/history/schema';
import { MAX_PAGE_SIZE } from '@airdeck/contract/paging';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import type { DayRange } from '../model/day-range.ts';
import { unitOf } from '../model/history-request.ts';

interface SeriesRequest {
  kind: 'meter' | 'sensor' | Level;
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
    queryKey: queryKey('history', 'series', kind, measure, names, drawn),
    queryFn: ({ signal }) => {
      switch (kind) {
        case 'meter':
          return call(getMeterSeries, { query: { ...drawn, measure, meterId: names }, signal });
        case 'sensor':
          return call(getSensorSeries, { query: { ...drawn, sensorId: names }, signal });
        default:
          return call(getPlaceSeries, {
            query: { ...drawn, step: unitOf(step), measure, level: kind, placeId: names },
            signal,
          });
      }
    },
    // Previous lines of other ids than the requested ones would mislead.
    placeholderData: (old) => (old?.series.some(({ id }) => ids.includes(id)) ? old : undefined),
  });
}

interface WeekRequest extends Pick<SeriesRequest, 'kind' | 'measure' | 'range'> {
  id: number;
}

/** The week of one meter, sensor or place. The previous one stays visible until the next is loaded. */
export function weekQuery({ kind, id, measure, range }: WeekRequest) {
  const days = { startTime: range.from, endTime: range.to };
  return queryOptions<WeekAnswer, ApiFailure>({
    queryKey: queryKey('history', 'week', kind, measure, id, days),
    queryFn: ({ signal }) => {
      switch (kind) {
        case 'meter':
          return call(getMeterWeek, { query: { ...days, measure, meterId: String(id) }, signal });
        case 'sensor':
          return call(getSensorWeek, { query: { ...days, sensorId: String(id) }, signal });
        default:
          return call(getPlaceWeek, { query: { ...days, measure, level: kind, placeId: String(id) }, signal });
      }
    },
    placeholderData: (old) => (old?.id === id ? old : undefined),
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
    queryKey: queryKey('history', 'minutes', query),
    queryFn: async ({ signal }) => {
      const { content } = await call(getPurifierMinutes, { query, signal });
      return { unit, range, rows: content };
    },
    placeholderData: (old) => (old?.rows.some(({ purifier_id }) => ids.includes(purifier_id)) ? old : undefined),
  });
}
