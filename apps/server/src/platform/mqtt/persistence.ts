import { Readable } from 'node:stream';
import type { Client, PublishPacket } from 'aedes';

interface Identified {
  messageId?: number;
}

const nothing = async (): Promise<void> => {};

/**
 * Matches a filter with wildcards, most often against many topics that differ before the first wildcard; `a/#` matches
 * `a` too.
 */
const matches = (filter: string, prefix: string, topic: string): boolean => {
  if (!`${topic}/`.startsWith(prefix)) return false;
  const levels = topic.split('/');
  const wanted = filter.split('/');
  const isOpen = wanted.at(-1) === '#';
  if (isOpen) wanted.pop();
  const isLong = isOpen ? levels.length >= wanted.length : levels.length === wanted.length;
  return isLong && wanted.every((level, i) => level === '+' || level === levels[i]);
};

/**
 * The persistence of aedes: the server's own retained messages, and nothing of any client. A session ends with its
 * connection: subscriptions, queued messages and wills do not outlive it. Only the id of an unreleased QoS 2 message is
 * kept (aedes counts them, `maxInflightInbound`), until its connection ends.
 */
export const createPersistence = () => {
  const retained = new Map<string, PublishPacket>();
  const halfWay = new WeakMap<Client, Set<number>>();
  const isHalfWay = (client: Client, { messageId }: Identified): boolean =>
    messageId !== undefined && halfWay.get(client)?.has(messageId) === true;

  const find = async (client: Client, packet: Identified): Promise<Identified> => {
    if (!isHalfWay(client, packet)) throw new Error('no such message');
    return packet;
  };
  const retainedTopics = (filter: string): string[] => {
    const wildcard = filter.search(/[+#]/);
    if (wildcard < 0) return [filter];
    const prefix = filter.slice(0, wildcard);
    return [...retained.keys()].filter((topic) => matches(filter, prefix, topic));
  };
  const retainedMessages = (filters: string[]): Readable => {
    const topics = new Set(filters.flatMap(retainedTopics));
    return Readable.from([...topics].flatMap((topic) => retained.get(topic) ?? []));
  };

  return {
    isHalfWay,

    // The rest of the interface that aedes requires.
    setup: nothing,
    destroy: nothing,
    async storeRetained(packet: PublishPacket): Promise<void> {
      if (packet.payload.length === 0) retained.delete(packet.topic);
      else retained.set(packet.topic, { ...packet });
    },
    createRetainedStreamCombi: retainedMessages,

    async incomingStorePacket(client: Client, { messageId }: Identified): Promise<void> {
      const ids = halfWay.get(client) ?? new Set();
      halfWay.set(client, ids);
      if (messageId !== undefined) ids.add(messageId);
    },
    incomingGetPacket: find,
    async incomingDelPacket(client: Client, packet: Identified): Promise<void> {
      const { messageId } = await find(client, packet);
      if (messageId !== undefined) halfWay.get(client)?.delete(messageId);
    },

    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    cleanSubscriptions: nothing,
    subscriptionsByClient: async () => [],
    subscriptionsByTopic: async () => [],

    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    outgoingStream: () => Readable.from([]),

    // A will is kept in its connection. aedes publishes stored wills from time to time, on behalf of brokers that it
    // considers dead.
    putWill: nothing,
    getWill: nothing,
    delWill: nothing,
    streamWill: () => Readable.from([]),
  };
};

export type Persistence = ReturnType<typeof createPersistence>;
