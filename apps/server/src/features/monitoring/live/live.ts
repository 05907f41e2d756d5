import type { ErrorCode } from '@airdeck/contract/error/code';
import type { LiveEvent } from '@airdeck/contract/live/event';
import { Failure } from '../../../platform/http/failure.ts';
import type { Log } from '../../../platform/log.ts';
import type { Moment } from '../assess/moment.ts';
import type { PurifierReports } from '../current/purifier-reports.ts';
import { type Glance, isoTime } from '../views/glance.ts';
import { createLiveClient, type LiveClient, type Sink } from './live-client.ts';
import { createTopics, type LiveWish, messageOf, type Topic, takeMessages } from './live-topics.ts';

export interface LiveOptions {
  /** The time now, and what is registered. */
  moment(): Moment;
  glance(wish: LiveWish, moment: Moment): Glance;
  reports: PurifierReports;
  /** Counts an open stream as use of its session; the answer ends that. @throws Failure when the session is over. */
  hold(sessionId: string): () => void;
  log: Log;
}

export interface Live {
  start(): void;
  /** Ends every stream. */
  stop(): void;
  /** Something was measured or reported: whoever looks at it is told shortly, and then not again for a moment. */
  touch(): void;
  /** What is registered was changed: everybody loads again. */
  siteChanged(): void;
  endSession(sessionId: string, code: ErrorCode): void;
  /**
   * Lets a client in; call the answer with the way to it, and what that answers when the client has left.
   * @throws Failure INVALID_VIEW, TOO_MANY_REQUESTS, or what `hold` throws.
   */
  admit(sessionId: string, wish: LiveWish): (sink: Sink) => () => void;
}

const FLUSH_MS = 150;
/** Looking takes at most a sixth of the time, however much there is to see. */
const FLUSH_REST = 5;
const TICK_MS = 1_000;
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ': alive\n\n';
/** Eight tabs of a browser, and some whose end was not noticed yet. */
const MAX_STREAMS_A_SESSION = 12;

export const createLive = ({ moment, glance, reports, hold, log }: LiveOptions): Live => {
  const clients = new Set<LiveClient>();
  const topics = createTopics<LiveClient>(reports, (wish) => glance(wish, moment()));
  let timers: NodeJS.Timeout[] = [];
  let soon: NodeJS.Immediate | null = null;
  let pause: NodeJS.Timeout | null = null;
  let isTouched = false;

  const hello = (): LiveEvent => ({ type: 'hello', time: isoTime(moment().now) });

  const tell = (some: Iterable<Topic<LiveClient>>): void => {
    const now = moment();
    for (const topic of some) {
      try {
        const messages = takeMessages(topic, glance(topic.wish, now));
        if (messages !== null) for (const client of topic.clients) client.send(messages);
      } catch (error) {
        // The place was deleted: 'site' has told its clients to load again, and loading says so.
        if (!(error instanceof Failure)) log.error({ err: error, view: topic.wish.view }, 'a live view failed');
      }
    }
  };

  const flush = (): void => {
    soon = null;
    isTouched = false;
    const begin = performance.now();
    tell(topics.views.values());
    const rest = Math.max(FLUSH_MS, (performance.now() - begin) * FLUSH_REST);
    pause = setTimeout(() => {
      pause = null;
      if (isTouched) flush();
    }, rest);
  };

  const touch = (): void => {
    isTouched = true;
    // Not at once: a reading's way does not wait for those who look at it.
    if (clients.size > 0 && !soon && !pause) soon = setImmediate(flush);
  };

  /** What changes by time alone: meters that fall silent, trends that move on. */
  const tick = (): void => {
    if (clients.size === 0) return;
    tell(topics.trees.values());
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
    siteChanged() {
      for (const client of clients) client.send(messageOf({ type: 'site' }));
    },
    endSession(sessionId, code) {
      for (const client of [...clients]) {
        if (client.sessionId !== sessionId) continue;
        client.end(messageOf({ type: 'ended', code }));
        leave(client);
      }
    },
    admit(sessionId, wish) {
      if (countOf(sessionId) >= MAX_STREAMS_A_SESSION) throw new Failure('TOO_MANY_REQUESTS');
      topics.check(wish);
      const release = hold(sessionId);
      return (sink) => {
        const client = createLiveClient(sessionId, sink);
        clients.add(client);
        topics.join(client, wish);
        sink.write(messageOf(hello()));
        return () => {
          leave(client);
          release();
        };
      };
    },
  };
};
