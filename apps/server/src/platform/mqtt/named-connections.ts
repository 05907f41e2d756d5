import type { Connection } from './connection.ts';

/** An admitted connection of a client that gave an id. */
export interface NamedConnection {
  /** Username and client id: its client has one connection. */
  name: string;
  /** Closes it because its client is connected elsewhere. Later packets and its last will are dropped. */
  replace(): void;
}

export interface NamesOptions<I> {
  onConnected: ((connection: NamedConnection) => void) | undefined;
  onGone: ((connection: NamedConnection) => void) | undefined;
  replace(connection: Connection<I>): void;
}

/** The newest connection of each name, until it and its last will are over. */
export const followNames = <I>({ onConnected, onGone, replace }: NamesOptions<I>) => {
  const newest = new Map<string, { connection: Connection<I>; named: NamedConnection }>();

  const gone = ({ name, client }: Connection<I>): void => {
    const known = name === null ? undefined : newest.get(name);
    if (known?.connection.client !== client) return;
    newest.delete(known.named.name);
    onGone?.(known.named);
  };

  return {
    find: (name: string | null | undefined): Connection<I> | undefined =>
      typeof name === 'string' ? newest.get(name)?.connection : undefined,
    connected(connection: Connection<I>): void {
      const { name } = connection;
      if (name === null) return;
      const older = newest.get(name);
      if (older !== undefined) gone(older.connection);
      const named = { name, replace: () => replace(connection) };
      newest.set(name, { connection, named });
      onConnected?.(named);
    },
    gone,
  };
};
