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
import type { Exports } from '../../export/exports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StandbyReads } from '../../platform/db/standby-reads.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Registry } from '../../registry/registry.ts';
import { createRequestContext } from '../../resource/request-context.ts';
import { openMeterAverages } from './averages/meter-averages.ts';
import { meterColumnsText } from './averages/meter-columns.ts';
import { openPlaceAverages } from './averages/place-averages.ts';
import { openSensorAverages } from './averages/sensor-averages.ts';
import { summarize } from './averages/summary.ts';
import { addChangeEffectRoutes } from './change-effect/change-effect-routes.ts';
import { addComplianceRoutes } from './compliance/compliance-routes.ts';
import { addExportRoutes } from './export/export-routes.ts';
import { answerList, type ContextsOf, sendJson } from './list/answer-list.ts';
import { addMoistureRoutes } from './moisture/moisture-routes.ts';
import { openPurifierMinutes } from './purifiers/purifier-minutes.ts';
import { openPurifierStates } from './purifiers/purifier-states.ts';
import { openMeterReadings } from './readings/meter-readings.ts';
import { openSensorReadings } from './readings/sensor-readings.ts';
import { listChoices } from './request/choices.ts';
import { readSnapshot } from './request/snapshot-queries.ts';
import { addSeriesRoutes } from './series/series-routes.ts';
import { addVentilationRoutes } from './ventilation/ventilation-routes.ts';
import { addWeekRoutes } from './week/week-routes.ts';

/** Adds the lists as pages. Files of the same lists have routes of their own (export/export-routes.ts). */
const addHistoryRoutes = (http: Http, contextsOf: ContextsOf): void => {
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
  addVentilationRoutes(http, contextsOf);
  addMoistureRoutes(http, contextsOf);
  addChangeEffectRoutes(http, contextsOf);
  addComplianceRoutes(http, contextsOf);
};

const createContexts =
  ({ reads, registry, clock }: Pick<HistoryOptions, 'reads' | 'registry' | 'clock'>): ContextsOf =>
  ({ request, who, scope }) => {
    const { read } = reads.forRequest();
    const perRead = createRequestContext({
      scope,
      language: languageOf(request, who),
      now: clock.now(),
      snapshot: registry.snapshot(),
      read: (run) => read((db) => readSnapshot(db, run)),
    });
    return {
      perRead,
      averages: { ...perRead, read },
      inSnapshot: (run) => read((db) => readSnapshot(db, (tx) => run({ ...perRead, read: (within) => within(tx) }))),
    };
  };

export interface HistoryOptions {
  reads: Pick<StandbyReads, 'forRequest'>;
  registry: Registry;
  clock: Clock;
  exports: Exports;
}

export interface History {
  addRoutes(http: Http): void;
}

/** The history API: readings, averages, purifier states, graphs, and files of them. */
export const createHistory = ({ reads, registry, clock, exports }: HistoryOptions): History => {
  const contextsOf = createContexts({ reads, registry, clock });
  return {
    addRoutes(http) {
      addHistoryRoutes(http, contextsOf);
      addExportRoutes(http, { exports, contextOf: (asked) => contextsOf(asked).perRead });
    },
  };
};
