import { Failure } from '../../../platform/http/failure.ts';

export interface SortOrder<Field extends string> {
  field: Field;
  descending: boolean;
}

/**
 * Reads `field,ASC` and `field,DESC`; a field that comes twice counts once.
 * @throws Failure INVALID_PARAMETER for a field that the list cannot be ordered by, or an order that is none.
 */
export const parseSort = <Field extends string>(
  sort: readonly string[],
  fields: readonly Field[],
): SortOrder<Field>[] => {
  const orders = new Map<Field, SortOrder<Field>>();
  for (const text of sort) {
    const [name, direction = 'ASC', ...rest] = text.split(',');
    const field = fields.find((known) => known === name);
    if (!field) throw new Failure('INVALID_PARAMETER', { sort: 'UNKNOWN_FIELD' });
    if ((direction !== 'ASC' && direction !== 'DESC') || rest.length > 0) {
      throw new Failure('INVALID_PARAMETER', { sort: 'INVALID' });
    }
    if (!orders.has(field)) orders.set(field, { field, descending: direction === 'DESC' });
  }
  return [...orders.values()];
};

/** Whether a list that has an order of time alone is wanted newest first, as it is unless said. */
export const isNewestFirst = (sort: readonly string[], field: 'time' | 'start'): boolean =>
  parseSort(sort, [field])[0]?.descending ?? true;
