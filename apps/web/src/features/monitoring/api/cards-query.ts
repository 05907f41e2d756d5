import { getCards } from '@airdeck/contract/monitoring/routes';
import type { CardList, CardView } from '@airdeck/contract/monitoring/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { mergeCards } from '../live/merge-cards.ts';
import { recentEvents } from '../live/recent-events.ts';
import { KEYS, whileTranslating } from './keys.ts';

/** Live events bring everything but the averages of the weeks. */
const WEEKS_MS = 60_000;

async function fetchCards(view: CardView, id: number | undefined, signal: AbortSignal): Promise<CardList> {
  const list = await call(getCards, { params: { view }, query: { id }, signal });
  return recentEvents.ofType('cards').reduce(mergeCards, list);
}

/** Cards of a view, below the item `id` or all that the user may see. */
export const cardsQuery = (view: CardView, id: number | undefined) =>
  queryOptions<CardList, ApiFailure>({
    queryKey: KEYS.cards(view, id),
    placeholderData: whileTranslating(KEYS.cards(view, id)),
    queryFn: ({ signal }) => fetchCards(view, id, signal),
    refetchInterval: WEEKS_MS,
  });
