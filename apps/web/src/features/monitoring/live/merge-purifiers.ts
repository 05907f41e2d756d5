import type { LiveEvent } from '@airdeck/contract/live/event';
import type { PurifierList } from '../api/purifiers-query.ts';

export type PurifiersEvent = Extract<LiveEvent, { type: 'purifiers' }>;

/** Purifiers as an event reports them; those it does not name stay the very same objects. */
export function mergePurifiers(list: PurifierList, event: PurifiersEvent): PurifierList {
  if (Date.parse(event.time) <= Date.parse(list.time)) return list;
  const changes = new Map(event.purifiers.map((purifier) => [purifier.id, purifier]));
  return { ...list, time: event.time, purifiers: list.purifiers.map((each) => changes.get(each.id) ?? each) };
}
