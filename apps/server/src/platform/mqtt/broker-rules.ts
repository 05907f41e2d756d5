export interface ConnectRequest {
  username: string;
  password: string;
  ip: string;
}

export interface Message {
  topic: string;
  payload: Buffer;
  ip: string;
}

/**
 * The broker's questions to the product. `I` is the identity of a connection. A rule that throws is logged and costs
 * what it was asked about only: that login, that subscription, that message.
 */
export interface BrokerRules<I> {
  /** null refuses the connection. */
  admit(request: ConnectRequest): I | null;
  /** Asked for a filter when it is subscribed to, and for a topic each time a message goes out to it. */
  maySubscribe(identity: I, filter: string): boolean;
  mayPublish(identity: I, topic: string): boolean;
  /** Called for each filter that was subscribed to: messages published from now on reach it. */
  subscribed?(identity: I, filter: string): void;
  /**
   * `done()` acknowledges the message to the device; `done(error)` closes its connection. A message on which it throws
   * would make it throw again, and is acknowledged.
   */
  receive(identity: I, message: Message, done: (error?: Error) => void): void;
}
