/** An older answer is requested again. */
const MAX_AGE_MS = 30_000;

interface EarlyAnswer {
  at: number;
  headers: Headers;
  stop: AbortController;
  response: Promise<Response>;
}

const isSame = (one: Headers, other: Headers): boolean => JSON.stringify([...one]) === JSON.stringify([...other]);

/**
 * Answers that are requested before the code that needs them is loaded. Each is used once, by the first request of the
 * same address with the same headers: another user or another language asks again.
 */
export function createEarlyAnswers(fetch: (url: string, init: RequestInit) => Promise<Response>, now: () => number) {
  const answers = new Map<string, EarlyAnswer>();
  return {
    request(url: string, headers: Headers): void {
      const stop = new AbortController();
      const response = fetch(url, { headers, credentials: 'omit', signal: stop.signal });
      // The request that uses it reports a failure.
      response.catch(() => undefined);
      answers.set(url, { at: now(), headers, stop, response });
    },
    fetch(url: string, init: RequestInit): Promise<Response> {
      const early = answers.get(url);
      if (early === undefined || init.method !== 'GET') return fetch(url, init);
      answers.delete(url);
      if (now() - early.at > MAX_AGE_MS || !isSame(early.headers, new Headers(init.headers))) return fetch(url, init);
      if (init.signal?.aborted) early.stop.abort();
      init.signal?.addEventListener('abort', () => early.stop.abort());
      return early.response;
    },
  };
}
