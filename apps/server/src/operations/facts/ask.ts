import { API_BASE } from '@airdeck/contract/route';
import type { Language } from '@airdeck/contract/user/schema';

/** The longest time for one answer, ms. */
const TIMEOUT_MS = 60_000;

/** Asks the server as the user of a session. */
export interface Ask {
  json<T>(path: string): Promise<T>;
  text(path: string): Promise<string>;
}

/** The address of the running server cannot be used. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

export const createAsk = (url: string, token: string, language: Language, signal: AbortSignal): Ask => {
  const get = async (path: string): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(`${url}${API_BASE}${path}`, { headers, signal: limit }).catch((error) => {
      throw new UnreachableError(`${url} does not answer ${path}: ${error instanceof Error ? error.message : error}`);
    });
    if (!response.ok) throw new UnreachableError(`${url} answers ${response.status} to ${path}`);
    return response;
  };
  return {
    json: async <T>(path: string) => (await get(path)).json() as Promise<T>,
    text: async (path) => (await get(path)).text(),
  };
};
