import type { Feed } from '../../feed/feed.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { NamedConnection } from '../../platform/mqtt/named-connections.ts';
import { createHeldConnections } from './held-connections.ts';

/** Connections within this time are published together. */
const GATHER_MS = 20;
const PAUSE_MS = 60_000;
const RETRY_MS = 1_000;
const MAX_PUBLISHED = 500;

export interface TakeoversOptions {
  db: Db;
  feed: Pick<Feed, 'append' | 'wake' | 'follow' | 'processId'>;
  /** Monotonic milliseconds. */
  monotonic(): number;
  log: Log;
}

/**
 * Keeps one connection of each client among all processes with a broker. Each publishes its new connections; the others
 * then close the older one of the same client (docs/adr/0031-takeovers.md).
 */
export interface Takeovers {
  connected(connection: NamedConnection): void;
  gone(connection: NamedConnection): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const createTakeovers = ({ db, feed, monotonic, log }: TakeoversOptions): Takeovers => {
  const held = createHeldConnections(feed.processId);
  let timer: NodeJS.Timeout | null = null;

  const publish = async (): Promise<number> => {
    const { entries, done } = held.publish(MAX_PUBLISHED, monotonic());
    if (entries.length > 0) {
      const event = { from: feed.processId, connections: entries };
      await db.tx((tx) => feed.append(tx, [{ kind: 'connections', event }]));
      feed.wake('connections');
    }
    done();
    return held.hasUnpublished() ? 0 : PAUSE_MS;
  };
  const loop = createLoop(publish, (error) => {
    log.warn({ err: error }, 'connections of devices could not be published; retrying');
    return RETRY_MS;
  });

  const publishSoon = (): void => {
    if (!held.hasUnpublished()) return;
    timer ??= setTimeout(() => {
      timer = null;
      loop.wake();
    }, GATHER_MS);
  };

  const follower = feed.follow({
    kinds: ['connections'],
    async load() {
      // The others compare the ages of their connections with these.
      held.publishAll();
      publishSoon();
    },
    apply(entries) {
      for (const { event } of entries) held.apply(event, monotonic());
      publishSoon();
    },
  });

  return {
    connected(connection) {
      held.connected(connection, monotonic());
      publishSoon();
    },
    gone: held.gone,
    async start() {
      await follower.start();
      loop.start();
    },
    async stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      await loop.stop();
      await follower.stop();
    },
  };
};
