import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** All connections are closed in so many portions, or fewer, for devices that connect elsewhere at the same time. */
const PORTIONS = 40;
const EVERY_MS = 200;
const LEAST = 100;

/** Closes connections in portions within some 8 s; those with unanswered messages last. */
export const drainConnections = async <I>(
  open: ReadonlySet<Connection<I>>,
  close: (connection: Connection<I>) => void,
  rest: () => Promise<void> = () => wait(EVERY_MS),
): Promise<void> => {
  const closed = new WeakSet<Connection<I>>();
  const unclosed = () => [...open].filter((connection) => !closed.has(connection));
  const portion = Math.max(LEAST, Math.ceil(open.size / PORTIONS));
  for (let waiting = unclosed(); waiting.length > 0; waiting = unclosed()) {
    for (const connection of waiting.toSorted((a, b) => a.waitingBytes - b.waitingBytes).slice(0, portion)) {
      closed.add(connection);
      close(connection);
    }
    await rest();
  }
};
