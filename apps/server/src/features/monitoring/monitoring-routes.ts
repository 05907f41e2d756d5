import { getOfficeAir } from '@airdeck/contract/floor-plan/routes';
import { getAttention } from '@airdeck/contract/monitoring/attention';
import { getCards, getPurifiers, getSensorCourse, getSensors, getTree } from '@airdeck/contract/monitoring/routes';
import { isoTime } from '@airdeck/domain/calendar';
import { addRoute, type SessionRequest } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { scopeKey } from '../../registry/visible-organizations.ts';
import type { RequestContext } from '../../resource/request-context.ts';
import type { Assessor } from './assess/assessor.ts';
import { findPlace, placesOf } from './assess/places.ts';
import type { CurrentAir } from './current/current-air.ts';
import type { OpenAlarms } from './current/open-alarms.ts';
import type { PurifierReports } from './current/purifier-reports.ts';
import type { ForecastModels } from './forecast/forecast-models.ts';
import { createRising } from './forecast/rising.ts';
import { createAttention, type DeviceFacts } from './views/attention.ts';
import { listCards, placesOfView } from './views/cards.ts';
import { pathTo } from './views/format.ts';
import { officeAir } from './views/office-air.ts';
import { purifiersOf, purifierView } from './views/purifiers.ts';
import { loadSensorCourse } from './views/sensor-course.ts';
import { listSensors } from './views/sensors.ts';
import { listTree } from './views/tree.ts';
import { createWeekCache } from './views/week-averages.ts';

export interface MonitoringRoutesOptions {
  contextOf(asked: SessionRequest): RequestContext;
  assessor: Assessor;
  alarms: OpenAlarms;
  reports: PurifierReports;
  devices: DeviceFacts;
  current: Pick<CurrentAir, 'of'>;
  models: ForecastModels;
}

export const addMonitoringRoutes = (
  http: Http,
  { contextOf, assessor, alarms, reports, devices, current, models }: MonitoringRoutesOptions,
): void => {
  const loadWeeks = createWeekCache();
  const tellAttention = createAttention({ assessor, alarms, devices, listRising: createRising({ current, models }) });
  // A place that the viewer may not see is answered like one that does not exist.
  const settings = { notFound: 'INVALID_VIEW' } as const;

  addRoute(
    http,
    getCards,
    async (call) => {
      const { view } = call.params;
      const { id } = call.query;
      const before = contextOf(call);
      const { places } = placesOfView(before, view, id);
      const weeks = await loadWeeks(`${scopeKey(before.scope)}|${view}|${id}`, places, before);
      await assessor.ahead(places, contextOf(call));
      return listCards({ assessor, alarms }, contextOf(call), view, id, weeks);
    },
    settings,
  );

  addRoute(http, getOfficeAir, (call) => officeAir(assessor, contextOf(call), call.query.id), settings);

  addRoute(http, getSensors, (call) => listSensors(assessor, contextOf(call), call.query.id), settings);

  addRoute(
    http,
    getSensorCourse,
    (call) => loadSensorCourse(contextOf(call), { current, models }, call.params.id),
    settings,
  );

  addRoute(http, getPurifiers, (call) => {
    const { id } = call.query;
    const context = contextOf(call);
    return {
      time: isoTime(context.now),
      path: pathTo(id === undefined ? null : findPlace(context, 'meter', id), context.language),
      purifiers: purifiersOf(context, id).map((purifier) => purifierView(reports, context, purifier)),
    };
  });

  addRoute(
    http,
    getAttention,
    async (call) => {
      const { kind, id } = call.query;
      await assessor.ahead(placesOf(contextOf(call)).organizations, contextOf(call));
      const context = contextOf(call);
      return tellAttention(context, kind && id ? findPlace(context, kind, id) : null);
    },
    settings,
  );

  addRoute(http, getTree, async (call) => {
    const before = contextOf(call);
    await assessor.ahead(placesOf(before).organizations, before);
    return { nodes: listTree(assessor, contextOf(call)) };
  });
};
