import type { CardNow } from '@airdeck/contract/monitoring/schema';

type Rank = Pick<CardNow, 'id' | 'index' | 'meters'>;

/** Worst first: by meters very bad, then bad, then index; what has no index comes last; equals keep their place by id. */
export function compareWorst(a: Rank, b: Rank): number {
  return (
    b.meters.VERY_BAD - a.meters.VERY_BAD ||
    b.meters.BAD - a.meters.BAD ||
    (b.index ?? -1) - (a.index ?? -1) ||
    a.id - b.id
  );
}
