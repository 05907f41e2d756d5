import {
  type ALARM_ORDERS,
  type AlarmCounts,
  type AlarmCountsQuery,
  type AlarmsQuery,
  deleteAlarm,
  exportAlarmHistory,
  exportAlarms,
  getAlarm,
  getAlarmCounts,
  getAlarmEvidence,
  getAlarmHistory,
  getAlarmHistoryCounts,
  getAlarmInstruction,
  getAlarms,
  getInstruction,
  getRaisedAlarms,
  handleAlarm,
  handleAlarms as handleAlarmsRoute,
  restoreAlarm,
} from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { dayCount } from '@airdeck/domain/range';
import type { Sql } from 'sql-template-tag';
import { addResourceExport, type ResourceExportOptions } from '../../../export/resource-export.ts';
import { instructionText } from '../../../localization/instruction-queries.ts';
import { equals } from '../../../platform/db/conditions.ts';
import { type ListSource, pageAnswer } from '../../../platform/db/read-page.ts';
import { addLongRoute, addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import type { Who } from '../../../platform/http/who.ts';
import { questionDb } from '../../../platform/questions/question-db.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import { checkDays, emptyPeriods, timeZoneOf } from '../../../resource/period-counts.ts';
import { departmentOf, localNames } from '../local-names.ts';
import { noCounts } from '../severity-counts.ts';
import { countAll, countPending, countSome, type PendingCount } from './count-queries.ts';
import { findEvidence } from './evidence-queries.ts';
import { ALARM_SCOPE, filtersOf, findNames, IS_LIVE, reached } from './filter-queries.ts';
import { readGroupPage } from './group-queries.ts';
import { type HandlingDeps, type HandlingResult, handleAlarms } from './handle.ts';
import {
  type AlarmRow,
  alarmListIn,
  findAlarm,
  findInstruction,
  findInstructionOf,
  HISTORY_LIST,
  LIVE_LIST,
  presentAlarm,
  readAlarmPage,
} from './list-queries.ts';
import { listRaisedAfter } from './raised-queries.ts';

export type AlarmRoutesOptions = HandlingDeps & ResourceExportOptions;

/** Counts alarms for each place, including those of everything below it. */
const countsOf = (rows: readonly PendingCount[], snapshot: RegistrySnapshot): AlarmCounts => {
  const total = noCounts();
  const places = new Map<string, AlarmCounts['places'][number]>();
  const add = (kind: AlarmCounts['places'][number]['kind'], id: number | null | undefined, row: PendingCount): void => {
    if (typeof id !== 'number') return;
    const key = `${kind} ${id}`;
    const place = places.get(key) ?? { kind, id, counts: noCounts() };
    place.counts[row.severity] += row.count;
    places.set(key, place);
  };
  for (const row of rows) {
    if (row.count === 0) continue;
    total[row.severity] += row.count;
    const department = departmentOf(row, snapshot);
    add('organization', row.organization_id, row);
    add('office', department?.office.id ?? row.office_id, row);
    add('department', department?.id, row);
    add('meter', row.meter_id, row);
    add('sensor', row.sensor_id, row);
  }
  const open = Object.values(total).reduce((sum, count) => sum + count, 0);
  const unknown = rows.reduce((sum, row) => sum + row.unknown, 0);
  return { open, unknown, counts: total, places: [...places.values()] };
};

const YEAR_DAYS = 365;

/** Whether a question is likely about most of all alarms: those of the whole installation or its sensors, for at least a year. */
const isOfMost = (scope: Scope, query: AlarmCountsQuery): boolean => {
  const { unit, startTime, endTime, timeZone, state, category, ...others } = query;
  const days = dayCount({ from: startTime, to: endTime });
  const isOpen = state !== undefined && state !== 'CLEARED';
  const isPart = category !== undefined && category !== 'SENSOR';
  const isFiltered = isOpen || isPart || Object.values(others).some((value) => value !== undefined);
  return scope.reach === 'all' && days >= YEAR_DAYS && !isFiltered;
};

const alarmOf = ([result]: HandlingResult[]) => {
  if (!result?.alarm) throw new Failure(result?.code ?? 'RESOURCE_NOT_FOUND');
  return result.alarm;
};

/** Routes for alarm lists, counts, files and handling. */
export const addAlarmRoutes = (http: Http, options: AlarmRoutesOptions): void => {
  const { db, registry, clock } = options;
  const zoneOf = ({ organizationId }: Who): string => timeZoneOf(registry, organizationId);

  const present = (row: AlarmRow, language: Language): Alarm =>
    localNames(presentAlarm(row), registry.snapshot(), language);

  const lists = [
    { routes: { list: getAlarms, export: exportAlarms }, source: LIVE_LIST, base: [IS_LIVE] },
    { routes: { list: getAlarmHistory, export: exportAlarmHistory }, source: HISTORY_LIST, base: [] },
  ] satisfies { source: ListSource<(typeof ALARM_ORDERS)[number]>; base: Sql[]; routes: object }[];
  for (const { routes, source, base } of lists) {
    const filters = (query: AlarmsQuery, language: Language, zone: string): Sql[] => {
      checkDays(query, query.timeZone ?? zone, clock.now());
      return [...base, ...filtersOf(query, registry.snapshot(), language)];
    };
    addRoute(http, routes.list, async ({ query, scope, who, request }) => {
      const asked = { ...query, timeZone: query.timeZone ?? zoneOf(who) };
      checkDays(asked, asked.timeZone, clock.now());
      const language = languageOf(request, who);
      const context = { scope, snapshot: registry.snapshot(), language };
      if ('grouped' in query && query.grouped === 'Y') {
        const { rows, total, ...grouped } = await readGroupPage(db, base, context, asked);
        const newest = rows.map((row) => present(row, language));
        return { ...pageAnswer(newest, total, query.size), ...grouped };
      }
      const { rows, total } = await readAlarmPage(db, { source, base }, context, asked);
      return pageAnswer(
        rows.map((row) => present(row, language)),
        total,
        query.size,
      );
    });
    addResourceExport(
      http,
      options,
      { export: routes.export, read: getAlarm },
      {
        ...{ table: 'alarm', alias: 'a', scope: ALARM_SCOPE },
        list: (language) => alarmListIn(source, language),
        ...{ filters, present },
      },
    );
  }

  addRoute(http, getAlarmCounts, async ({ scope }) => countsOf(await countPending(db, scope), registry.snapshot()));

  addRoute(http, getRaisedAlarms, ({ query, scope }) =>
    listRaisedAfter(db, registry.snapshot(), scope, query.after ?? null),
  );

  addLongRoute(http, getAlarmHistoryCounts, async ({ query, scope, who, request, question }) => {
    const timeZone = query.timeZone ?? zoneOf(who);
    const isCleared = query.state === 'CLEARED';
    const state = isCleared ? undefined : query.state;
    const asked = { ...query, state, timeZone, page: 0, size: 1, sort: [] };
    const days = { from: query.startTime, to: query.endTime };
    const buckets = emptyPeriods(query.unit, days, { timeZone, now: clock.now() }, noCounts);
    question.expect(buckets.length, query.unit);
    const reads = questionDb(db, question);
    const language = languageOf(request, who);
    const names = await findNames(reads, { scope, language }, asked);
    const starts = buckets.map(({ start }) => start);
    const all =
      names && isOfMost(scope, query)
        ? await countAll(reads, {
            ...{ starts, end: buckets.at(-1)?.end ?? 0, isCleared },
            ofKinds: equals('k.category', query.category),
          })
        : null;
    const counted = names && {
      conditions: [reached(scope), ...filtersOf(asked, registry.snapshot(), names)],
      isCleared,
    };
    const found = all ?? (counted && (await countSome(reads, counted, starts)));
    for (const { bucket, severity, count } of found?.occurred ?? []) {
      const counts = buckets[bucket]?.counts;
      if (counts) counts[severity] = count;
    }
    return {
      time_zone: timeZone,
      buckets: buckets.map(({ start, counts }) => ({ start: new Date(start).toISOString(), counts })),
      devices: (found?.devices ?? []).map(({ CRITICAL, MAJOR, MINOR, WARNING, INFO, ...device }) => ({
        ...localNames(device, registry.snapshot(), language),
        counts: { CRITICAL, MAJOR, MINOR, WARNING, INFO },
      })),
    };
  });

  addRoute(http, getAlarm, async ({ params, scope, who, request }) => {
    const row = await findAlarm(db, scope, params.id);
    if (!row) throw new Failure('RESOURCE_NOT_FOUND');
    return present(row, languageOf(request, who));
  });

  addRoute(http, getAlarmInstruction, async ({ params, scope, who, request }) => {
    const row = await findInstruction(db, scope, params.id);
    if (!row) throw new Failure('RESOURCE_NOT_FOUND');
    return { text: instructionText(row, row.code, languageOf(request, who)), contact: row.contact, phone: row.phone };
  });

  addRoute(http, getInstruction, async ({ query, scope, who, request }) => {
    const row = await findInstructionOf(db, scope, query.code, query.organizationId);
    if (!row) throw new Failure('RESOURCE_NOT_FOUND');
    return { text: instructionText(row, row.code, languageOf(request, who)), contact: row.contact, phone: row.phone };
  });

  addRoute(http, getAlarmEvidence, async ({ params, scope }) => {
    const evidence = await findEvidence(db, scope, params.id);
    if (!evidence) throw new Failure('RESOURCE_NOT_FOUND');
    return evidence;
  });

  addRoute(http, handleAlarm, async ({ params, body, scope, editor, who, request }) => {
    const alarm = alarmOf(await handleAlarms(options, { editor, scope }, [params.id], body));
    return localNames(alarm, registry.snapshot(), languageOf(request, who));
  });
  addRoute(http, handleAlarmsRoute, async ({ body: { ids, ...handled }, scope, editor }) => {
    const results = await handleAlarms(options, { editor, scope }, ids, handled);
    return { results: results.map(({ id, code }) => ({ id, code })) };
  });
  addRoute(http, deleteAlarm, async ({ params, scope, editor }) => {
    alarmOf(await handleAlarms(options, { editor, scope }, [params.id], { action: 'DELETE' }));
    return {};
  });
  addRoute(http, restoreAlarm, async ({ params, scope, editor, who, request }) => {
    const alarm = alarmOf(await handleAlarms(options, { editor, scope }, [params.id], { action: 'RESTORE' }));
    return localNames(alarm, registry.snapshot(), languageOf(request, who));
  });
};
