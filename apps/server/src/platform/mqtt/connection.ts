import type { Client } from 'aedes';

/** Limit of a connection's unanswered bytes: beyond it nothing more is read until they are answered. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Memory of a message besides its payload, approximately. */
const MESSAGE_BYTES = 512;

/** The broker's state of a connection. */
export interface Connection<I> {
  client: Client;
  address: string;
  /** From its CONNECT. */
  clientId: string;
  /** Its username and client id; null: it gave no client id, or has sent no CONNECT. */
  name: string | null;
  isClean: boolean;
  /** null before it is admitted and after the server has closed it: no packets in or out. */
  identity: I | null;
  waitingBytes: number;
  /** Its subscriptions. */
  filters: Set<string>;
  /** QoS 2 messages that were repeated before their release. */
  repeats: number;
}

/** The parts of aedes' client that its types lack. */
interface Reading {
  _nextBatch(): void;
}

export const mayRead = ({ waitingBytes }: Pick<Connection<unknown>, 'waitingBytes'>): boolean =>
  waitingBytes < MAX_WAITING_BYTES;

export const openConnection = <I>(client: Client, address: string): Connection<I> => {
  const connection: Connection<I> = {
    client,
    address,
    clientId: '',
    name: null,
    isClean: true,
    identity: null,
    waitingBytes: 0,
    filters: new Set(),
    repeats: 0,
  };
  // aedes reads whenever bytes are available, however much is unanswered; it also reads when everything is answered.
  const read = (client as unknown as Reading)._nextBatch;
  client.conn.off('readable', read);
  client.conn.on('readable', () => {
    if (mayRead(connection)) read();
  });
  return connection;
};

export const costOf = (payload: Buffer): number => payload.length + MESSAGE_BYTES;

/** Nothing more is accepted from the connection, not even its last will. */
export const endConnection = <I>(connection: Connection<I>): void => {
  connection.identity = null;
  connection.client.close();
};
