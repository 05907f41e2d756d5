import type { Card, CardNow, MeterCounts } from '@airdeck/contract/monitoring/schema';
import { type GradeFilter, type MonitoringSearch, matchesNames } from '../address/search.ts';
import { SLOT_MS } from '../live/merge.ts';

/** Meters that do not report now, whether they ever did or not. */
export const silentOf = ({ total, online }: Pick<MeterCounts, 'total' | 'online'>): number => total - online;

const has = (meters: MeterCounts, share: GradeFilter): boolean =>
  (share === 'NONE' ? silentOf(meters) : meters[share]) > 0;

/** Cards whose own name or a name above matches the search, and that have meters of one of the grades. */
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

type Rank = Pick<CardNow, 'id' | 'index' | 'meters'>;

/** Worst first: by very bad meters, bad meters, index. Cards without an index come last; equal ones are ordered by id. */
export function compareWorst(a: Rank, b: Rank): number {
  return (
    b.meters.VERY_BAD - a.meters.VERY_BAD ||
    b.meters.BAD - a.meters.BAD ||
    (b.index ?? -1) - (a.index ?? -1) ||
    a.id - b.id
  );
}

/** When the slot that lies `slotsAgo` before the one of `now` (ISO) began, in epoch ms. */
export const slotStart = (now: string, slotsAgo: number): number =>
  (Math.floor(Date.parse(now) / SLOT_MS) - slotsAgo) * SLOT_MS;

/** `now` at the beginning of its slot, so that what depends on slots only is not rendered again before the next one. */
export const slotTime = (now: string): string => new Date(slotStart(now, 0)).toISOString();
