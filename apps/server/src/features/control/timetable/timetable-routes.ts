import {
  getTimetablePurifiers,
  getTimetableRuns,
  MAX_RUNS,
  PREVIEW_DAYS,
  previewTimetable,
  timetables,
} from '@airdeck/contract/control/timetable';
import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, isoTime, localDay } from '@airdeck/domain/calendar';
import { exceptionOn, occurrencesBetween, runsOn } from '@airdeck/domain/control/timetable';
import type { Clock } from '../../../platform/clock.ts';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import { createResource, type ResourceDeps } from '../../../resource/resource.ts';
import { addResourceRoutes } from '../../../resource/resource-routes.ts';
import { createTimetableTable, findZone, listPlacedPurifiers, listRuns } from './timetable-queries.ts';

export interface TimetableRoutesOptions extends ResourceDeps {
  clock: Clock;
}

export const addTimetableRoutes = (http: Http, options: TimetableRoutesOptions): void => {
  const { db, clock } = options;

  addRoute(http, getTimetablePurifiers, async ({ query: { organizationId }, scope, request, who }) => {
    if ((await findZone(db, scope, organizationId)) === undefined) throw new Failure('NOT_FOUND_ORGANIZATION');
    return { purifiers: await listPlacedPurifiers(db, organizationId, languageOf(request, who)) };
  });

  addRoute(http, previewTimetable, async ({ body, scope }) => {
    const zone = await findZone(db, scope, body.organization_id);
    if (zone === undefined) throw new Failure('NOT_FOUND_ORGANIZATION');
    const now = clock.now();
    const today = localDay(now, zone);
    const days = bucketsOf('day', today, addDays(today, PREVIEW_DAYS - 1), zone);
    return {
      time_zone: zone,
      days: days.map(({ day, start, end }) => ({
        ...{ day, start: isoTime(start), end: isoTime(end), exception: exceptionOn(body, day)?.name ?? null },
        runs: runsOn(body, day, zone).map((run) => ({ ...run, start: isoTime(run.start), end: isoTime(run.end) })),
      })),
      occurrences: occurrencesBetween(body, now, days.at(-1)?.end ?? now, zone).map(({ time, action }) => ({
        time: isoTime(time),
        action,
      })),
    };
  });

  addResourceRoutes(http, timetables, createResource(options, createTimetableTable(clock)));

  addRoute(http, getTimetableRuns, async ({ params: { id }, scope }) => {
    const runs = await listRuns(db, scope, id, MAX_RUNS);
    if (!runs) throw new Failure('RESOURCE_NOT_FOUND');
    return { runs: runs.map((run) => ({ ...run, time: run.time.toISOString() })) };
  });
};
