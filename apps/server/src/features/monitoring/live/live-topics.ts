import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { Language } from '@airdeck/contract/user/schema';
import type { Asker } from '../../../site/asker.ts';
import { askerKey } from '../assess/places.ts';
import type { PurifierReports } from '../current/purifier-reports.ts';
import type { Glance } from '../views/glance.ts';
import { type Feed, feedsOf, treeFeed } from './live-feeds.ts';

/** What is looked at, by whom, in which language. */
export interface LiveWish {
  asker: Asker;
  language: Language;
  view: LiveView;
  id: number | undefined;
}

/** All who look at the same thing: what they are told is worked out and written down once. */
export interface Topic<Client> {
  readonly wish: LiveWish;
  readonly clients: Set<Client>;
  readonly feeds: Feed[];
}

/** A message of server-sent events. */
export const messageOf = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/** The messages of what changed in a topic; null when nothing did. */
export const takeMessages = <C>(topic: Topic<C>, glance: Glance): string | null => {
  const events = topic.feeds.map((feed) => feed(glance)).filter((event) => event !== null);
  return events.length === 0 ? null : events.map(messageOf).join('');
};

const keyOf = ({ asker, language, view, id }: LiveWish): string => [askerKey(asker), language, view, id].join('|');

/** Topics that somebody looks at: those of views, and one site tree for each kind of asker. */
export const createTopics = <Client>(reports: PurifierReports, glanceFor: (wish: LiveWish) => Glance) => {
  const views = new Map<string, Topic<Client>>();
  const trees = new Map<string, Topic<Client>>();

  const join = (
    client: Client,
    topics: Map<string, Topic<Client>>,
    key: string,
    wish: LiveWish,
    feeds: () => Feed[],
  ): void => {
    let topic = topics.get(key);
    if (!topic) {
      topic = { wish, clients: new Set(), feeds: feeds() };
      takeMessages(topic, glanceFor(wish));
      topics.set(key, topic);
    }
    topic.clients.add(client);
  };

  return {
    views,
    trees,
    /** @throws Failure INVALID_VIEW when what is wished for is not there for the asker. */
    check(wish: LiveWish): void {
      const glance = glanceFor(wish);
      for (const feed of feedsOf(wish.view, wish.id, reports)) feed(glance);
    },
    join(client: Client, wish: LiveWish): void {
      join(client, views, keyOf(wish), wish, () => feedsOf(wish.view, wish.id, reports));
      join(client, trees, askerKey(wish.asker), wish, () => [treeFeed()]);
    },
    leave(client: Client): void {
      for (const topics of [views, trees]) {
        for (const [key, topic] of topics) {
          topic.clients.delete(client);
          if (topic.clients.size === 0) topics.delete(key);
        }
      }
    },
  };
};
