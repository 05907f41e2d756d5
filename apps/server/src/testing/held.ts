import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Db, Tx } from '../platform/db/pool.ts';

/** Keeps a transaction open until it is released. */
export const held = (db: Db, run: (tx: Tx) => Promise<unknown>) => {
  let release = (): void => {};
  const freed = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ready = (): void => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const ended = db.tx(async (tx) => {
    await run(tx);
    ready();
    await freed;
  });
  return {
    isReady,
    async end(): Promise<void> {
      release();
      await ended;
    },
  };
};

/** Resolves when this many connections to this database wait for a lock, or for one of a kind. */
export const lockWaits = async (db: Db, count: number, kind = '%'): Promise<void> => {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event like ${kind}`;
  await expect.poll(async () => (await db.query(waiting)).rowCount, { timeout: 30_000, interval: 1 }).toBe(count);
};
