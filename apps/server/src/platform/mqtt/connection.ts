import type { Client } from 'aedes';

/**
 * Limit of the unanswered bytes of a connection: beyond it nothing more is read from it, until
 * what waits has been answered.
 */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Memory of a message besides its payload, roughly. */
const MESSAGE_BYTES = 512;

/** The broker's state of a connection. */
export interface Connection<I> {
  client: Client;
  address: string;
  /** As its CONNECT said. */
  clientId: string;
  isClean: boolean;
  /** null before it is admitted and after the server has ended it: nothing is taken from it, nothing goes out to it. */
  identity: I | null;
  waitingBytes: number;
  /** Those to which it subscribes. */
  filters: Set<string>;
  /** QoS 2 messages that came again before their release. */
  repeats: number;
}

/** The parts of aedes' client that its types do not tell. */
interface Reading {
  _nextBatch(): void;
}

export const openConnection = <I>(client: Client, address: string): Connection<I> => {
  const connection: Connection<I> = {
    client,
    address,
    clientId: '',
    isClean: true,
    identity: null,
    waitingBytes: 0,
    filters: new Set(),
    repeats: 0,
  };
  // aedes reads on whenever bytes are there, however much is unanswered; it also reads when everything is answered.
  const read = (client as unknown as Reading)._nextBatch;
  client.conn.off('readable', read);
  client.conn.on('readable', () => {
    if (connection.waitingBytes < MAX_WAITING_BYTES) read();
  });
  return connection;
};

export const costOf = (payload: Buffer): number => payload.length + MESSAGE_BYTES;

/** Nothing more is taken from the connection, its last will neither. */
export const endConnection = <I>(connection: Connection<I>): void => {
  connection.identity = null;
  connection.client.close();
};
