import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import type { Who } from '../../../platform/http/who.ts';
import { createRequestContext, type RequestContext } from '../../../site/request-context.ts';
import type { Site } from '../../../site/site.ts';
import { viewerOf } from '../../../site/viewer.ts';
import { readSnapshot } from './snapshot-queries.ts';

/** The context of a request, with the two ways in which it can read the store. */
export interface RequestContexts {
  /** Every read sees the store as it is then. */
  perRead: RequestContext;
  /** All reads see one state of the store. */
  inSnapshot<T>(run: (context: RequestContext) => Promise<T>): Promise<T>;
}

export type ContextsOf = (request: FastifyRequest, who: Who) => RequestContexts;

export const createContexts =
  ({ db, site, clock }: { db: Db; site: Site; clock: Clock }): ContextsOf =>
  (request, who) => {
    const perRead = createRequestContext({
      viewer: viewerOf(who),
      language: languageOf(request, who),
      now: clock.now(),
      picture: site.picture(),
      read: (run) => readSnapshot(db, run),
    });
    return {
      perRead,
      inSnapshot: (run) => readSnapshot(db, (tx) => run({ ...perRead, read: (reads) => reads(tx) })),
    };
  };
