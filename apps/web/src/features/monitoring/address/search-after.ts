import { type MonitoringScreen, screenOf } from './screen.ts';
import { type MonitoringSearch, NAME_FILTERS, type NameFilter } from './search.ts';

const BELOW_ORGANIZATIONS: readonly MonitoringScreen[] = ['purifier', 'meter', 'departments', 'offices', 'sensor'];

/** The filters that the specification drops on the way up. Everything else stays. */
function resetsBetween(from: MonitoringScreen, to: MonitoringScreen): readonly NameFilter[] {
  if (to === 'organizations' && BELOW_ORGANIZATIONS.includes(from)) return NAME_FILTERS;
  if (to === 'offices' && from === 'departments') return ['department'];
  if (to === 'departments' && from === 'meter') return ['meter'];
  return [];
}

/**
 * The query for another screen. Filters stay, except for the resets above, and so does the choice of cards or table.
 * What belongs to one screen only (order, chosen sensor, graph or list) is dropped.
 */
export function searchAfter(from: MonitoringScreen, to: MonitoringScreen, search: MonitoringSearch): MonitoringSearch {
  const { organization, office, department, meter, grade, view } = search;
  const kept: MonitoringSearch = { organization, office, department, meter, grade, view };
  if (from === to) kept.type = search.type;
  for (const filter of resetsBetween(from, to)) kept[filter] = undefined;
  return kept;
}

/** The same for addresses. The query of another area is dropped: its ids would be read as names here. */
export function searchToward(path: string, to: MonitoringScreen, search: MonitoringSearch): MonitoringSearch {
  const from = screenOf(path);
  return from === null ? {} : searchAfter(from, to, search);
}
