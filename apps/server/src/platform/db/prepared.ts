import type { Statement } from './pool.ts';

const names = new Map<string, string>();

/**
 * The same statement, prepared once per connection: of a short question the planning takes longer than the rest. Only for
 * texts of which there are few, and which have one good plan for all values.
 */
export const prepared = ({ text, values = [] }: Statement): Statement => {
  const name = names.get(text) ?? `prepared-${names.size + 1}`;
  names.set(text, name);
  return { text, values, name };
};
