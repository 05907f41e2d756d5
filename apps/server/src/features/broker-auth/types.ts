/**
 * The logins of one kind at brokers of others. Such a broker asks about topics by the username alone, so the
 * rights of a username must not depend on the secret of its login.
 */
export interface BrokerLogins {
  /** Whether a username is of this kind, which says nothing about its existence. */
  owns(username: string): boolean;
  /** Whether username and password log in. */
  admits(username: string, password: string): Promise<boolean>;
  /** Whether a username may log in at all now; false: unknown, out of use or ended. */
  isKnown(username: string): Promise<boolean>;
  /** Whether a client id belongs to this username: these brokers close the older connection of a client id, of any username. */
  mayUseClientId(username: string, clientId: string): boolean;
  mayPublish(username: string, topic: string): Promise<boolean>;
  maySubscribe(username: string, filter: string): Promise<boolean>;
  /** Whether a message of this topic may be delivered to one of its subscriptions. */
  mayReceive(username: string, topic: string): Promise<boolean>;
}

/** Request of a broker about a username. */
export type Question = { username: string } & (
  | { ask: 'login'; password: string; clientId: string | null }
  | { ask: 'known'; clientId: string | null }
  | { ask: 'session'; clientId: string }
  | { ask: 'publish' | 'subscribe' | 'receive'; topic: string; clientId: string | null }
);

/** Fields of a request. */
export type Fields = ReadonlyMap<string, string>;

/** A broker's address: reads what is asked; null: a request to which the answer is always no. */
export type ReadQuestion = (fields: Fields) => Question | null;
