import { createHash } from 'node:crypto';
import type { ConnectionsEvent, DeviceConnection } from '../../feed/entry.ts';
import type { NamedConnection } from '../../platform/mqtt/named-connections.ts';

const KEY_BYTES = 16;

interface Held {
  connection: NamedConnection;
  /** Monotonic. */
  since: number;
  /** Of its newest entry, which may not be in the feed yet. */
  id: number;
  /** Its newest entry was read back from the feed: entries that follow it are of newer connections. */
  isPublished: boolean;
}

/** The reaction of a process with a connection when the feed shows another one of the same client. */
export const answerTo = (
  own: { ageMs: number; isPublished: boolean },
  other: { ageMs: number },
): 'KEEP' | 'CLOSE' | 'PUBLISH_AGAIN' => {
  // Its own entry follows, and makes the other process close.
  if (!own.isPublished) return 'KEEP';
  // The other one was published late: it is older, although its entry is newer.
  return own.ageMs < other.ageMs ? 'PUBLISH_AGAIN' : 'CLOSE';
};

const keyOf = (name: string): string =>
  createHash('sha256').update(name).digest().subarray(0, KEY_BYTES).toString('base64url');

/** Connections to publish. */
export interface Publication {
  entries: DeviceConnection[];
  /** Call it when the entries are in the feed. Until then they are published again. */
  done(): void;
}

/** The connections of this process as the others see them. Times are monotonic milliseconds of this process. */
export const createHeldConnections = (processId: string) => {
  const held = new Map<string, Held>();
  /** Keys of connections to publish. */
  const unpublished = new Set<string>();
  let lastId = 0;
  // While an entry is on its way, only the process that will read it decides. When both decided, both could close.
  const renew = (own: Held): number => {
    own.isPublished = false;
    own.id = ++lastId;
    return own.id;
  };

  return {
    hasUnpublished: (): boolean => unpublished.size > 0,
    connected(connection: NamedConnection, now: number): void {
      const key = keyOf(connection.name);
      held.set(key, { connection, since: now, id: ++lastId, isPublished: false });
      unpublished.add(key);
    },
    gone(connection: NamedConnection): void {
      const key = keyOf(connection.name);
      if (held.get(key)?.connection === connection) held.delete(key);
    },
    /** Publishes all connections again: entries may have been missed, also those of this process. */
    publishAll(): void {
      for (const [key, own] of held) {
        renew(own);
        unpublished.add(key);
      }
    },
    /** Begins to publish connections, at most `max`. */
    publish(max: number, now: number): Publication {
      const keys = [...unpublished].slice(0, max);
      const entries = keys.flatMap((key) => {
        const own = held.get(key);
        return own ? [{ key, id: renew(own), ageMs: Math.round(now - own.since) }] : [];
      });
      const ids = new Map(entries.map(({ key, id }) => [key, id]));
      return {
        entries,
        done() {
          // A client may have connected again meanwhile.
          for (const key of keys) if (held.get(key)?.id === ids.get(key)) unpublished.delete(key);
        },
      };
    },
    /** Applies an event of the feed: closes older connections. Newer ones are published again. */
    apply({ from, connections }: ConnectionsEvent, now: number): void {
      for (const { key, id, ageMs } of connections) {
        const own = held.get(key);
        if (own === undefined) continue;
        if (from === processId) {
          if (own.id === id) own.isPublished = true;
          continue;
        }
        const answer = answerTo({ ageMs: now - own.since, isPublished: own.isPublished }, { ageMs });
        if (answer === 'CLOSE') own.connection.replace();
        if (answer === 'PUBLISH_AGAIN') unpublished.add(key);
      }
    },
  };
};
