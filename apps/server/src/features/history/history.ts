import type { FastifyRequest } from 'fastify';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Who } from '../../platform/http/who.ts';
import { askerOf, visibleOrganizations } from '../../site/asker.ts';
import type { BusEvents } from '../../site/events.ts';
import type { Site } from '../../site/site.ts';
import { Exports } from './export/exports.ts';
import { addExportRoutes } from './export/routes.ts';
import type { Looks } from './list/answer-list.ts';
import { readSnapshot } from './request/snapshot-queries.ts';
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

/** Everything that was measured, and how it was over any period. */
export const createHistory = ({ db, site, bus, clock }: HistoryOptions): History => {
  const looksOf = (request: FastifyRequest, who: Who): Looks => {
    const picture = site.picture();
    const asked = {
      picture,
      organizations: visibleOrganizations(picture, askerOf(who)),
      language: languageOf(request, who),
      now: clock.now(),
    };
    return {
      each: { ...asked, read: (run) => readSnapshot(db, run) },
      together: (run) => readSnapshot(db, (tx) => run({ ...asked, read: (reads) => reads(tx) })),
    };
  };
  const exports = new Exports(clock);
  bus.on('session.ended', ({ sessionId }) => exports.endSession(sessionId));
  return {
    addRoutes(http) {
      addHistoryRoutes(http, looksOf);
      addExportRoutes(http, { exports, lookOf: (request, who) => looksOf(request, who).each });
    },
  };
};
