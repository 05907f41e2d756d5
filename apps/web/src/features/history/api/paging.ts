import { DEFAULT_PAGE_SIZE } from '@airdeck/contract/paging';
import type { HistorySearch } from '../address/search.ts';
import { sortOf } from './sort.ts';
import type { Paging, Source } from './sources.ts';

/** The page of an address, as the API counts. */
export const pagingOf = (
  source: Source<unknown>,
  { page = 1, size = DEFAULT_PAGE_SIZE, sort }: HistorySearch,
): Paging => ({
  page: page - 1,
  size,
  sort: sortOf(source, sort),
});
