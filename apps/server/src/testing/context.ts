import type { SitePicture } from '../site/picture.ts';
import { createRequestContext, type RequestContext } from '../site/request-context.ts';

/** The context of a Korean request that reads nothing from the store; of somebody who sees everything unless said. */
export const aContext = (
  picture: SitePicture,
  given: Partial<Pick<RequestContext, 'scope' | 'language' | 'now'>> = {},
): RequestContext =>
  createRequestContext({
    scope: { reach: 'all' },
    language: 'ko',
    now: 0,
    ...given,
    picture,
    read: () => Promise.reject(new Error('this context has no store')),
  });
