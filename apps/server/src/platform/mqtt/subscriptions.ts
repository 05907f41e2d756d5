import type { Aedes, Client } from 'aedes';
import type { Connection } from './connection.ts';
import { matchesFilter } from './topic-filter.ts';

/** Tracks subscriptions by whole filters: aedes can tell only by sending. */
export const countSubscriptions = <I>(
  aedes: Aedes,
  connectionOf: (client: Client | null) => Connection<I> | undefined,
) => {
  const filters = new WeakMap<Client, Set<string>>();
  const counts = new Map<string, number>();

  const add = (filter: string, change: 1 | -1): void => {
    const count = (counts.get(filter) ?? 0) + change;
    if (count > 0) counts.set(filter, count);
    else counts.delete(filter);
  };
  const drop = (client: Client, filter: string): void => {
    if (filters.get(client)?.delete(filter)) add(filter, -1);
  };

  aedes.on('subscribe', (granted, client) => {
    const own = filters.get(client) ?? new Set();
    filters.set(client, own);
    // This is called for a refused subscription too.
    const allowed = connectionOf(client)?.filters;
    for (const { topic } of client.closed ? [] : granted) {
      if (own.has(topic) || !allowed?.has(topic)) continue;
      own.add(topic);
      add(topic, 1);
    }
  });
  aedes.on('unsubscribe', (gone, client) => {
    for (const filter of gone) drop(client, String(filter));
  });

  return {
    count: (filter: string): number => counts.get(filter) ?? 0,
    has: (client: Client, filter: string): boolean => filters.get(client)?.has(filter) === true,
    /** Whether one of a connection's filters matches a topic. */
    matches: (client: Client, topic: string): boolean =>
      [...(filters.get(client) ?? [])].some((filter) => matchesFilter(filter, topic)),
    /** Its connection has closed. */
    forget(client: Client): void {
      for (const filter of filters.get(client) ?? []) drop(client, filter);
    },
  };
};
