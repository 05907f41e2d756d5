import type { ErrorCode } from '@airdeck/contract/error/code';
import { getLive, type LiveEvent } from '@airdeck/contract/live/event';
import { isoTime } from '@airdeck/domain/calendar';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Clock } from '../../../platform/clock.ts';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { openEventStream, type Sink } from '../../../platform/http/event-stream.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import type { Log } from '../../../platform/log.ts';
import { scopeKey } from '../../../registry/visible-organizations.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { createBadAirStreams } from '../views/bad-air.ts';
import { createLiveClient, type LiveClient } from './client.ts';
import { createTopics, messageOf, type Subscription, type Topic, takeMessages } from './topics.ts';
import type { ViewStreamSources } from './view-streams.ts';

export interface LiveOptions extends Omit<ViewStreamSources, 'badAir'> {
  clock: Clock;
  contextOf(subscription: Subscription, now: number): RequestContext;
  /**
   * Marks a session as in use while a stream is open; the returned function ends that. @throws Failure when the session
   * has ended
   */
  hold(sessionId: string): () => void;
  log: Log;
}

export interface Live {
  start(): void;
  /** Ends every stream. */
  stop(): void;
  /** Announces a new reading or report: its subscribers get it shortly, bundled with those that follow. */
  touch(): void;
  /** The registry changed: clients who see one of the changed organizations have to load again. */
  registryChanged(): void;
  /** Sends each client the event that `eventFor` returns for its scope; null sends none. */
  broadcast(eventFor: (scope: Scope) => LiveEvent | null): void;
  endSession(sessionId: string, code: ErrorCode): void;
  /**
   * Admits a client. Call the returned function with its connection, and the function that this returns when the client
   * has left.
   * @throws Failure INVALID_VIEW, TOO_MANY_REQUESTS, or an error of `hold`
   */
  admit(sessionId: string, subscription: Subscription): (sink: Sink) => () => void;
}

/**
 * Between two messages of a topic: its changes meanwhile are bundled. After a pause of that length two may follow each
 * other at once, as the first is often of something else, such as the number of meters.
 */
const BUNDLE_MS = 150;
/** Between two looks for changes. Each reading of another place starts one, so it is much shorter. */
const MIN_PAUSE_MS = 30;
/** Pauses five times as long as the last flush took, so that assessing takes at most a sixth of the time. */
const FLUSH_REST = 5;
const TICK_MS = 1_000;
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ': alive\n\n';
/** Eight tabs of a browser, and some streams whose loss was not noticed yet. */
const MAX_STREAMS_A_SESSION = 12;

