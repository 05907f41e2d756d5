import { DEFAULT_PAGE_SIZE, type Page } from '@airdeck/contract/paging';
import type { Route } from '@airdeck/contract/route';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callAny, downloadAny } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOf, queryKey, whileTranslating } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { viewerZone } from '../../../lib/format/date.ts';
import type { FileOptions } from '../../../shared/export/use-export.ts';
import type { AnyItem, Definition, Reference } from './definition.ts';
import { type AdministrationSearch, filtersOf } from './search.ts';

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** The order of a list: that of the address, as far as the server can sort by it. */
export const sortOf = ({ sortable }: Definition, sort: readonly string[] = []): string[] =>
  sort.filter((text) => {
    const [field = '', direction] = text.split(',');
    return sortable.includes(field) && (direction === 'ASC' || direction === 'DESC');
  });

/** Filters and order of a list. */
function conditionsOf(definition: Definition, search: AdministrationSearch) {
  const known = new Set((definition.filters ?? []).map(({ name }): string => name));
  const filters = Object.entries(filtersOf(search)).filter(([name]) => known.has(name));
  return {
    ...Object.fromEntries(filters),
    search: search.search,
    ...(definition.hasDays && { startTime: search.from, endTime: search.to }),
    sort: sortOf(definition, search.sort),
  };
}

export function pageQuery(definition: Definition, search: AdministrationSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE } = search;
  const query = { ...conditionsOf(definition, search), page: page - 1, size };
  return queryOptions<Page<AnyItem>, ApiFailure>({
    queryKey: queryKey('administration', definition.routes.list.path, 'page', query),
    queryFn: async ({ signal }) => (await callAny(definition.routes.list, { query, signal })) as Page<AnyItem>,
    placeholderData: keepPreviousData,
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

const MAX_OFFERED = 50;

/** Rows that a field may name, found by a part of their names. */
export const offeredQuery = ({ list, query: narrowed }: Reference, search: string) =>
  queryOptions<Page<AnyItem>, ApiFailure>({
    queryKey: queryKey('administration', list.path, 'offered', narrowed, search),
    queryFn: async ({ signal }) =>
      (await callAny(list, {
        query: { size: MAX_OFFERED, ...narrowed, ...(search && { search }) },
        signal,
      })) as Page<AnyItem>,
    placeholderData: keepPreviousData,
  });

/** The name of the row that a field refers to, as the field showed it; '' for no reference. */
export function offeredName(reference: Reference, id: unknown): string {
  const preset = reference.preset?.();
  if (preset && preset.id === id) return preset.label;
  const pages = queryClient.getQueriesData<Page<AnyItem>>(queriesOf('administration', reference.list.path, 'offered'));
  const row = pages.flatMap(([, page]) => page?.content ?? []).find((each) => each.id === id);
  return row === undefined ? '' : reference.label(row);
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
  await invalidateAll();
}

/** How many rows a list has. */
export const countQuery = (list: AnyRoute, query: Readonly<Record<string, string>> = {}) =>
  queryOptions<number, ApiFailure>({
    queryKey: queryKey('administration', list.path, 'count', query),
    queryFn: async ({ signal }) =>
      ((await callAny(list, { query: { ...query, size: 1 }, signal })) as Page<AnyItem>).totalElements,
    staleTime: 0,
  });
