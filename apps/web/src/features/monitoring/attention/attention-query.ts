import { type Attention, type AttentionItem, getAttention } from '@airdeck/contract/monitoring/attention';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { KEYS } from '../api/queries.ts';

/** A line of the banner: its thing has the same number as long as the page is open, and a rank among the others. */
export type AttentionLine = AttentionItem & { id: number; rank: number };
export type AttentionList = Omit<Attention, 'items'> & { items: AttentionLine[] };

const ids = new Map<string, number>();

function idOf(key: string): number {
  const id = ids.get(key) ?? ids.size + 1;
  ids.set(key, id);
  return id;
}

/** Interval of the refresh; live events refresh earlier. */
const EVERY_MS = 10_000;

/** Items that need attention, worst first. */
export const attentionQuery = () =>
  queryOptions<AttentionList, ApiFailure>({
    queryKey: KEYS.attention(),
    queryFn: async ({ signal }) => {
      const answer = await call(getAttention, { signal });
      return { ...answer, items: answer.items.map((item, rank) => ({ ...item, id: idOf(item.key), rank })) };
    },
    refetchInterval: EVERY_MS,
  });
