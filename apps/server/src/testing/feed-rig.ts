import pino from 'pino';
import type { FeedEntry } from '../feed/entry.ts';
import { createFeed, type Feed, type FeedOptions } from '../feed/feed.ts';
import { createDb, type Db, type Tx } from '../platform/db/pool.ts';

/** A feed of a process of its own, as far as memory and connections go. Close it. */
export const openFeed = async (url: string, changed: Partial<FeedOptions> = {}) => {
  const log = pino({ level: 'silent' });
  const db = createDb({ connection: url, log, size: 6 });
  const feed = createFeed({ db, log, random: () => 0, monotonic: () => performance.now(), ...changed });
  await feed.start();
  return {
    db,
    feed,
    async close() {
      await feed.stop();
      await db.close();
    },
  };
};

/** A status of a meter: the simplest entry, told apart by its time. */
export const aStatus = (meterId: number, time: number): FeedEntry => ({
  kind: 'status',
  status: { meterId, status: 'ONLINE', time },
});

export const append = (feed: Pick<Feed, 'append'>, tx: Tx, meterId: number, time: number): Promise<void> =>
  feed.append(tx, [aStatus(meterId, time)]);

/** Adds entries in a transaction of their own, and wakes. */
export const tell = async (db: Db, feed: Pick<Feed, 'append' | 'wake'>, entries: FeedEntry[]): Promise<void> => {
  await db.tx((tx) => feed.append(tx, entries));
  for (const { kind } of entries) feed.wake(kind);
};