export const createLive = ({ clock, contextOf, hold, log, ...sources }: LiveOptions): Live => {
  const clients = new Set<LiveClient>();
  const badAir = createBadAirStreams(sources);
  const topics = createTopics<LiveClient>({ ...sources, badAir }, (subscription) =>
    contextOf(subscription, clock.now()),
  );
  let timers: NodeJS.Timeout[] = [];
  let soon: NodeJS.Immediate | null = null;
  let pause: NodeJS.Timeout | null = null;
  let isTouched = false;
  /** Trees are not refreshed before this time; `performance.now()`. */
  let treesFrom = 0;

  const hello = (): LiveEvent => ({ type: 'hello', time: isoTime(clock.now()) });

  /** Sends the changes of topics; returns whether some have to wait for their next bundle. */
  const tell = (some: Iterable<Topic<LiveClient>>): boolean => {
    const now = clock.now();
    const at = performance.now();
    let isWaiting = false;
    badAir.refresh();
    for (const topic of some) {
      if (at < topic.dueAt) {
        isWaiting = true;
        continue;
      }
      try {
        const messages = takeMessages(topic, contextOf(topic.subscription, now));
        if (messages === null) continue;
        topic.dueAt = Math.max(at, topic.dueAt + BUNDLE_MS);
        for (const client of topic.clients) client.send(messages);
      } catch (error) {
        // The place was deleted: its clients got 'site', load again and see the error there.
        if (!(error instanceof Failure))
          log.error({ err: error, view: topic.subscription.view }, 'updating a live view failed');
      }
    }
    return isWaiting;
  };

  const tellTrees = (): boolean => {
    const begin = performance.now();
    const isWaiting = tell(topics.trees.values());
    // Rests as after a flush: a tree of 50,000 meters may take longer than a tick.
    const end = performance.now();
    treesFrom = end + (end - begin) * FLUSH_REST;
    return isWaiting;
  };

  const flush = (): void => {
    soon = null;
    const begin = performance.now();
    isTouched = tell(topics.views.values());
    // The tree in the same moment as cards and sensors, unless it is large.
    if (begin >= treesFrom && tellTrees()) isTouched = true;
    const rest = Math.max(MIN_PAUSE_MS, (performance.now() - begin) * FLUSH_REST);
    pause = setTimeout(() => {
      pause = null;
      if (isTouched) flush();
    }, rest);
  };

  const touch = (): void => {
    isTouched = true;
    // Deferred, so that storing readings does not wait for live views.
    if (clients.size > 0 && !soon && !pause) soon = setImmediate(flush);
  };

  /** Some changes need no event: meters fall silent, trends move on. */
  const tick = (): void => {
    if (clients.size === 0) return;
    if (performance.now() >= treesFrom) tellTrees();
    touch();
    for (const client of clients) client.resume(hello());
  };

  const leave = (client: LiveClient): void => {
    if (clients.delete(client)) topics.leave(client);
  };

  const countOf = (sessionId: string): number => {
    let count = 0;
    for (const client of clients) if (client.sessionId === sessionId) count++;
    return count;
  };

  return {
    start() {
      timers = [
        setInterval(tick, TICK_MS),
        setInterval(() => {
          for (const client of clients) client.send(HEARTBEAT);
        }, HEARTBEAT_MS),
      ];
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      if (soon) clearImmediate(soon);
      if (pause) clearTimeout(pause);
      soon = pause = null;
      for (const client of clients) client.end('');
    },
    touch,
    registryChanged() {
      const message = messageOf({ type: 'site' });
      for (const topic of topics.views.values()) {
        const { organizations } = contextOf(topic.subscription, clock.now());
        if (organizations === topic.organizations) continue;
        topic.organizations = organizations;
        for (const client of topic.clients) client.send(message);
      }
    },
    broadcast(eventFor) {
      const messages = new Map<string, string | null>();
      for (const { subscription, clients: following } of topics.views.values()) {
        const key = scopeKey(subscription.scope);
        if (!messages.has(key)) {
          const event = eventFor(subscription.scope);
          messages.set(key, event && messageOf(event));
        }
        const message = messages.get(key);
        if (message) for (const client of following) client.send(message);
      }
    },
    endSession(sessionId, code) {
      for (const client of [...clients]) {
        if (client.sessionId !== sessionId) continue;
        client.end(messageOf({ type: 'ended', code }));
        leave(client);
      }
    },
    admit(sessionId, subscription) {
      if (countOf(sessionId) >= MAX_STREAMS_A_SESSION) throw new Failure('TOO_MANY_REQUESTS');
      badAir.refresh();
      topics.check(subscription);
      const release = hold(sessionId);
      return (sink) => {
        const client = createLiveClient(sessionId, sink);
        clients.add(client);
        badAir.refresh();
        topics.join(client, subscription);
        sink.write(messageOf(hello()));
        return () => {
          leave(client);
          release();
        };
      };
    },
  };
};

/** Server-sent events with bearer authorization; the stream stays open until either side ends it. */
export const addLiveRoute = (http: Http, live: Live): void => {
  addRoute(http, getLive, ({ query, who, scope, request, reply }) => {
    const { view, id } = query;
    const subscription = { scope, language: languageOf(request, who), view, id };
    const enter = live.admit(who.sessionId, subscription);
    const { sink, onClose } = openEventStream(reply);
    onClose(enter(sink));
    return reply;
  });
  // Fastify waits for open responses when it closes, and streams do not end by themselves.
  http.addHook('preClose', async () => live.stop());
};
