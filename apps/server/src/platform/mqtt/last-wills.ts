import type { Connection } from './connection.ts';

/** Memory of all waiting wills; more are delivered at once. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface LastWill {
  /** Its memory, approximately. */
  bytes: number;
  deliver(): void;
}

/** Last wills of lost connections. They wait a little: a client that connects again meanwhile is not gone. */
export interface LastWills<I> {
  add(connection: Connection<I>, will: LastWill): void;
  isWaiting(connection: Connection<I>): boolean;
  /** The connections whose wills wait. */
  connections(): Iterable<Connection<I>>;
  /** The will of this connection is never delivered. */
  drop(connection: Connection<I>): void;
  dropAll(): void;
}

export interface LastWillOptions<I> {
  /** 0: they are delivered at once. */
  delayMs: number;
  /** A will was delivered or dropped. */
  onSettled(connection: Connection<I>): void;
}

export const createLastWills = <I>({ delayMs, onSettled }: LastWillOptions<I>): LastWills<I> => {
  const waiting = new Map<Connection<I>, { bytes: number; timer: NodeJS.Timeout }>();
  let waitingBytes = 0;

  const settle = (connection: Connection<I>): void => {
    const will = waiting.get(connection);
    if (will === undefined) return;
    clearTimeout(will.timer);
    waiting.delete(connection);
    waitingBytes -= will.bytes;
    onSettled(connection);
  };

  return {
    add(connection, { bytes, deliver }) {
      if (delayMs === 0 || waitingBytes + bytes > MAX_WAITING_BYTES) return deliver();
      waitingBytes += bytes;
      const timer = setTimeout(() => {
        deliver();
        settle(connection);
      }, delayMs);
      waiting.set(connection, { bytes, timer });
    },
    isWaiting: (connection) => waiting.has(connection),
    connections: () => waiting.keys(),
    drop: settle,
    dropAll() {
      for (const connection of waiting.keys()) settle(connection);
    },
  };
};
