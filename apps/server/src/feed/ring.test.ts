import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDb } from '../platform/db/pool.ts';
import { createLog } from '../platform/log.ts';
import { append, aStatus, openFeed, tell } from '../testing/feed-rig.ts';
import { held } from '../testing/held.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import type { Feed } from './feed.ts';
import { type RingBounds, turnRing } from './ring.ts';
import { SEGMENTS } from './ring-queries.ts';

const soon = { timeout: 60_000, interval: 5 };
/** Segments are closed as soon as they contain something, but not for lack of room. */
const ROOMY: RingBounds = { segmentBytes: 1_000_000_000, segmentMs: 0, graceMs: 0 };
const FULL: RingBounds = { segmentBytes: 1, segmentMs: 0, graceMs: 0 };

let database: TestDatabase;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await database.close();
});

/** A feed without a ring that turns by itself. */
const open = async () => {
  const { feed, db, close } = await openFeed(database.url);
  await feed.stop();
  ends.push(close);
  return { feed, db };
};

const count = async (): Promise<number> =>
  (await database.db.query<{ count: number }>(sql`select count(*) as count from feed`)).rows[0]?.count ?? 0;

const lines: { level: number; consumer?: string; rows?: number }[] = [];
const log = createLog({ destination: { write: (line) => lines.push(JSON.parse(line)) } });
const turn = async (bounds: RingBounds, times = 1): Promise<void> => {
  for (let i = 0; i < times; i++) await turnRing(database.db, log, bounds);
};

/** A consumer that holds its partitions and handles rows only on request. */
const register = async (name: string): Promise<void> => {
  await database.db.query(sql`insert into feed_consumer (name, lane, kinds, xid, seq)
    select ${name}, lane, '{2}', pg_snapshot_xmin(pg_current_snapshot()), 0 from generate_series(0, 7) as lane`);
};

/** A consumer of statuses; returns the times that it has handled. */
const follow = async (feed: Feed, name: string): Promise<number[]> => {
  const seen: number[] = [];
  const consumer = feed.consume({
    name,
    kinds: ['status'],
    async handle(_, entries) {
      seen.push(...entries.map(({ status }) => status.time));
    },
  });
  await consumer.start();
  ends.push(consumer.stop);
  return seen;
};

