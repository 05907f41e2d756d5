import type { SortOrder } from '@airdeck/contract/paging';

/** Whether a list sorted by time only is newest first, which is the default. */
export const isNewestFirst = ([order]: readonly SortOrder<'time' | 'start'>[]): boolean => order?.descending ?? true;
