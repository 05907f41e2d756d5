import type { MqttClient } from 'mqtt';

export interface Outbox {
  /** Sends with QoS 1; resolves when the server has acknowledged, which means that it has stored. */
  publish(topic: string, payload: string, retain?: boolean): Promise<void>;
  /** Resolves when nothing is on its way any more. */
  idle(): Promise<void>;
}

/** The messages of a client, and those that are not acknowledged yet. */
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
