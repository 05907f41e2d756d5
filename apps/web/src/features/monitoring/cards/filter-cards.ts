import type { Card, MeterCounts } from '@airdeck/contract/monitoring/schema';
import type { MonitoringSearch, Share } from '../address/search.ts';
import { matchesNames } from '../parts/matches-names.ts';

/** Meters that do not report now, whether they ever did or not. */
export const silentOf = ({ total, online }: Pick<MeterCounts, 'total' | 'online'>): number => total - online;

const has = (meters: MeterCounts, share: Share): boolean => (share === 'NONE' ? silentOf(meters) : meters[share]) > 0;

/** Cards whose names, own and above, hold what is searched for, and that have meters of one of the grades. */
export function filterCards<T extends Pick<Card, 'name' | 'above' | 'meters'>>(
  cards: readonly T[],
  search: MonitoringSearch,
): T[] {
  const { grade = [] } = search;
  return cards.filter(
    ({ name, above, meters }) =>
      matchesNames([...above, name], search) && (grade.length === 0 || grade.some((share) => has(meters, share))),
  );
}
