import type { StandbyReads } from '../db/standby-reads.ts';
import type { Http } from './create-http.ts';

/**
 * A client reads its own changes. One that wrote through another process asks for a fresh answer, as it would ask a cache
 * (RFC 9111, 5.2.1.4).
 */
export const readOwnChanges = (http: Http, { noteChange }: Pick<StandbyReads, 'noteChange'>): void => {
  http.addHook('onRequest', async ({ headers }) => {
    if (headers['cache-control'] === 'no-cache') noteChange();
  });
  // Before the answer is sent, so that the next answer contains the change too.
  http.addHook('onSend', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') noteChange();
  });
};
