import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { BusEvents } from '../../registry/events.ts';
import type { Registry } from '../../registry/registry.ts';
import { Exports } from './export/exports.ts';
import { addExportRoutes } from './export/routes.ts';
import { createContexts } from './request/contexts.ts';
import { addHistoryRoutes } from './routes.ts';

export interface HistoryOptions {
  db: Db;
  registry: Registry;
  bus: Bus<BusEvents>;
  clock: Clock;
}

export interface History {
  addRoutes(http: Http): void;
}

/** Everything that was measured: readings, averages, purifier states, graphs, and files of them. */
export const createHistory = ({ db, registry, bus, clock }: HistoryOptions): History => {
  const contextsOf = createContexts({ db, registry, clock });
  const exports = new Exports(clock);
  bus.on('session.ended', ({ sessionId }) => exports.endSession(sessionId));
  return {
    addRoutes(http) {
      addHistoryRoutes(http, contextsOf);
      addExportRoutes(http, { exports, contextOf: (asked) => contextsOf(asked).perRead });
    },
  };
};
