import { getAlarmPhoto } from '@airdeck/contract/alarm/report';
import {
  type AlarmEvidence,
  type AlarmHandling,
  type AlarmsAnswer,
  deleteAlarm,
  exportAlarmHistory,
  exportAlarms,
  getAlarm,
  getAlarmEvidence,
  getAlarmHistory,
  getAlarmHistoryCounts,
  getAlarms,
  handleAlarm,
  handleAlarms,
  restoreAlarm,
} from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { type AskedDays, hasDayFault } from '@airdeck/contract/asked-days';
import { getSensorSeries } from '@airdeck/contract/history/routes';
import { getSensors } from '@airdeck/contract/monitoring/routes';
import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { DEFAULT_PAGE_SIZE } from '@airdeck/contract/paging';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { forgetAlarms } from '../../../lib/alarm/counts.ts';
import { call, download } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import { textQuery } from '../../../lib/api/text-query.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { viewerToday, viewerZone } from '../../../lib/format/date.ts';
import type { FileOptions } from '../../../shared/export/use-export.ts';
import { dataUrl } from '../../../shared/report/photo.ts';
import { stateOf } from './line.ts';
import { type AlarmSearch, isGrouped, isNarrowed } from './search.ts';

export type AlarmList = 'live' | 'history';

/** Days before today with which the history begins. */
const USUAL_DAYS = 30;

/** First day of a list: from the address, otherwise today on the live list and a month ago in the history. */
export const firstDayOf = (list: AlarmList, { startTime }: AlarmSearch): string | undefined => {
  if (startTime === 'any') return undefined;
  return startTime ?? (list === 'live' ? viewerToday() : addDays(viewerToday(), -USUAL_DAYS));
};

/** The days of a list. */
export const daysOf = (list: AlarmList, search: AlarmSearch): AskedDays => ({
  startTime: firstDayOf(list, search),
  endTime: search.endTime,
});
export const hasWrongDays = (list: AlarmList, search: AlarmSearch): boolean =>
  hasDayFault(daysOf(list, search), viewerToday());

const filtersOf = (list: AlarmList, search: AlarmSearch) => {
  const { view: _, unit: __, page: ___, size: ____, sort: _____, open: ______, each: _______, ...filters } = search;
  const { group: groupOf, ...others } = filters;
  return {
    ...others,
    groupOf,
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
  const grouped = list === 'live' && isGrouped(search) && { grouped: 'Y' as const };
  const query = textQuery({ ...conditionsOf(list, search), ...grouped, page: page - 1, size });
  return queryOptions<AlarmsAnswer, ApiFailure>({
    queryKey: queryKey('alarms', list, query),
    queryFn: ({ signal }) => call(list === 'live' ? getAlarms : getAlarmHistory, { query, signal }),
    ...(hasWrongDays(list, search) ? { enabled: false } : { placeholderData: keepPreviousData }),
  });
}

export const alarmQuery = (id: number) =>
  queryOptions<Alarm, ApiFailure>({
    queryKey: queryKey('alarms', 'one', id),
    queryFn: ({ signal }) => call(getAlarm, { params: { id: String(id) }, signal }),
  });

/** The photo of a report, as a `data:` address. */
export const photoQuery = (id: number) =>
  queryOptions<string, ApiFailure>({
    queryKey: queryKey('alarms', 'photo', id),
    queryFn: async ({ signal }) => dataUrl(await download(getAlarmPhoto, { params: { id: String(id) }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Alarms of the group of an alarm that the list with these conditions has, newest first. */
export const membersQuery = (search: AlarmSearch, alarm: Alarm, size: number) => {
  const state = search.state === 'OPEN' ? stateOf(alarm) : search.state;
  const { sort: _, ...conditions } = conditionsOf('live', { ...search, state, group: alarm.id });
  const query = textQuery({ ...conditions, size });
  return queryOptions<AlarmsAnswer, ApiFailure>({
    queryKey: queryKey('alarms', 'members', query),
    queryFn: ({ signal }) => call(getAlarms, { query, signal }),
  });
};

/** Open alarms of the same kind and state at the same place, for any filters of the list. */
export const groupQuery = (alarm: Alarm, size: number) =>
  membersQuery({ startTime: 'any', state: stateOf(alarm) }, alarm, size);

/** How many lines are shown below another one. */
export const MAX_BELOW = 50;

/** Symptoms of an alarm, then its earlier occurrences, newest first. */
export const belowQuery = ({ id, code, meter_id, organization_id, symptom_count, occurrences }: Alarm) =>
  queryOptions<Alarm[], ApiFailure>({
    queryKey: queryKey('alarms', 'below', id, symptom_count, occurrences),
    queryFn: async ({ signal }) => {
      const about = { meterId: meter_id ?? undefined, organizationId: organization_id ?? undefined };
      const size = String(MAX_BELOW);
      const [symptoms, earlier] = await Promise.all([
        symptom_count === 0 ? null : call(getAlarms, { query: textQuery({ causeId: id, size }), signal }),
        occurrences === 1
          ? null
          : call(getAlarmHistory, { query: textQuery({ ...about, code, occurrenceOf: id, size }), signal }),
      ]);
      return [...(symptoms?.content ?? []), ...(earlier?.content ?? [])].slice(0, MAX_BELOW);
    },
  });

/** How often an open panel reads values again. */
const LIVE_MS = 15_000;

export const evidenceQuery = (id: number) =>
  queryOptions<AlarmEvidence, ApiFailure>({
    queryKey: queryKey('alarms', 'evidence', id),
    queryFn: ({ signal }) => call(getAlarmEvidence, { params: { id: String(id) }, signal }),
    refetchInterval: LIVE_MS,
  });

/** The present values of a meter. */
export const meterNowQuery = (meterId: number) =>
  queryOptions<MeterSensors | null, ApiFailure>({
    queryKey: queryKey('monitoring', 'alarm-panel', meterId),
    queryFn: async ({ signal }) => {
      const { meters } = await call(getSensors, { query: { id: String(meterId) }, signal });
      return meters.find(({ id }) => id === meterId) ?? null;
    },
    refetchInterval: LIVE_MS,
  });

/** How many are shown of the same alarm before, and of symptoms. */
const MAX_BESIDE = 6;

/** The same alarm of the same subject, newest first. */
export const similarQuery = ({ id, code, organization_id, meter_id, sensor_id, purifier_id, occured_time }: Alarm) =>
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
        each.id !== id &&
        each.code === code &&
        each.sensor_id === sensor_id &&
        each.purifier_id === purifier_id &&
        each.occured_time <= occured_time;
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
export const timelineQuery = (sensorId: number, step: 'each' | 'hour', startTime: string, endTime: string) =>
  queryOptions({
    queryKey: queryKey('history', 'alarm-timeline', sensorId, step, startTime, endTime),
    queryFn: ({ signal }) =>
      call(getSensorSeries, { query: { sensorId: String(sensorId), step, startTime, endTime }, signal }),
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
