import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { Language } from '@airdeck/contract/user/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { scopeKey } from '../../../registry/visible-organizations.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { treeStream, type ViewStream, type ViewStreamSources, viewStreamsOf } from './view-streams.ts';

/** A client's view, scope and language. */
export interface Subscription {
  scope: Scope;
  language: Language;
  view: LiveView;
  id: number | undefined;
}

/** All clients of the same subscription: their messages are computed and serialized once. */
export interface Topic<Client> {
  readonly subscription: Subscription;
  readonly clients: Set<Client>;
  readonly feeds: ViewStream[];
  /** Those of the last change of the registry. */
  organizations: RequestContext['organizations'];
  /** Changes wait until then, bundled (`performance.now()`). */
  dueAt: number;
}

/** Formats a server-sent event. */
export const messageOf = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/** The messages for the changes of a topic; null without changes. */
export const takeMessages = <C>(topic: Topic<C>, context: RequestContext): string | null => {
  const events = topic.feeds.map((feed) => feed(context)).filter((event) => event !== null);
  return events.length === 0 ? null : events.map(messageOf).join('');
};

const topicKey = ({ scope, language, view, id }: Subscription): string =>
  [scopeKey(scope), language, view, id].join('|');

/** Topics that have clients: those of views, and one registry tree for all viewers with the same scope. */
export const createTopics = <Client>(
  sources: ViewStreamSources,
  contextOf: (subscription: Subscription) => RequestContext,
) => {
  const views = new Map<string, Topic<Client>>();
  const trees = new Map<string, Topic<Client>>();

  const join = (
    client: Client,
    topics: Map<string, Topic<Client>>,
    key: string,
    subscription: Subscription,
    feeds: () => ViewStream[],
  ): void => {
    let topic = topics.get(key);
    if (!topic) {
      const context = contextOf(subscription);
      topic = {
        subscription,
        clients: new Set(),
        feeds: feeds(),
        organizations: context.organizations,
        dueAt: Number.NEGATIVE_INFINITY,
      };
      takeMessages(topic, context);
      topics.set(key, topic);
    }
    topic.clients.add(client);
  };

  return {
    views,
    trees,
    /** @throws Failure INVALID_VIEW when the viewer cannot see the place of the subscription */
    check(subscription: Subscription): void {
      const context = contextOf(subscription);
      for (const feed of viewStreamsOf(sources, subscription.view, subscription.id)) feed(context);
    },
    join(client: Client, subscription: Subscription): void {
      const { scope, view, id } = subscription;
      join(client, views, topicKey(subscription), subscription, () => viewStreamsOf(sources, view, id));
      join(client, trees, scopeKey(scope), subscription, () => [treeStream(sources)]);
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
