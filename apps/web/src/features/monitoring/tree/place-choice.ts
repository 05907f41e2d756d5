import { PLACE_KINDS, type PlaceKind, type TreeNode } from '@airdeck/contract/monitoring/schema';
import { useLocation, useSearch } from '@tanstack/react-router';

/** The screens of past values, whose places the tree chooses instead of leading away from them. */
const PAST = ['instrument', 'instrumenta', 'sensorcur', 'sensoravg', 'currentair'].map(
  (name) => `/current/current/${name}`,
);
/** Without one of these, purifiers are shown as they are now. */
const OF_THE_PAST = ['view', 'meter', 'purifier', 'period'];

type Search = Readonly<Partial<Record<string, unknown>>>;

/** The query of a screen of past values that shows a place: all its meters, or the one meter. */
export function searchOfPlace(old: Search, { kind, id }: Pick<TreeNode, 'kind' | 'id'>): Search {
  const rest: Record<string, unknown> = { ...old };
  for (const name of ['organization', 'office', 'department', 'sensor', 'purifier', 'series', 'page'])
    delete rest[name];
  return kind === 'meter' ? { ...rest, meter: [id] } : { ...rest, [kind]: id, meter: 'all' };
}

/** The place that such a query shows, if it is one; of places the lowest. */
export function placeOfSearch(search: Search): Pick<TreeNode, 'kind' | 'id'> | null {
  const meters = [search.meter].flat().map(Number);
  const [only, second] = meters;
  if (search.meter !== 'all')
    return only === undefined || second !== undefined || !only ? null : { kind: 'meter', id: only };
  const kind = PLACE_KINDS.findLast((each) => each !== 'meter' && search[each] !== undefined);
  return kind === undefined ? null : { kind, id: Number(search[kind]) };
}

/** How the tree chooses places on the screen that is open; null where it leads to Monitoring. */
export interface PlaceChoice {
  chosen: { kind: PlaceKind; id: number } | null;
  searchOf: (node: TreeNode) => Search;
}

export function usePlaceChoice(): PlaceChoice | null {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const search: Search = useSearch({ strict: false });
  if (!PAST.includes(path)) return null;
  if (path === PAST.at(-1) && !OF_THE_PAST.some((name) => search[name] !== undefined)) return null;
  return { chosen: placeOfSearch(search), searchOf: (node) => searchOfPlace(search, node) };
}
