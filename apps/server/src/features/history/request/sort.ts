import type { SortOrder } from '@airdeck/contract/paging';

/** Whether a list that has an order of time alone is wanted newest first, as it is unless said. */
export const isNewestFirst = ([order]: readonly SortOrder<'time' | 'start'>[]): boolean => order?.descending ?? true;
