import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import type { RequestContext } from '../../../registry/request-context.ts';
import { scopeKey } from '../../../registry/visible-organizations.ts';
import { type Feed, type FeedSources, feedsOf, treeFeed } from './feeds.ts';

/** What a client follows, what of it the client reaches, and in which language. */
export interface Subscription {
  scope: Scope;
  language: Language;
  view: LiveView;
  id: number | undefined;
}

/** All who follow the same: what they are told is worked out and written down once. */
export interface Topic<Client> {
  readonly subscription: Subscription;
  readonly clients: Set<Client>;
  readonly feeds: Feed[];
}

/** A message of server-sent events. */
export const messageOf = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/** The messages of what changed in a topic; null when nothing did. */
export const takeMessages = <C>(topic: Topic<C>, context: RequestContext): string | null => {
  const events = topic.feeds.map((feed) => feed(context)).filter((event) => event !== null);
  return events.length === 0 ? null : events.map(messageOf).join('');
};

const keyOf = ({ scope, language, view, id }: Subscription): string => [scopeKey(scope), language, view, id].join('|');

/** Topics that somebody follows: those of views, and one registry tree for all viewers who see the same. */
export const createTopics = <Client>(
  sources: FeedSources,
  contextOf: (subscription: Subscription) => RequestContext,
) => {
  const views = new Map<string, Topic<Client>>();
  const trees = new Map<string, Topic<Client>>();

  const join = (
    client: Client,
    topics: Map<string, Topic<Client>>,
    key: string,
    subscription: Subscription,
    feeds: () => Feed[],
  ): void => {
    let topic = topics.get(key);
    if (!topic) {
      topic = { subscription, clients: new Set(), feeds: feeds() };
      takeMessages(topic, contextOf(subscription));
      topics.set(key, topic);
    }
    topic.clients.add(client);
  };

  return {
    views,
    trees,
    /** @throws Failure INVALID_VIEW when what is to be followed is not there for the viewer. */
    check(subscription: Subscription): void {
      const context = contextOf(subscription);
      for (const feed of feedsOf(sources, subscription.view, subscription.id)) feed(context);
    },
    join(client: Client, subscription: Subscription): void {
      const { scope, view, id } = subscription;
      join(client, views, keyOf(subscription), subscription, () => feedsOf(sources, view, id));
      join(client, trees, scopeKey(scope), subscription, () => [treeFeed(sources)]);
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
