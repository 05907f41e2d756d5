import pino from 'pino';
import type { FeedEntry } from '../feed/entry.ts';
import { createFeed, type Feed, type FeedOptions } from '../feed/feed.ts';
import { createDb, type Db, type Tx } from '../platform/db/pool.ts';

/** A feed with its own memory and connections, like that of another process. Close it. */
export const openFeed = async (url: string, changed: Partial<FeedOptions> = {}) => {
  const log = pino({ level: 'silent' });
  const db = createDb({ connection: url, log, size: 6 });
  let reads = 0;
  const counting: Db = {
    ...db,
    async query(statement) {
      const result = await db.query(statement);
      if (statement.name === 'read-feed') reads += 1;
      return result as never;
    },
  };
  const feed = createFeed({ db: counting, log, random: () => 0, monotonic: () => performance.now(), ...changed });
  await feed.start();
  return {
    db,
    feed,
    /** Resolves when it has read the feed as it is now. */
    async hasLooked(): Promise<void> {
      // A read in progress may have begun earlier.
      for (const enough = reads + 2; reads < enough; ) {
        feed.wake('status');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      await feed.stop();
      await db.close();
    },
  };
};

/** A status of a meter: the simplest entry, identified by its time. */
export const aStatus = (meterId: number, time: number): FeedEntry => ({
  kind: 'status',
  status: { meterId, status: 'ONLINE', time },
});

export const append = (feed: Pick<Feed, 'append'>, tx: Tx, meterId: number, time: number): Promise<void> =>
  feed.append(tx, [aStatus(meterId, time)]);

/** Adds entries in a separate transaction, and wakes readers. */
export const tell = async (db: Db, feed: Pick<Feed, 'append' | 'wake'>, entries: FeedEntry[]): Promise<void> => {
  await db.tx((tx) => feed.append(tx, entries));
  for (const { kind } of entries) feed.wake(kind);
};
