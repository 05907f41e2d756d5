import type { Card, CardNow, MeterCounts } from '@airdeck/contract/monitoring/schema';
import { type GradeFilter, type MonitoringSearch, matchesNames } from '../address/search.ts';
import { SLOT_MS } from '../live/merge.ts';

/** Meters that do not report now, whether they ever did or not. */
export const silentOf = ({ total, online }: Pick<MeterCounts, 'total' | 'online'>): number => total - online;

const has = (meters: MeterCounts, share: GradeFilter): boolean =>
  (share === 'NONE' ? silentOf(meters) : meters[share]) > 0;

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

/** Least rise that is shown, in index points and as a share of the value. */
const MIN_RISE = 10;
const MIN_SHARE = 0.15;
/** Ups and downs within this share of the rise, or these points, are noise. */
const NOISE_SHARE = 0.2;
const NOISE = 4;

interface Rise {
  /** Number of slots since it began. */
  slots: number;
  /** Index points. */
  by: number;
}

/** The rise that a course is in now; null when it is not rising. Gaps are skipped. */
export function riseOf(trend: readonly (number | null)[]): Rise | null {
  const known = trend.flatMap((value, slot) => (value === null ? [] : [{ value, slot }])).reverse();
  const last = known[0];
  if (last === undefined || last.slot < trend.length - 2) return null;
  let low = last.value;
  for (const { value } of known) {
    // Further back the values are higher again, so the rise began here.
    if (value > low + Math.max(NOISE, (last.value - low) * NOISE_SHARE)) break;
    low = Math.min(low, value);
  }
  const by = last.value - low;
  if (by < MIN_RISE || by < last.value * MIN_SHARE) return null;
  const foot = known.find(({ value }) => value <= low + by * NOISE_SHARE) ?? last;
  return { slots: trend.length - 1 - foot.slot, by };
}

/** When the slot that lies `slotsAgo` before the one of `now` (ISO) began, in epoch ms. */
export const slotStart = (now: string, slotsAgo: number): number =>
  (Math.floor(Date.parse(now) / SLOT_MS) - slotsAgo) * SLOT_MS;

/** `now` at the beginning of its slot, so that what depends on slots only is not rendered again before the next one. */
export const slotTime = (now: string): string => new Date(slotStart(now, 0)).toISOString();
