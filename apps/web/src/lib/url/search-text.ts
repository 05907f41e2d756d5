import { z } from 'zod';

type Search = Readonly<Record<string, unknown>>;

/** Reads a query: every value is text, and repeated keys are a list. The route's schema does the rest. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  const params = new URLSearchParams(text);
  for (const key of new Set(params.keys())) {
    const [first = '', ...more] = params.getAll(key);
    search[key] = more.length === 0 ? first : [first, ...more];
  }
  return search;
}

/** Writes a query: lists as repeated keys, commas left readable, nothing for null and undefined. */
export function stringifySearch(search: Search): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) params.append(key, String(item));
    }
  }
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

/** For search schemas: a key that may be repeated. */
export const texts = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
