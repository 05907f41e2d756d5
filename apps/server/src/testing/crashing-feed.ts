import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Db } from '../platform/db/pool.ts';
import { aStatus, openFeed } from './feed-rig.ts';
import { startOwnPostgres } from './own-postgres.ts';

/** More ids than a server assigns by itself until the first row after a crash. */
const BURNT = 100;
const soon = { timeout: 60_000, interval: 10 };

export const CRASHES = ['postmaster', 'child'] as const;
export type Crash = (typeof CRASHES)[number];

/** Assigns transaction ids without writing anything. */
const burnIds = async (db: Db, count: number): Promise<void> => {
  await db.query({
    text: `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); rollback; end loop; end $$`,
  });
};

const nextId = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`);
  return Number(rows[0]?.next);
};

/** A follower and a consumer of a crashing database; each row states a time. Close it. */
export const openCrashingFeed = async () => {
  const postgres = await startOwnPostgres();
  // No lease is renewed meanwhile: its commit would put the transaction ids on disk.
  const { db, feed, close, hasLooked } = await openFeed(postgres.url, { leaseMs: 3_600_000 });
  await db.query(sql`create table said (time bigint primary key)`);
  await db.query(sql`create table handled (time bigint)`);
  const memory = new Set<number>();
  const follower = feed.follow({
    kinds: ['status'],
    async load() {
      memory.clear();
      const { rows } = await db.query<{ time: number }>(sql`select time from said`);
      for (const { time } of rows) memory.add(time);
    },
    apply(entries) {
      for (const { status } of entries) memory.add(status.time);
    },
  });
  const consumer = feed.consume({
    name: 'crashing',
    kinds: ['status'],
    async handle(tx, entries) {
      const times = entries.map(({ status }) => status.time);
      await tx.query(sql`insert into handled select * from unnest(${times}::bigint[])`);
    },
  });
  await follower.start();
  await consumer.start();

  const handled = async (): Promise<number[]> => {
    const { rows } = await db.query<{ time: number }>(sql`select time from handled order by time`);
    return rows.map(({ time }) => time);
  };
  let time = 0;
  const change = async (): Promise<number> => {
    const now = ++time;
    await db.tx(async (tx) => {
      await tx.query(sql`insert into said values (${now})`);
      await feed.append(tx, [aStatus(1, now)]);
    });
    feed.wake('status');
    return now;
  };
  const answers = (): Promise<boolean> =>
    db.query({ text: 'select' }).then(
      () => true,
      () => false,
    );
  const isSeen = async (each: number): Promise<boolean> => memory.has(each) && (await handled()).includes(each);

  return {
    handled,
    /**
     * Lets follower and consumer read beyond ids that are not on disk, crashes, and makes a change with an id that is
     * assigned for the second time. Returns the subscribers that missed this change although they received a later one.
     */
    async crash(kind: Crash): Promise<{ missed: string[] }> {
      const first = await change();
      await expect.poll(() => isSeen(first), soon).toBe(true);
      postgres.holdWal();
      await burnIds(db, BURNT);
      // Twice: for both subscribers.
      await hasLooked();
      await hasLooked();
      const before = await nextId(db);
      await (kind === 'postmaster' ? postgres.crash() : postgres.crashChild());
      await expect.poll(answers, soon).toBe(true);
      expect(await nextId(db)).toBeLessThan(before);
      const reused = await change();
      await burnIds(db, 2 * BURNT);
      const later = await change();
      await expect.poll(() => isSeen(later), soon).toBe(true);
      const missed = [
        ...(memory.has(reused) ? [] : ['follower']),
        ...((await handled()).includes(reused) ? [] : ['consumer']),
      ];
      return { missed };
    },
    async close(): Promise<void> {
      await consumer.stop();
      await follower.stop();
      await close();
      await postgres.stop();
    },
  };
};
