import {
  type Attention,
  type AttentionEvent,
  type AttentionItem,
  attentionRank,
  getAttention,
  MAX_ATTENTION,
} from '@airdeck/contract/monitoring/attention';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import type { PlaceId } from '../address/screen.ts';
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

const listOf = ({ items, ...answer }: Attention): AttentionList => ({
  ...answer,
  items: items.map((item, rank) => ({ ...item, id: idOf(item.key), rank })),
});

/**
 * The list with the bad air of an event; everything else stays. An event that is not newer is ignored. A new line gets
 * its comparison with last week from the next answer.
 */
export function mergeAttention(list: AttentionList, event: AttentionEvent): AttentionList {
  if (Date.parse(event.time) <= Date.parse(list.time)) return list;
  const before = new Map(list.items.map((item) => [item.key, item]));
  const air = event.air.map((item): AttentionItem => {
    const known = before.get(item.key);
    return { ...item, usual: known?.kind === 'AIR' ? known.usual : null };
  });
  const others: AttentionItem[] = list.items.filter(({ kind }) => kind !== 'AIR');
  const airOf = ({ VERY_BAD, BAD, BETTER }: AttentionEvent['counts']): number => VERY_BAD + BAD + BETTER;
  return listOf({
    time: event.time,
    meters: event.meters,
    counts: { ...list.counts, ...event.counts },
    total: list.total - airOf(list.counts) + airOf(event.counts),
    elsewhere: { ...list.elsewhere, air: event.elsewhere },
    items: [...air, ...others].toSorted((a, b) => attentionRank(a) - attentionRank(b)).slice(0, MAX_ATTENTION),
  });
}

/** An answer that was on its way while an event arrived keeps the bad air of the event. */
function newest(answer: AttentionList, known: AttentionList | undefined): AttentionList {
  if (known === undefined) return answer;
  const air = known.items.filter((item) => item.kind === 'AIR');
  return mergeAttention(answer, {
    type: 'attention',
    time: known.time,
    meters: known.meters,
    counts: known.counts,
    elsewhere: known.elsewhere.air,
    air,
  });
}

/** Interval of the refresh; live events refresh earlier. */
const EVERY_MS = 10_000;

/** Items that need attention in a place, or in all that the user sees, worst first. */
export const attentionQuery = (place: PlaceId | null) =>
  queryOptions<AttentionList, ApiFailure>({
    queryKey: KEYS.attention(place),
    queryFn: async ({ signal, client }) => {
      const answer = listOf(
        await call(getAttention, { query: place ? { kind: place.kind, id: String(place.id) } : {}, signal }),
      );
      return newest(answer, client.getQueryData<AttentionList>(KEYS.attention(place)));
    },
    refetchInterval: EVERY_MS,
  });
