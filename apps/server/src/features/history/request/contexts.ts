import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { SessionRequest } from '../../../platform/http/add-route.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import type { Registry } from '../../../registry/registry.ts';
import { createRequestContext, type RequestContext } from '../../../resource/request-context.ts';
import { readSnapshot } from './snapshot-queries.ts';

/** The contexts of a request, one for each way to read the store. */
export interface RequestContexts {
  /** Each read has a snapshot of its own. */
  perRead: RequestContext;
  /** For readBuckets only: its statements are correct on their own and need no transaction. */
  averages: RequestContext;
  /** All reads share one snapshot of the store. */
  inSnapshot<T>(run: (context: RequestContext) => Promise<T>): Promise<T>;
}

export type ContextsOf = (asked: SessionRequest) => RequestContexts;

export const createContexts =
  ({ db, registry, clock }: { db: Db; registry: Registry; clock: Clock }): ContextsOf =>
  ({ request, who, scope }) => {
    const perRead = createRequestContext({
      scope,
      language: languageOf(request, who),
      now: clock.now(),
      snapshot: registry.snapshot(),
      read: (run) => readSnapshot(db, run),
    });
    return {
      perRead,
      averages: { ...perRead, read: (reads) => reads(db) },
      inSnapshot: (run) => readSnapshot(db, (tx) => run({ ...perRead, read: (reads) => reads(tx) })),
    };
  };
