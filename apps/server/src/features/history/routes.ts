import {
  getChoices,
  getMeterAverages,
  getMeterReadings,
  getPurifierMinutes,
  getPurifierStates,
  getSensorAverages,
  getSensorReadings,
} from '@airdeck/contract/history/routes';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerList, type LooksOf } from './answer-list.ts';
import { listChoices } from './choices.ts';
import { openMeterAverages } from './meter-averages.ts';
import { openMeterReadings } from './meter-readings.ts';
import { openPurifierMinutes } from './purifier-minutes.ts';
import { openPurifierStates } from './purifier-states.ts';
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
  addRoute(http, getPurifierStates, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openPurifierStates),
  );
  addRoute(http, getPurifierMinutes, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openPurifierMinutes),
  );
  addRoute(http, getChoices, ({ request, who }) => listChoices(looksOf(request, who).each));
  addSeriesRoutes(http, looksOf);
};
