/** A query as the API takes it: every value as text, without those that are undefined. */
export const textQuery = (query: object): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)]],
    ),
  );
