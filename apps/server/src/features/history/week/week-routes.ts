import { dayRangeOf } from '@airdeck/contract/history/query';
import { getMeterWeek, getPlaceWeek, getSensorWeek } from '@airdeck/contract/history/routes';
import { addLongRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { findMeter, findSensor } from '../request/filter.ts';
import { findPlace } from '../request/places.ts';
import { meterItem, placeItem, sensorItem } from '../series/series-item.ts';
import { loadWeek } from './load-week.ts';

export const addWeekRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addLongRoute(http, getMeterWeek, (call) => {
    const { meterId, measure } = call.query;
    const { averages } = contextsOf(call);
    const item = meterItem(findMeter(averages, meterId), measure, averages.language);
    return loadWeek(averages, item, dayRangeOf(call.query));
  });
  addLongRoute(http, getSensorWeek, (call) => {
    const { averages } = contextsOf(call);
    return loadWeek(averages, sensorItem(findSensor(averages, call.query.sensorId)), dayRangeOf(call.query));
  });
  addLongRoute(http, getPlaceWeek, (call) => {
    const { level, placeId, measure } = call.query;
    const { averages } = contextsOf(call);
    const item = placeItem(findPlace(averages, level, placeId), measure, averages.language);
    return loadWeek(averages, item, dayRangeOf(call.query));
  });
};
