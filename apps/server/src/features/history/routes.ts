import {
  getMeterAverages,
  getMeterReadings,
  getSensorAverages,
  getSensorReadings,
} from '@airdeck/contract/history/routes';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerList, type LooksOf } from './answer-list.ts';
import { openMeterAverages } from './meter-averages.ts';
import { openMeterReadings } from './meter-readings.ts';
import { openSensorAverages } from './sensor-averages.ts';
import { openSensorReadings } from './sensor-readings.ts';
import { addSeriesRoutes } from './series-routes.ts';

export const addHistoryRoutes = (http: Http, looksOf: LooksOf): void => {
  addRoute(http, getMeterReadings, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openMeterReadings),
  );
  addRoute(http, getSensorReadings, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openSensorReadings),
  );
  addRoute(http, getMeterAverages, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openMeterAverages),
  );
  addRoute(http, getSensorAverages, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openSensorAverages),
  );
  addSeriesRoutes(http, looksOf);
};
