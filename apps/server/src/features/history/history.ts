import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Who } from '../../platform/http/who.ts';
import { askerOf, visibleOrganizations } from '../../site/asker.ts';
import type { Site } from '../../site/site.ts';
import type { Looks } from './answer-list.ts';
import { addHistoryRoutes } from './routes.ts';
import { readSnapshot } from './snapshot-queries.ts';

export interface HistoryOptions {
  db: Db;
  site: Site;
  clock: Clock;
}

export interface History {
  addRoutes(http: Http): void;
}

/** Everything that was measured, and how it was over any period. */
export const createHistory = ({ db, site, clock }: HistoryOptions): History => {
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
  return { addRoutes: (http) => addHistoryRoutes(http, looksOf) };
};
