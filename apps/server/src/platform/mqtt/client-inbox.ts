import type { IPublishPacket, Packet } from 'mqtt-packet';
import type { Message } from './broker-rules.ts';
import { ClientError } from './client-error.ts';

/** Limits of messages that wait for the product's answer. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Memory of a message besides its payload, approximately. */
const MESSAGE_COST = 1024;

export interface IncomingMessage extends Message {
  /** The broker had retained it, possibly for a long time. */
  isRetained: boolean;
}

export interface InboxOptions {
  /** Address of the broker. */
  from: string;
  receive(message: IncomingMessage, done: (error?: Error) => void): void;
  failed(error: unknown, topic: string): void;
  send(packet: Packet): void;
  fail(error: ClientError): void;
  setReading(isReading: boolean): void;
}

/** Acknowledges in the order in which messages came, as MQTT requires, not in the order of storing. */
const createAnswers = (send: (packet: Packet) => void) => {
  const waiting: { messageId: number; isDone: boolean }[] = [];
  return (messageId: number): (() => void) => {
    const entry = { messageId, isDone: false };
    waiting.push(entry);
    return () => {
      entry.isDone = true;
      while (waiting[0]?.isDone) send({ cmd: 'puback', messageId: waiting.shift()?.messageId ?? 0 });
    };
  };
};

/** Passes a broker's messages on and acknowledges them; stops reading while many are unanswered. */
export const createInbox = ({ from, receive, failed, send, fail, setReading }: InboxOptions) => {
  const answerFor = createAnswers(send);
  let waitingBytes = 0;
  const take = (packet: IPublishPacket): void => {
    const { topic, qos, retain, messageId } = packet;
    if (qos === 2 || (qos === 1 && !messageId)) return fail(new ClientError('NO_MQTT', 'a PUBLISH that cannot be'));
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const cost = payload.length + MESSAGE_COST;
    const acknowledge = qos === 1 ? answerFor(messageId ?? 0) : null;
    waitingBytes += cost;
    if (waitingBytes > MAX_WAITING_BYTES) setReading(false);
    let isAnswered = false;
    const answer = (error?: Error): void => {
      if (isAnswered) return;
      isAnswered = true;
      waitingBytes -= cost;
      if (waitingBytes <= MAX_WAITING_BYTES) setReading(true);
      if (error) fail(new ClientError('BUSY', error.message));
      else acknowledge?.();
    };
    try {
      receive({ topic, payload, ip: from, isRetained: retain }, answer);
    } catch (error) {
      // It would make the product throw again.
      failed(error, topic);
      answer();
    }
  };

  return {
    take,
    /** Acknowledges a skipped message. */
    acknowledge: (messageId: number): void => answerFor(messageId)(),
  };
};
