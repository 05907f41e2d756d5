import sql, { raw, type Sql } from 'sql-template-tag';
import type { Statement } from './pool.ts';

const names = new Map<string, string>();

/**
 * Prepares the statement once per connection: planning a short query takes longer than running it. Only for a small set
 * of texts that have one good plan for all values. PostgreSQL keeps the plan when it looks no costlier than one for the
 * values, and an array of unknown length does: see `anyOf`.
 */
export const prepared = ({ text, values = [] }: Statement): Statement => {
  const name = names.get(text) ?? `prepared-${names.size + 1}`;
  names.set(text, name);
  return { text, values, name };
};

/** Matches any of these numbers. A single one is compared as it is, so that a kept plan is as cheap as one for the value. */
export const anyOf = (values: readonly number[], type: 'integer' | 'smallint'): Sql =>
  values.length === 1 ? sql`= ${values[0]}::${raw(type)}` : sql`= any(${values}::${raw(type)}[])`;
