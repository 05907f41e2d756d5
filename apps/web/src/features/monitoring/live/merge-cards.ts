import type { LiveEvent } from '@airdeck/contract/live/event';
import type { CardList } from '@airdeck/contract/monitoring/schema';

export type CardsEvent = Extract<LiveEvent, { type: 'cards' }>;

/** Cards with what an event says about them; those it does not name stay the very same objects. Old events do nothing. */
export function mergeCards(list: CardList, event: CardsEvent): CardList {
  if (Date.parse(event.time) <= Date.parse(list.time)) return list;
  const changes = new Map(event.cards.map((card) => [card.id, card]));
  const cards = list.cards.map((card) => {
    const change = changes.get(card.id);
    return change === undefined ? card : { ...card, ...change };
  });
  return { ...list, time: event.time, meters: event.meters, cards };
}
