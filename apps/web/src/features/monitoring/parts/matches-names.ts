import { type MonitoringSearch, NAME_FILTERS } from '../address/search.ts';

/**
 * Whether the names of a place, from its organization down to itself, hold what is searched for. A filter of a level
 * below the place says nothing about it.
 */
export function matchesNames(names: readonly string[], search: MonitoringSearch): boolean {
  return NAME_FILTERS.slice(0, names.length).every((filter, level) => {
    const part = search[filter];
    return part === undefined || (names[level] ?? '').toLocaleLowerCase().includes(part.toLocaleLowerCase());
  });
}
