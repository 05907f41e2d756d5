import type { RegistrySnapshot } from '../registry/snapshot.ts';
import { createRequestContext, type RequestContext } from '../resource/request-context.ts';

/** The context of a Korean request without the store; by default of a user who sees everything. */
export const aContext = (
  snapshot: RegistrySnapshot,
  given: Partial<Pick<RequestContext, 'scope' | 'language' | 'now'>> = {},
): RequestContext =>
  createRequestContext({
    scope: { reach: 'all' },
    language: 'ko',
    now: 0,
    ...given,
    snapshot,
    read: () => Promise.reject(new Error('this context has no store')),
  });
