import { type AskedDays, hasDayFault } from '@airdeck/contract/asked-days';
import { DEFAULT_PAGE_SIZE, type Page } from '@airdeck/contract/paging';
import type { Route } from '@airdeck/contract/route';
import {
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { callAny, downloadAny } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOf, queryKey, whileTranslating } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { viewerToday, viewerZone } from '../../../lib/format/date.ts';
import type { FileOptions } from '../../../shared/export/use-export.ts';
import { type AnyItem, type Definition, fieldValue, type Reference } from './definition.ts';
import { isId, placeFiltersOf } from './place-filter.ts';
import { type AdministrationSearch, filtersOf } from './search.ts';

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** The order of a list: that of the address, as far as the server can sort by it. */
export const sortOf = ({ sortable }: Definition, sort: readonly string[] = []): string[] =>
  sort.filter((text) => {
    const [field = '', direction] = text.split(',');
    return sortable.includes(field) && (direction === 'ASC' || direction === 'DESC');
  });

/** The days of a list that has them. */
export const daysOf = ({ from, to }: AdministrationSearch): AskedDays => ({ startTime: from, endTime: to });
export const hasWrongDays = ({ hasDays = false }: Definition, search: AdministrationSearch): boolean =>
  hasDays && hasDayFault(daysOf(search), viewerToday());

/** Filters and order of a list. */
function conditionsOf(definition: Definition, search: AdministrationSearch) {
  const known = new Set((definition.filters ?? []).map(({ name }): string => name));
  const places = new Set(placeFiltersOf(definition.places).map(({ name }): string => name));
  const filters = Object.entries(filtersOf(search)).filter(
    ([name, value]) => known.has(name) || (places.has(name) && isId(value)),
  );
  return {
    ...Object.fromEntries(filters),
    search: search.search,
    ...(definition.hasDays && daysOf(search)),
    sort: sortOf(definition, search.sort),
  };
}

export function pageQuery(definition: Definition, search: AdministrationSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE } = search;
  const query = { ...conditionsOf(definition, search), page: page - 1, size };
  return queryOptions<Page<AnyItem>, ApiFailure>({
    queryKey: queryKey('administration', definition.routes.list.path, 'page', query),
    queryFn: async ({ signal }) => (await callAny(definition.routes.list, { query, signal })) as Page<AnyItem>,
    ...(hasWrongDays(definition, search) ? { enabled: false } : { placeholderData: keepPreviousData }),
  });
}

/** An empty file to fill in. */
export const downloadTemplate = (route: AnyRoute, query: { format: string; name: string }) =>
  downloadAny(route, { query });

/** All rows of a list as a file, with times on the viewer's own clock, as on screen. */
export const exportList = (
  route: AnyRoute,
  definition: Definition,
  search: AdministrationSearch,
  options: FileOptions,
  signal: AbortSignal,
) => downloadAny(route, { query: { ...conditionsOf(definition, search), ...options, timeZone: viewerZone() }, signal });

/** One row, as it is now. */
export function itemQuery(route: AnyRoute, id: number | string) {
  const key = queryKey('administration', route.path, 'item', id);
  return queryOptions<AnyItem, ApiFailure>({
    queryKey: key,
    queryFn: async ({ signal }) => (await callAny(route, { params: { id }, signal })) as AnyItem,
    placeholderData: whileTranslating(key),
    staleTime: 0,
  });
}

const OFFERED_PAGE = 50;

/** Rows that a field may name, found by the words of their paths, in pages. */
export const offeredQuery = ({ list, query: narrowed }: Reference, search: string) =>
  infiniteQueryOptions<Page<AnyItem>, ApiFailure, InfiniteData<Page<AnyItem>>, QueryKey, number>({
    queryKey: queryKey('administration', list.path, 'offered', narrowed, search),
    queryFn: async ({ signal, pageParam }) =>
      (await callAny(list, {
        query: { page: pageParam, size: OFFERED_PAGE, ...narrowed, ...(search && { search }) },
        signal,
      })) as Page<AnyItem>,
    initialPageParam: 0,
    getNextPageParam: ({ totalPages }, _, page) => (page + 1 < totalPages ? page + 1 : null),
    placeholderData: keepPreviousData,
  });

/** The path of an offered row: names of its places and its own, as the field shows them. */
export const pathOf = ({ above, label }: Reference, row: AnyItem): string[] => [...placesOf(row, above), label(row)];

/** The path of the row that an edited row refers to. */
export const currentPathOf = ({ above, current }: Reference, item: AnyItem): string[] =>
  placesOf(item, [...above, current]);

const placesOf = (row: AnyItem, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const place = fieldValue(row, name);
    return typeof place === 'string' && place !== '' ? [place] : [];
  });

/** The name of the row that a field refers to, as the field showed it; '' for no reference. */
export const offeredName = (reference: Reference, id: unknown): string => offeredPath(reference, id).at(-1) ?? '';

/** The path of that row. */
export function offeredPath(reference: Reference, id: unknown): string[] {
  const preset = reference.preset?.();
  if (preset && preset.id === id) return [preset.label];
  const lists = queryClient.getQueriesData<InfiniteData<Page<AnyItem>>>(
    queriesOf('administration', reference.list.path, 'offered'),
  );
  const pages = lists.flatMap(([, list]) => list?.pages ?? []);
  const row = pages.flatMap(({ content }) => content).find((each) => each.id === id);
  return row === undefined ? [] : pathOf(reference, row);
}

/** Any row may be shown elsewhere, under the names of its places. */
export const invalidateAll = () => queryClient.invalidateQueries(queriesOf('administration'));

export async function saveItem({ routes }: Definition, item: AnyItem | null, fields: object): Promise<AnyItem> {
  const route = item === null ? routes.add : routes.edit;
  if (route === undefined) throw new Error(`${routes.list.path} cannot be changed`);
  const params = item === null ? {} : { params: { id: item.id } };
  const body = item === null ? fields : { ...fields, version: item.version };
  const saved = (await callAny(route, { ...params, body })) as AnyItem;
  await invalidateAll();
  return saved;
}

export async function removeItem({ routes }: Definition, { id, version }: AnyItem): Promise<void> {
  if (routes.remove === undefined) throw new Error(`${routes.list.path} cannot be deleted`);
  await callAny(routes.remove, { params: { id }, query: { version } });
  // The form of the deleted row is still open: it would ask for it once more.
  const gone = routes.read === undefined ? undefined : hashKey(itemQuery(routes.read, id).queryKey);
  await queryClient.invalidateQueries({
    ...queriesOf('administration'),
    predicate: ({ queryHash }) => queryHash !== gone,
  });
}

/** How many rows a list has. */
export const countQuery = (list: AnyRoute, query: Readonly<Record<string, string>> = {}) =>
  queryOptions<number, ApiFailure>({
    queryKey: queryKey('administration', list.path, 'count', query),
    queryFn: async ({ signal }) =>
      ((await callAny(list, { query: { ...query, size: 1 }, signal })) as Page<AnyItem>).totalElements,
    staleTime: 0,
  });
