import { dayRangeOf } from '@airdeck/contract/history/query';
import { getMeterSeries, getPlaceSeries, getSensorSeries } from '@airdeck/contract/history/routes';
import { addLongRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { JsonText } from '../../../platform/http/long-answer.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { ContextsOf, RequestContexts } from '../list/answer-list.ts';
import { findMeter, findSensor } from '../request/filter.ts';
import { findPlace } from '../request/places.ts';
import { isCounted, loadSeries, seriesJson } from './series.ts';
import { atLeastOne, meterItem, placeItem, sensorItem } from './series-item.ts';

/** Readings that are counted before they are read need the same snapshot for both. */
const read = <T>(
  contexts: RequestContexts,
  isInSnapshot: boolean,
  run: (context: RequestContext) => Promise<T>,
): Promise<T> => (isInSnapshot ? contexts.inSnapshot(run) : run(contexts.averages));

export const addSeriesRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addLongRoute(http, getMeterSeries, async (call) => {
    const { query } = call;
    const { measure, meterId, step, weeksAgo = [] } = query;
    const days = dayRangeOf(query);
    const isInSnapshot = isCounted({ step, days, weeksAgo }, meterId.length);
    const answer = await read(contextsOf(call), isInSnapshot, async (context) => {
      const items = [...new Set(meterId)].map((id) => meterItem(findMeter(context, id), measure, context.language));
      return loadSeries(context, { days, measure, step, weeksAgo, items: atLeastOne(items) });
    });
    return new JsonText(seriesJson(answer));
  });

  addLongRoute(http, getPlaceSeries, async (call) => {
    const { query } = call;
    const { level, measure, placeId, step, weeksAgo = [] } = query;
    const days = dayRangeOf(query);
    const { averages: context } = contextsOf(call);
    const places = [...new Set(placeId)].map((id) => findPlace(context, level, id));
    const items = atLeastOne(places.map((place) => placeItem(place, measure, context.language)));
    return new JsonText(seriesJson(await loadSeries(context, { days, measure, step, weeksAgo, items })));
  });

  addLongRoute(http, getSensorSeries, async (call) => {
    const { query } = call;
    const { sensorId, step, weeksAgo = [] } = query;
    const days = dayRangeOf(query);
    const isInSnapshot = isCounted({ step, days, weeksAgo }, sensorId.length);
    const answer = await read(contextsOf(call), isInSnapshot, async (context) => {
      const items = atLeastOne([...new Set(sensorId)].map((id) => sensorItem(findSensor(context, id))));
      const { measure } = items[0];
      if (items.some((item) => item.measure !== measure)) {
        throw new Failure('INVALID_PARAMETER', { sensorId: 'OTHER_TYPE' });
      }
      return loadSeries(context, { days, measure, step, weeksAgo, items });
    });
    return new JsonText(seriesJson(answer));
  });
};
