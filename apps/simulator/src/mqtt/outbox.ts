import type { MqttClient } from 'mqtt';

export interface Outbox {
  /** Publishes with QoS 1; resolves when the server has acknowledged, i.e. stored, the message. */
  publish(topic: string, payload: string, retain?: boolean): Promise<void>;
  /** Resolves when no message is outstanding. */
  idle(): Promise<void>;
}

/** The messages of a client, and the unacknowledged ones among them. */
export function createOutbox(client: MqttClient): Outbox {
  const onTheWay = new Set<Promise<unknown>>();
  return {
    async publish(topic, payload, retain = false) {
      const sending = client.publishAsync(topic, payload, { qos: 1, retain });
      onTheWay.add(sending);
      try {
        await sending;
      } finally {
        onTheWay.delete(sending);
      }
    },
    async idle() {
      await Promise.allSettled(onTheWay);
    },
  };
}
