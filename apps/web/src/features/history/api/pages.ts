import { getAveragesSummary } from '@airdeck/contract/history/routes';
import type { AveragesSummary } from '@airdeck/contract/history/schema';
import type { Page } from '@airdeck/contract/paging';
import { DEFAULT_PAGE_SIZE } from '@airdeck/contract/paging';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { firstPartOf, queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import type { HistorySearch } from '../model/search.ts';
import type { Paging, Source } from './sources.ts';

/** The order of a list: that of the address, as far as its fields are sortable, else the list's own. */
export function sortOf({ order, sortable }: Pick<Source<unknown>, 'order' | 'sortable'>, sort: readonly string[] = []) {
  const known = sort.filter((text) => {
    const [field = '', direction] = text.split(',');
    return sortable.includes(field) && (direction === 'ASC' || direction === 'DESC');
  });
  return known.length === 0 ? [order] : known;
}

/** The page of an address, as the API counts. */
export const pagingOf = (
  source: Source<unknown>,
  { page = 1, size = DEFAULT_PAGE_SIZE, sort }: HistorySearch,
): Paging => ({
  page: page - 1,
  size,
  sort: sortOf(source, sort),
});

type Key = readonly unknown[];

/** The previous page stays visible until the next one is loaded, unless its rows are of another list. */
const rowsOf =
  (name: string) =>
  <T>(old: T | undefined, query: { queryKey: Key } | undefined): T | undefined =>
    firstPartOf(query?.queryKey) === name ? old : undefined;

/** One page of a request's rows. */
export const pageQuery = <Row>(source: Source<Row>, request: HistoryRequest, paging: Paging) =>
  queryOptions<Page<Row>, ApiFailure>({
    queryKey: queryKey('history', source.name, request, paging),
    queryFn: ({ signal }) => source.page(request, paging, signal),
    placeholderData: rowsOf(source.name),
  });

/** The whole period of a request of averages in one row. */
export const summaryQuery = ({ scope, range, level }: HistoryRequest) =>
  queryOptions<AveragesSummary, ApiFailure>({
    queryKey: queryKey('history', 'summary', scope, range, level),
    queryFn: ({ signal }) =>
      call(getAveragesSummary, { query: { ...scope, startTime: range.from, endTime: range.to, level }, signal }),
  });
