import type { FilterLifeView } from '@airdeck/contract/purifier/filter';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { filterLevel } from '@airdeck/domain/purifier/filter-life';

/** How far filters are, by their purifier. */
export type FilterLives = ReadonlyMap<number, readonly FilterLifeView[]>;

/** Filters from the last report alone: without recorded replacements and forecast. */
export const reportedFilters = ({ filter_use_h, filter_period_h }: PurifierState): FilterLifeView[] =>
  filter_use_h.map((used_h, i) => {
    const level = filterLevel(used_h, filter_period_h);
    return {
      number: i + 1,
      used_h,
      period_h: level === 'UNKNOWN' ? null : filter_period_h,
      level,
      ...{ hours_per_day: null, days_left: null, due_day: null, replaced: null },
    };
  });

const RANK: Readonly<Record<FilterLifeView['level'], number>> = { UNKNOWN: 0, FINE: 1, DUE: 2, EXPIRED: 3 };
const shareOf = ({ used_h, period_h }: FilterLifeView): number => (period_h === null ? 0 : used_h / period_h);

/** The filter that is to be replaced first. */
export const worstFilter = (filters: readonly FilterLifeView[]): FilterLifeView | undefined =>
  filters.toSorted((a, b) => RANK[b.level] - RANK[a.level] || shareOf(b) - shareOf(a))[0];
