import { getFilters } from '@airdeck/contract/purifier/filter';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKey } from '../api/query-keys.ts';
import type { ApiFailure } from '../failure.ts';
import type { FilterLives } from './filter-rules.ts';

/** Filters are used for months. */
const RELOAD_MS = 60_000;

/** How far filters are, by their purifier: of one, of a meter's, or of all that the viewer sees. */
export const filtersQuery = (of: { meterId?: number | undefined; purifierId?: number | undefined }) =>
  queryOptions<FilterLives, ApiFailure>({
    queryKey: queryKey('purifier', 'filters', of.meterId ?? null, of.purifierId ?? null),
    queryFn: async ({ signal }) => {
      const { purifiers } = await call(getFilters, { query: of, signal });
      return new Map(purifiers.map(({ purifier_id, filters }) => [purifier_id, filters]));
    },
    refetchInterval: RELOAD_MS,
    structuralSharing: false,
  });
