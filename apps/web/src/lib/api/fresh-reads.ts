/** Longer than a standby of the database may be behind (`MAX_LAG_MS` of the server). */
const AFTER_WRITE_MS = 10_000;

/**
 * After a write, reads ask for an answer that has it: another process of the server, which does not know of the write, may
 * handle them and would read from a standby.
 */
export function createFreshReads(fetch: (url: string, init: RequestInit) => Promise<Response>, now: () => number) {
  let wroteAt = Number.NEGATIVE_INFINITY;
  return async (url: string, init: RequestInit): Promise<Response> => {
    if ((init.method ?? 'GET') !== 'GET') {
      try {
        return await fetch(url, init);
      } finally {
        wroteAt = now();
      }
    }
    if (now() - wroteAt > AFTER_WRITE_MS) return fetch(url, init);
    const headers = new Headers(init.headers);
    headers.set('Cache-Control', 'no-cache');
    return fetch(url, { ...init, headers });
  };
}
