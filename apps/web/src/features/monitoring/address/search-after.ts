import { type Screen, screenOf } from './screen.ts';
import { type MonitoringSearch, NAME_FILTERS, type NameFilter } from './search.ts';

const FROM_BELOW_AGENCY: readonly Screen[] = ['purifier', 'meter', 'half', 'grade', 'sensor'];

/** The specification's resets, word for word: what goes when one moves up. Everything else stays. */
function resetsBetween(from: Screen, to: Screen): readonly NameFilter[] {
  if (to === 'agency' && FROM_BELOW_AGENCY.includes(from)) return NAME_FILTERS;
  if (to === 'grade' && from === 'half') return ['department'];
  if (to === 'half' && from === 'meter') return ['meter'];
  return [];
}

/**
 * The query that goes along from one screen to another: filters stay but for the resets above, and so does the choice
 * of cards or table. What belongs to one screen alone (order, chosen sensor, graph or list) stays behind.
 */
export function searchAfter(from: Screen, to: Screen, search: MonitoringSearch): MonitoringSearch {
  const { organization, office, department, meter, grade, view } = search;
  const kept: MonitoringSearch = { organization, office, department, meter, grade, view };
  if (from === to) kept.type = search.type;
  for (const filter of resetsBetween(from, to)) kept[filter] = undefined;
  return kept;
}

/** The same for addresses. Another area's query is its own: what is an id there would be a name here. */
export function searchToward(path: string, to: Screen, search: MonitoringSearch): MonitoringSearch {
  const from = screenOf(path);
  return from === null ? {} : searchAfter(from, to, search);
}
