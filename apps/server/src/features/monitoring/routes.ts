import { getCards, getPurifiers, getSensorCourse, getSensors, getTree } from '@airdeck/contract/monitoring/routes';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Who } from '../../platform/http/who.ts';
import { askerOf } from '../../site/asker.ts';
import { askerKey, findPlace, placesOfView } from './assess/places.ts';
import type { PurifierReports } from './current/purifier-reports.ts';
import { listCards } from './views/cards.ts';
import { type Glance, isoTime, pathTo } from './views/glance.ts';
import { purifiersOf, purifierView } from './views/purifiers-view.ts';
import { listSensors, loadSensorCourse } from './views/sensors-view.ts';
import { listTree } from './views/tree.ts';
import { weekAverages } from './views/week-averages.ts';
import { createWeekMemory } from './views/week-memory.ts';

export interface MonitoringViews {
  db: Db;
  /** What whoever sent this request sees now. */
  glance(request: FastifyRequest, who: Who): Glance;
  reports: PurifierReports;
}

export const addMonitoringRoutes = (http: Http, { db, glance, reports }: MonitoringViews): void => {
  const loadWeeks = createWeekMemory(db);
  // Whatever cannot be looked at is the same to the asker: it is not there.
  const settings = { notFound: 'INVALID_VIEW' } as const;

  addRoute(
    http,
    getCards,
    async ({ params: { view }, query: { id }, request, who }) => {
      const before = glance(request, who);
      const meters = placesOfView(before.sight, view, id).places.flatMap((place) => place.meters);
      const weeks = await loadWeeks(`${askerKey(askerOf(who))}|${view}|${id}`, meters, before.moment);
      return listCards(glance(request, who), view, id, (place) => weekAverages(place.meters, weeks));
    },
    settings,
  );

  addRoute(http, getSensors, ({ query, request, who }) => listSensors(db, glance(request, who), query.id), settings);

  addRoute(
    http,
    getSensorCourse,
    ({ params, request, who }) => loadSensorCourse(db, glance(request, who), params.id),
    settings,
  );

  addRoute(http, getPurifiers, ({ query: { id }, request, who }) => {
    const now = glance(request, who);
    return {
      time: isoTime(now.moment.now),
      path: pathTo(id === undefined ? null : findPlace(now.sight, 'meter', id), now.language),
      purifiers: purifiersOf(now, id).map((purifier) => purifierView(now, reports, purifier)),
    };
  });

  addRoute(http, getTree, ({ request, who }) => ({ nodes: listTree(glance(request, who)) }));
};
