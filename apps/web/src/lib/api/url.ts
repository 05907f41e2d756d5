import { API_BASE } from '@airdeck/contract/route';

type Scalar = string | number | boolean;
export type UrlValues = Readonly<Record<string, Scalar | readonly Scalar[] | null | undefined>>;

/** Path below the API base, `:name` filled in, query arrays as repeated keys, null and undefined skipped. */
export function apiUrl(path: string, params: UrlValues = {}, query: UrlValues = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === null || value === undefined) throw new Error(`${path}: ${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) search.append(key, String(item));
    }
  }
  const text = search.toString();
  return `${API_BASE}${filled}${text === '' ? '' : `?${text}`}`;
}
