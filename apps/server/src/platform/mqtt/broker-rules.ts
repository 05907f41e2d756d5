export interface ConnectRequest {
  username: string;
  password: string;
  ip: string;
}

export interface Message {
  topic: string;
  payload: Buffer;
  ip: string;
  /** Of a last will: when its connection was lost, epoch milliseconds. */
  lostTime?: number;
}

/**
 * The decisions that the product makes for the broker. `I` is the identity of a connection. A rule that throws is
 * logged and affects only the login, subscription or message in question.
 */
export interface BrokerRules<I> {
  /** null refuses the connection. */
  admit(request: ConnectRequest): I | null;
  /** Called for a filter when it is subscribed to, and for a topic each time a message is sent to the connection. */
  maySubscribe(identity: I, filter: string): boolean;
  mayPublish(identity: I, topic: string): boolean;
  /** Epoch milliseconds, by the clock that gives messages their times. */
  now(): number;
  /** Largest packet of an admitted connection, where it is another than the broker's. */
  maxPacketBytes?(identity: I): number | undefined;
  /** Called for each new subscription: messages published from now on reach it. */
  subscribed?(identity: I, filter: string): void;
  /**
   * `done()` acknowledges the message to the device; `done(error)` closes its connection. A message on which it throws
   * is acknowledged, because it would throw again.
   */
  receive(identity: I, message: Message, done: (error?: Error) => void): void;
}
