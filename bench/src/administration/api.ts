import { API_BASE } from '@airdeck/contract/route';
import type { Role } from '@airdeck/domain/role';
import { logIn } from '../busy/busy-load.ts';
import { print, quantile } from '../figure.ts';

/** The API of a running server, as SUPER_ADMIN or as a user of another role. */
export interface Api {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** @throws Error if it is refused. */
  ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object | string | FormData): Promise<T>;
}

export const openApi = async (port: number, role?: Role): Promise<Api> => {
  const url = `http://127.0.0.1:${port}${API_BASE}`;
  const headers = { authorization: `Bearer ${await logIn(url, role)}` };
  return {
    url,
    headers,
    ask: async (method, path, body) => {
      const isForm = body instanceof FormData;
      const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
      const response = await fetch(url + path, {
        method,
        headers: { ...headers, ...(body && !isForm && { 'content-type': type }) },
        ...(body && { body: typeof body === 'string' || isForm ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
      return JSON.parse(text);
    },
  };
};

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

export const printTimes = (name: string, times: readonly number[], reach: number): void => {
  const sorted = times.toSorted((a, b) => a - b);
  print({ name: `${name}-p50`, value: quantile(sorted, 0.5), unit: 'ms' });
  print({ name: `${name}-p95`, value: quantile(sorted, 0.95), unit: 'ms', reach: `<= ${reach}` });
};
