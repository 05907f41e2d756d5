import type { Source } from './sources.ts';

/** The order of a list: what the address says as far as the list knows it, else its own. */
export function sortOf({ order, sortable }: Pick<Source<unknown>, 'order' | 'sortable'>, sort: readonly string[] = []) {
  const known = sort.filter((text) => {
    const [field = '', direction] = text.split(',');
    return sortable.includes(field) && (direction === 'ASC' || direction === 'DESC');
  });
  return known.length === 0 ? [order] : known;
}
