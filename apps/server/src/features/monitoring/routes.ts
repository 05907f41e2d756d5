import { getCards, getPurifiers, getSensorCourse, getSensors, getTree } from '@airdeck/contract/monitoring/routes';
import type { FastifyRequest } from 'fastify';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Who } from '../../platform/http/who.ts';
import type { RequestContext } from '../../site/request-context.ts';
import { viewerKey } from '../../site/viewer.ts';
import type { Assessor } from './assess/assessor.ts';
import { findPlace } from './assess/places.ts';
import type { PurifierReports } from './current/purifier-reports.ts';
import { listCards, placesOfView } from './views/cards.ts';
import { isoTime, pathTo } from './views/format.ts';
import { purifiersOf, purifierView } from './views/purifiers.ts';
import { loadSensorCourse } from './views/sensor-course.ts';
import { listSensors } from './views/sensors.ts';
import { listTree } from './views/tree.ts';
import { createWeekCache, weekAverages } from './views/week-averages.ts';

export interface MonitoringRoutesOptions {
  contextOf(request: FastifyRequest, who: Who): RequestContext;
  assessor: Assessor;
  reports: PurifierReports;
}

export const addMonitoringRoutes = (http: Http, { contextOf, assessor, reports }: MonitoringRoutesOptions): void => {
  const loadWeeks = createWeekCache();
  // Whatever a viewer may not see is not there for them.
  const settings = { notFound: 'INVALID_VIEW' } as const;

  addRoute(
    http,
    getCards,
    async ({ params: { view }, query: { id }, request, who }) => {
      const before = contextOf(request, who);
      const meters = placesOfView(before, view, id).places.flatMap((place) => place.meters);
      const weeks = await loadWeeks(`${viewerKey(before.viewer)}|${view}|${id}`, meters, before);
      return listCards(assessor, contextOf(request, who), view, id, (place) => weekAverages(place.meters, weeks));
    },
    settings,
  );

  addRoute(
    http,
    getSensors,
    ({ query, request, who }) => listSensors(assessor, contextOf(request, who), query.id),
    settings,
  );

  addRoute(
    http,
    getSensorCourse,
    ({ params, request, who }) => loadSensorCourse(contextOf(request, who), params.id),
    settings,
  );

  addRoute(http, getPurifiers, ({ query: { id }, request, who }) => {
    const context = contextOf(request, who);
    return {
      time: isoTime(context.now),
      path: pathTo(id === undefined ? null : findPlace(context, 'meter', id), context.language),
      purifiers: purifiersOf(context, id).map((purifier) => purifierView(reports, context, purifier)),
    };
  });

  addRoute(http, getTree, ({ request, who }) => ({ nodes: listTree(assessor, contextOf(request, who)) }));
};
