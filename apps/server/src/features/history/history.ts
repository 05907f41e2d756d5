import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { BusEvents } from '../../site/events.ts';
import type { Site } from '../../site/site.ts';
import { Exports } from './export/exports.ts';
import { addExportRoutes } from './export/routes.ts';
import { createContexts } from './request/contexts.ts';
import { addHistoryRoutes } from './routes.ts';

export interface HistoryOptions {
  db: Db;
  site: Site;
  bus: Bus<BusEvents>;
  clock: Clock;
}

export interface History {
  addRoutes(http: Http): void;
}

/** Everything that was measured: readings, averages, purifier states, graphs, and files of them. */
export const createHistory = ({ db, site, bus, clock }: HistoryOptions): History => {
  const contextsOf = createContexts({ db, site, clock });
  const exports = new Exports(clock);
  bus.on('session.ended', ({ sessionId }) => exports.endSession(sessionId));
  return {
    addRoutes(http) {
      addHistoryRoutes(http, contextsOf);
      addExportRoutes(http, { exports, contextOf: (asked) => contextsOf(asked).perRead });
    },
  };
};