test('truncates rows only after every consumer has read them', async () => {
  const { feed, db } = await open();
  await register('slow');
  const seen = await follow(feed, 'quick');
  await tell(db, feed, [aStatus(1, 1)]);
  await expect.poll(() => seen, soon).toEqual([1]);
  await turn(ROOMY, 3);
  expect(await count()).toBe(1);
  await db.query(sql`update feed_consumer set xid = pg_snapshot_xmin(pg_current_snapshot()) where name = 'slow'`);
  await turn(ROOMY, 3);
  expect(await count()).toBe(0);
  expect(await feed.lag()).toMatchObject([{ skipped: 0 }, { skipped: 0 }]);
  // Turns through all segments once and further.
  for (let time = 2; time <= 10; time++) {
    await tell(db, feed, [aStatus(1, time)]);
    await turn(ROOMY);
  }
  await expect.poll(() => seen, soon).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('rows of kinds that a consumer does not subscribe to do not block truncation', async () => {
  const { feed, db } = await open();
  await register('of status');
  await db.tx((tx) => feed.append(tx, [{ kind: 'registry', word: { from: null, touch: null } }]));
  await turn(ROOMY, 3);
  expect(await count()).toBe(0);
});

test('never truncates an uncommitted row', async () => {
  const { feed, db } = await open();
  const slow = held(db, (tx) => append(feed, tx, 1, 1));
  await slow.isReady;
  await tell(db, feed, [aStatus(1, 2)]);
  await turn(FULL, SEGMENTS.length * 2);
  await slow.end();
  expect(await count()).toBeGreaterThan(0);
});

test('keeps an unread row that commits while a truncation waits for the lock', async () => {
  const { feed, db } = await open();
  await tell(db, feed, [aStatus(1, 1)]);
  await register('slow');
  const late = held(db, (tx) => append(feed, tx, 1, 2));
  await late.isReady;
  let isOver = false;
  // The first turn may wait too: that depends on transactions of other databases.
  const turning = turn(ROOMY, 2).finally(() => {
    isOver = true;
  });
  const waits = sql`select from pg_locks where not granted and relation in (select inhrelid from pg_inherits
    where inhparent = 'feed'::regclass)`;
  await expect.poll(async () => isOver || (await db.query(waits)).rowCount > 0, { ...soon, interval: 1 }).toBe(true);
  await late.end();
  await turning;
  expect([await count(), (await feed.lag())[0]?.skipped]).toEqual([2, 0]);
});

test('a full ring skips rows of a dead consumer and logs it; a live consumer loses nothing', async () => {
  const { feed, db } = await open();
  await register('dead');
  const seen = await follow(feed, 'alive');
  for (let time = 1; time <= 6; time++) {
    await tell(db, feed, [aStatus(time, time)]);
    await expect.poll(() => seen.length, soon).toBe(time);
    await turn(FULL);
  }
  expect(await count()).toBeLessThan(SEGMENTS.length);
  const lags = await feed.lag();
  expect(lags.map(({ name, skipped }) => [name, skipped > 0])).toEqual([
    ['alive', false],
    ['dead', true],
  ]);
  expect(lags[1]?.lagMs).toBeGreaterThan(0);
  const lost = lines.filter(({ level, consumer }) => level === 50 && consumer === 'dead');
  expect(lost.reduce((sum, { rows = 0 }) => sum + rows, 0)).toBe(lags[1]?.skipped);
});

test('closes segments by age only when they contain rows, and keeps them for the grace period', async () => {
  const { feed, db } = await open();
  const segment = async () =>
    (await db.query<{ segment: number }>(sql`select segment from feed_ring`)).rows[0]?.segment;
  await turn(ROOMY, 3);
  expect(await segment()).toBe(0);
  await tell(db, feed, [aStatus(1, 1)]);
  await turn({ ...ROOMY, graceMs: 60_000 }, 3);
  expect([await segment(), await count()]).toEqual([1, 1]);
  await turn(ROOMY);
  expect(await count()).toBe(0);
});

test('only one process turns the ring at a time', async () => {
  const { feed, db } = await open();
  await tell(db, feed, [aStatus(1, 1)]);
  const servers = Array.from({ length: 4 }, () =>
    createDb({ connection: database.url, log: pino({ level: 'silent' }) }),
  );
  ends.push(() => Promise.all(servers.map((server) => server.close())));
  const turnAll = () => Promise.all(servers.map((server) => turnRing(server, log, ROOMY)));
  // A segment that another transaction uses, autovacuum for example, is emptied at a later turn.
  await expect.poll(() => turnAll().then(count), soon).toBe(0);
});

test('a segment that was vacuumed while it was empty is not read from end to end later', async () => {
  const { feed, db } = await open();
  await db.query(sql`vacuum (analyze) feed`);
  const isScanned = async (): Promise<boolean> => {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(
      sql`explain select from feed where lane = 1 and xid > '5' order by xid, seq limit 1`,
    );
    return rows.some((row) => row['QUERY PLAN'].includes('Seq Scan'));
  };
  expect(await isScanned()).toBe(true);
  await expect.poll(() => turn(ROOMY).then(isScanned), soon).toBe(false);
  await tell(db, feed, [aStatus(1, 1)]);
  expect(await isScanned()).toBe(false);
});

test('resets the feed of a database that was moved to another cluster', async () => {
  const { db } = await open();
  await register('moved');
  await db.query(sql`update feed_consumer set xid = '999999999999', seq = 5`);
  await db.query(sql`update feed_ring set horizon = '999999999998'`);
  const { feed, close } = await openFeed(database.url);
  ends.push(close);
  const seen = await follow(feed, 'moved');
  await tell(db, feed, [aStatus(1, 1)]);
  await expect.poll(() => seen, soon).toEqual([1]);
});

test('resets the feed when the database is replaced while the server runs', async () => {
  const { feed, db, close } = await openFeed(database.url);
  ends.push(close);
  const seen = await follow(feed, 'replaced');
  await tell(db, feed, [aStatus(1, 1)]);
  await expect.poll(() => seen, soon).toEqual([1]);
  await db.query(sql`update feed_consumer set xid = '999999999999', seq = 5`);
  let time = 1;
  const goesOn = async () => {
    await tell(db, feed, [aStatus(1, ++time)]);
    const behind = sql`select from feed_consumer where lane = 1 and seq > 5 and xid < pg_current_xact_id()`;
    return (await db.query(behind)).rowCount > 0;
  };
  await expect.poll(goesOn, { timeout: 60_000, interval: 200 }).toBe(true);
});
