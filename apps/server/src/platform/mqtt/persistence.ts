import { Readable } from 'node:stream';
import type { Client, PublishPacket } from 'aedes';

interface Identified {
  messageId?: number;
}

const nothing = async (): Promise<void> => {};

/** Of a filter with wildcards, of which many topics differ before the first; `a/#` is meant for `a` too. */
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
 * What aedes would keep beyond a connection: the server's own retained messages, and nothing of any client. A session
 * ends with its connection: no subscription, no waiting message and no will outlives it. Of a QoS 2 message that is
 * half-way only its id is kept (aedes counts them, `maxInflightInbound`), and goes with the connection.
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

    // The rest is what aedes asks of a persistence.
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

    // A will lives in its connection. aedes sends stored ones from time to time, on behalf of brokers it takes for dead.
    putWill: nothing,
    getWill: nothing,
    delWill: nothing,
    streamWill: () => Readable.from([]),
  };
};

export type Persistence = ReturnType<typeof createPersistence>;
