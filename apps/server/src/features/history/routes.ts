import { getMeterReadings, getSensorReadings } from '@airdeck/contract/history/routes';
import type { FastifyRequest } from 'fastify';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Who } from '../../platform/http/who.ts';
import { answerList, type Looks } from './answer-list.ts';
import { openMeterReadings } from './meter-readings.ts';
import { openSensorReadings } from './sensor-readings.ts';

export const addHistoryRoutes = (http: Http, looksOf: (request: FastifyRequest, who: Who) => Looks): void => {
  addRoute(http, getMeterReadings, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openMeterReadings),
  );
  addRoute(http, getSensorReadings, ({ query, request, reply, who }) =>
    answerList(looksOf(request, who), query, reply, openSensorReadings),
  );
};
