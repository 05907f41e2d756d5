import type { Statement } from './pool.ts';

const names = new Map<string, string>();

/**
 * Prepares the statement once per connection: planning a short query takes longer than running it. Only for a small set
 * of texts that have one good plan for all values.
 */
export const prepared = ({ text, values = [] }: Statement): Statement => {
  const name = names.get(text) ?? `prepared-${names.size + 1}`;
  names.set(text, name);
  return { text, values, name };
};
