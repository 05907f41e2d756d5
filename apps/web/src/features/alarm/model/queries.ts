import {
  type AlarmHandling,
  deleteAlarm,
  exportAlarmHistory,
  exportAlarms,
  getAlarm,
  getAlarmHistory,
  getAlarmHistoryCounts,
  getAlarms,
  handleAlarm,
  handleAlarms,
  restoreAlarm,
} from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { getSensorSeries } from '@airdeck/contract/history/routes';
import { DEFAULT_PAGE_SIZE, type Page } from '@airdeck/contract/paging';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { forgetAlarms } from '../../../lib/alarm/counts.ts';
import { call, download } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import { textQuery } from '../../../lib/api/text-query.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import type { FileOptions } from '../../../shared/export/use-export.ts';
import { type AlarmSearch, isNarrowed } from './search.ts';

export type AlarmList = 'live' | 'history';

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
export const today = (): string => localDay(Date.now(), viewerZone());

/** Days before today with which the history begins. */
const USUAL_DAYS = 30;

/** First day of a list: from the address, otherwise today on the live list and a month ago in the history. */
export const firstDayOf = (list: AlarmList, { startTime }: AlarmSearch): string | undefined => {
  if (startTime === 'any') return undefined;
  return startTime ?? (list === 'live' ? today() : addDays(today(), -USUAL_DAYS));
};

const filtersOf = (list: AlarmList, search: AlarmSearch) => {
  const { view: _, unit: __, page: ___, size: ____, sort: _____, open: ______, ...filters } = search;
  return {
    ...filters,
    state: search.state ?? (list === 'live' ? 'PENDING' : undefined),
    startTime: firstDayOf(list, search),
    timeZone: viewerZone(),
  } as const;
};

/** Symptoms are folded below their causes unless filters are set. */
const conditionsOf = (list: AlarmList, search: AlarmSearch) => ({
  ...filtersOf(list, search),
  sort: search.sort,
  ...(list === 'live' && !isNarrowed(search) && { folded: 'Y' as const }),
});

export function alarmsQuery(list: AlarmList, search: AlarmSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE } = search;
  const query = textQuery({ ...conditionsOf(list, search), page: page - 1, size });
  return queryOptions<Page<Alarm>, ApiFailure>({
    queryKey: queryKey('alarms', list, query),
    queryFn: ({ signal }) => call(list === 'live' ? getAlarms : getAlarmHistory, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const alarmQuery = (id: number) =>
  queryOptions<Alarm, ApiFailure>({
    queryKey: queryKey('alarms', 'one', id),
    queryFn: ({ signal }) => call(getAlarm, { params: { id: String(id) }, signal }),
  });

/** How many are shown of the same alarm before, and of symptoms. */
const MAX_BESIDE = 6;

/** The same alarm of the same subject, newest first. */
export const similarQuery = ({ id, code, organization_id, meter_id, sensor_id, occured_time }: Alarm) =>
  queryOptions<Alarm[], ApiFailure>({
    queryKey: queryKey('alarms', 'similar', id),
    queryFn: async ({ signal }) => {
      const about = { organizationId: organization_id, meterId: meter_id, sensorId: sensor_id };
      const given = Object.entries(about).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
      const endTime = localDay(Date.parse(occured_time), viewerZone());
      const query = {
        ...Object.fromEntries(given),
        code,
        endTime,
        timeZone: viewerZone(),
        size: String(MAX_BESIDE * 2),
      };
      const { content } = await call(getAlarmHistory, { query, signal });
      const isBefore = (each: Alarm) =>
        each.id !== id && each.code === code && each.sensor_id === sensor_id && each.occured_time <= occured_time;
      return content.filter(isBefore).slice(0, MAX_BESIDE);
    },
  });

export const symptomsQuery = (id: number) =>
  queryOptions<Alarm[], ApiFailure>({
    queryKey: queryKey('alarms', 'symptoms', id),
    queryFn: async ({ signal }) =>
      (await call(getAlarms, { query: { causeId: String(id), size: '50' }, signal })).content,
  });

/** Readings of the days of an alarm. */
export const timelineQuery = (sensorId: number, startTime: string, endTime: string) =>
  queryOptions({
    queryKey: queryKey('history', 'alarm-timeline', sensorId, startTime, endTime),
    queryFn: ({ signal }) =>
      call(getSensorSeries, { query: { sensorId: String(sensorId), step: 'each', startTime, endTime }, signal }),
  });

export const countsQuery = (search: AlarmSearch, unit: BucketUnit, startTime: string, endTime: string) => {
  const query = textQuery({ ...filtersOf('history', search), startTime, endTime, unit });
  return queryOptions({
    queryKey: queryKey('alarms', 'counts-of-history', query),
    // The query is made of the contract's own fields, as text.
    queryFn: ({ signal }) =>
      call(getAlarmHistoryCounts, { query: query as { unit: BucketUnit; startTime: string; endTime: string }, signal }),
    placeholderData: keepPreviousData,
  });
};

/** All rows of a list as a file, with times on the viewer's own clock, as on screen. */
export const exportList = (list: AlarmList, search: AlarmSearch, options: FileOptions, signal: AbortSignal) =>
  download(list === 'live' ? exportAlarms : exportAlarmHistory, {
    query: { ...textQuery(conditionsOf(list, search)), ...options },
    signal,
  });

export type Handling = Pick<AlarmHandling, 'note' | 'until'> & { action: AlarmHandling['action'] };

/** Does it with one alarm, as it was seen. */
export async function handleOne({ id, version }: Alarm, handling: Handling): Promise<Alarm> {
  const alarm = await call(handleAlarm, { params: { id: String(id) }, body: { ...handling, version } });
  await forgetAlarms(queryClient);
  return alarm;
}

/** Does the same with several alarms; answers those with which it could not be done. */
export async function handleSeveral(ids: readonly number[], handling: Handling) {
  const { results } = await call(handleAlarms, { body: { ...handling, ids: [...ids] } });
  await forgetAlarms(queryClient);
  return results.flatMap(({ id, code }) => (code === null ? [] : [{ id, code }]));
}

export async function removeAlarm({ id }: Alarm): Promise<void> {
  await call(deleteAlarm, { params: { id: String(id) } });
  await forgetAlarms(queryClient);
}

/** Takes back that an alarm was removed. */
export async function bringBackAlarm({ id }: Alarm): Promise<void> {
  await call(restoreAlarm, { params: { id: String(id) } });
  await forgetAlarms(queryClient);
}
