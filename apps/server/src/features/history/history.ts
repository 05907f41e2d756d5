import type { Exports } from '../../export/exports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Registry } from '../../registry/registry.ts';
import { addExportRoutes } from './export/export-routes.ts';
import { addHistoryRoutes } from './history-routes.ts';
import { createContexts } from './request/contexts.ts';

export interface HistoryOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
  exports: Exports;
}

export interface History {
  addRoutes(http: Http): void;
}

/** The history API: readings, averages, purifier states, graphs, and files of them. */
export const createHistory = ({ db, registry, clock, exports }: HistoryOptions): History => {
  const contextsOf = createContexts({ db, registry, clock });
  return {
    addRoutes(http) {
      addHistoryRoutes(http, contextsOf);
      addExportRoutes(http, { exports, contextOf: (asked) => contextsOf(asked).perRead });
    },
  };
};
