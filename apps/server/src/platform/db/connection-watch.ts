import { Socket } from 'node:net';
import type pg from 'pg';
import type { BaseLogger } from 'pino';

/** A connection in use for this long may lead to a machine that is gone: the database is asked then. */
const LONG_USE_MS = 2_000;
/** After this long without an answer and without a byte, all connections are closed. */
const SILENCE_MS = 8_000;

export interface ConnectionWatchOptions {
  /** Asks the database over a connection of its own; rejects unless it answers. */
  ask(): Promise<unknown>;
  silenceMs?: number | undefined;
  log: Pick<BaseLogger, 'warn'>;
}

/** Closes the connections of a pool to a database that cannot be reached any more. */
export interface ConnectionWatch {
  /** A socket for a new connection of the pool. */
  open(): Socket;
  /** Runs `use` of a connection, which fails when the database is lost meanwhile. */
  use<T>(client: pg.ClientBase, use: () => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * A network that drops packets closes nothing: TCP repeats them for minutes, and a keep-alive is sent only while nothing
 * is unacknowledged. So a long statement makes the pool ask the database again. Without an answer, and without a byte on
 * any connection, all of them are closed, the idle ones too: they lead to the same place.
 */
export const createConnectionWatch = ({
  ask,
  silenceMs = SILENCE_MS,
  log,
}: ConnectionWatchOptions): ConnectionWatch => {
  const sockets = new Set<Socket>();
  const inUse = new Map<pg.ClientBase, number>();
  let isAsking = false;
  /** Begins with the first question that fails. */
  let silence: { since: number; received: ReadonlyMap<Socket, number> } | null = null;

  const hasReceived = ({ received }: NonNullable<typeof silence>): boolean =>
    [...sockets].some((socket) => socket.bytesRead > (received.get(socket) ?? 0));

  const noteFailure = (since: number): void => {
    if (silence === null || hasReceived(silence)) {
      silence = { since, received: new Map([...sockets].map((socket) => [socket, socket.bytesRead])) };
    }
    if (performance.now() - silence.since < silenceMs) return;
    silence = null;
    log.warn('the database does not answer; its connections are closed');
    for (const socket of sockets) socket.destroy(new Error('the database does not answer'));
  };

  const look = async (): Promise<void> => {
    const since = performance.now();
    isAsking = true;
    try {
      await ask();
      silence = null;
    } catch {
      noteFailure(since);
    } finally {
      isAsking = false;
    }
  };

  const timer = setInterval(() => {
    const before = performance.now() - LONG_USE_MS;
    if (![...inUse.values()].some((since) => since < before)) silence = null;
    else if (!isAsking) void look();
  }, LONG_USE_MS / 2);
  timer.unref();

  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    async use(client, use) {
      inUse.set(client, performance.now());
      try {
        return await use();
      } finally {
        inUse.delete(client);
      }
    },
    close: () => clearInterval(timer),
  };
};
