import {
  getAveragesSummary,
  getChoices,
  getMeterAverages,
  getMeterColumns,
  getMeterReadings,
  getPlaceAverages,
  getPurifierMinutes,
  getPurifierStates,
  getSensorAverages,
  getSensorReadings,
} from '@airdeck/contract/history/routes';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { openMeterAverages } from './averages/meter-averages.ts';
import { meterColumnsText } from './averages/meter-columns.ts';
import { openPlaceAverages } from './averages/place-averages.ts';
import { openSensorAverages } from './averages/sensor-averages.ts';
import { summarize } from './averages/summary.ts';
import { answerList, sendJson } from './list/answer-list.ts';
import { openPurifierMinutes } from './purifiers/purifier-minutes.ts';
import { openPurifierStates } from './purifiers/purifier-states.ts';
import { openMeterReadings } from './readings/meter-readings.ts';
import { openSensorReadings } from './readings/sensor-readings.ts';
import { listChoices } from './request/choices.ts';
import type { ContextsOf } from './request/contexts.ts';
import { addSeriesRoutes } from './series/series-routes.ts';
import { addWeekRoutes } from './week/week-routes.ts';

/** Adds the lists as pages. Their files have routes of their own (export/routes.ts). */
export const addHistoryRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getMeterReadings, (call) => answerList(contextsOf(call), call.query, call.reply, openMeterReadings));
  addRoute(http, getSensorReadings, (call) => answerList(contextsOf(call), call.query, call.reply, openSensorReadings));
  addRoute(http, getMeterAverages, (call) => answerList(contextsOf(call), call.query, call.reply, openMeterAverages));
  addRoute(http, getPlaceAverages, (call) => answerList(contextsOf(call), call.query, call.reply, openPlaceAverages));
  addRoute(http, getAveragesSummary, (call) => summarize(contextsOf(call).averages, call.query));
  addRoute(http, getMeterColumns, (call) =>
    sendJson(call.reply, meterColumnsText(contextsOf(call).averages, call.query)),
  );
  addRoute(http, getSensorAverages, (call) => answerList(contextsOf(call), call.query, call.reply, openSensorAverages));
  addRoute(http, getPurifierStates, (call) => answerList(contextsOf(call), call.query, call.reply, openPurifierStates));
  addRoute(http, getPurifierMinutes, (call) =>
    answerList(contextsOf(call), call.query, call.reply, openPurifierMinutes),
  );
  addRoute(http, getChoices, (call) => listChoices(contextsOf(call).perRead));
  addSeriesRoutes(http, contextsOf);
  addWeekRoutes(http, contextsOf);
};
