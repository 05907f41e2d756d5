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
import { z } from 'zod';
import type { Exports } from '../../export/exports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Read, StandbyReads } from '../../platform/db/standby-reads.ts';
import { addLongRoute, addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { JsonText } from '../../platform/http/long-answer.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { questionDb } from '../../platform/questions/question-db.ts';
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
import { answerList, type ContextsOf, MAX_WHOLE_ROWS } from './list/answer-list.ts';
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
  addLongRoute(http, getMeterReadings, (call) => answerList(contextsOf(call), call.query, openMeterReadings));
  addLongRoute(http, getSensorReadings, (call) => answerList(contextsOf(call), call.query, openSensorReadings));
  addLongRoute(http, getMeterAverages, (call) => answerList(contextsOf(call), call.query, openMeterAverages));
  addLongRoute(http, getPlaceAverages, (call) => answerList(contextsOf(call), call.query, openPlaceAverages));
  addLongRoute(http, getAveragesSummary, (call) => summarize(contextsOf(call).averages, call.query));
  addLongRoute(http, getMeterColumns, (call) => new JsonText(meterColumnsText(contextsOf(call).averages, call.query)));
  addLongRoute(http, getSensorAverages, (call) => answerList(contextsOf(call), call.query, openSensorAverages));
  addLongRoute(http, getPurifierStates, (call) => answerList(contextsOf(call), call.query, openPurifierStates));
  addLongRoute(http, getPurifierMinutes, (call) => answerList(contextsOf(call), call.query, openPurifierMinutes));
  addRoute(http, getChoices, (call) => listChoices(contextsOf(call).perRead));
  addSeriesRoutes(http, contextsOf);
  addWeekRoutes(http, contextsOf);
  addVentilationRoutes(http, contextsOf);
  addMoistureRoutes(http, contextsOf);
  addChangeEffectRoutes(http, contextsOf);
  addComplianceRoutes(http, contextsOf);
};

/** Parts of a query on which the cost of a cell depends. */
const workKind = z
  .object({
    ...{ unit: z.string(), step: z.string(), level: z.string(), size: z.number() },
    sort: z.array(z.object({ field: z.string() })),
  })
  .partial();

const workKindOf = (query: unknown): string => {
  const { unit, step, level, size, sort } = workKind.safeParse(query).data ?? {};
  const isLarge = size !== undefined && size > MAX_WHOLE_ROWS;
  return [unit ?? step, level, sort?.[0]?.field, isLarge].join();
};

/** While one read decodes its answer, the database works for the other. */
const READS_AT_ONCE = 2;

const createContexts =
  ({ reads, registry, clock }: Pick<HistoryOptions, 'reads' | 'registry' | 'clock'>): ContextsOf =>
  ({ request, who, scope, query, question }) => {
    const routed = reads.forRequest();
    const read: Read = (run) => routed.read((db) => run(question ? questionDb(db, question) : db));
    const perRead = createRequestContext({
      scope,
      language: languageOf(request, who),
      now: clock.now(),
      snapshot: registry.snapshot(),
      read: (run) => read((db) => readSnapshot(db, run)),
      readsAtOnce: READS_AT_ONCE,
      work: question && { cancel: question.cancel, expect: (cells) => question.expect(cells, workKindOf(query)) },
    });
    return {
      perRead,
      averages: { ...perRead, read },
      inSnapshot: (run) =>
        read((db) => readSnapshot(db, (tx) => run({ ...perRead, read: (within) => within(tx), readsAtOnce: 1 }))),
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
