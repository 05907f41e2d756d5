import fc from 'fast-check';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { append, aStatus, openFeed, tell } from '../testing/feed-rig.ts';
import { held } from '../testing/held.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { decodeEntry } from './codec.ts';
import type { FeedOptions } from './feed.ts';
import { turnRing } from './ring.ts';

let database: TestDatabase;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
});
const endAll = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end();
};
afterEach(async () => {
  await endAll();
  await database.close();
});

const soon = { timeout: 60_000, interval: 5 };

const open = async (changed: Partial<FeedOptions> = {}) => {
  const opened = await openFeed(database.url, changed);
  ends.push(opened.close);
  return opened;
};

/** A follower of statuses; records the times that it applies, in order, and 'loaded' for each load. */
const followed = async (changed: Partial<FeedOptions> = {}, apply: (time: number) => void = () => undefined) => {
  const { feed, db, hasLooked } = await open(changed);
  const seen: (number | 'loaded')[] = [];
  const follower = feed.follow({
    kinds: ['status'],
    load: async () => {
      seen.push('loaded');
    },
    apply(entries) {
      for (const { status } of entries) {
        apply(status.time);
        seen.push(status.time);
      }
    },
  });
  await follower.start();
  ends.push(follower.stop);
  return { feed, db, seen, hasLooked };
};

/** Reads by sequence instead of by transaction id, as a naive reader would. */
const readBySequence = async (after: number): Promise<{ seq: number; time: number }[]> => {
  const { rows } = await database.db.query<{ seq: number; kind: number; data: Buffer }>(
    sql`select seq, kind, data from feed where seq > ${after} order by seq`,
  );
  return rows.map(({ seq, kind, data }) => {
    const entry = decodeEntry(kind, data);
    return { seq, time: entry.kind === 'status' ? entry.status.time : -1 };
  });
};

test('does not miss a row that commits late, which reading by sequence alone would', async () => {
  const { feed, db, seen, hasLooked } = await followed();
  const slow = held(db, (tx) => append(feed, tx, 1, 1));
  await slow.isReady;
  await tell(db, feed, [aStatus(1, 2)]);
  const naive = await readBySequence(0);
  expect(naive.map(({ time }) => time)).toEqual([2]);
  await tell(db, feed, [aStatus(9, 3)]);
  await hasLooked();
  expect(seen).toEqual(['loaded']);
  await slow.end();
  await expect.poll(() => seen, soon).toEqual(['loaded', 1, 2, 3]);
  expect((await readBySequence(naive.at(-1)?.seq ?? 0)).map(({ time }) => time)).toEqual([3]);
});

test('applies a row that waits for an older transaction when that ends, without a notification', async () => {
  const { feed, db, seen } = await followed({ pollMs: 60_000 });
  const slow = held(db, (tx) => tx.query(sql`select pg_current_xact_id()`));
  await slow.isReady;
  await tell(db, feed, [aStatus(1, 1)]);
  await slow.end();
  await expect.poll(() => seen, soon).toEqual(['loaded', 1]);
});

test.each([true, false])('applies events published during the load afterwards (others run: %s)', async (isBusy) => {
  const { feed, db } = await open();
  const seen: (number | 'loaded')[] = [];
  const running = isBusy ? held(db, (tx) => append(feed, tx, 1, 1)) : null;
  await running?.isReady;
  const follower = feed.follow({
    kinds: ['status'],
    async load() {
      await tell(db, feed, [aStatus(1, 2)]);
      seen.push('loaded');
    },
    apply: (entries) => {
      seen.push(...entries.map(({ status }) => status.time));
    },
  });
  ends.push(follower.stop);
  await follower.start();
  await running?.end();
  await expect.poll(() => seen, soon).toEqual(['loaded', ...(isBusy ? [1] : []), 2]);
});

test('wakes other processes; those that get no notification poll', async () => {
  const waiting = await followed({ pollMs: 60_000 });
  const polling = await followed({ pollMs: 20 });
  const { feed, db } = await open();
  await tell(db, feed, [aStatus(1, 1)]);
  await expect.poll(() => waiting.seen, soon).toEqual(['loaded', 1]);
  await db.tx((tx) => append(feed, tx, 1, 2));
  await expect.poll(() => polling.seen, soon).toEqual(['loaded', 1, 2]);
});

test('does not deliver rolled-back events', async () => {
  const { feed, db, seen } = await followed();
  const failed = db.tx(async (tx) => {
    await append(feed, tx, 1, 1);
    throw new Error('test failure');
  });
  await expect(failed).rejects.toThrow('test failure');
  await tell(db, feed, [aStatus(1, 2)]);
  await expect.poll(() => seen, soon).toEqual(['loaded', 2]);
});

test('a follower that falls too far behind reloads and continues', async () => {
  const { feed, db, seen, hasLooked } = await followed({ pollMs: 3_600_000 });
  await hasLooked();
  const bounds = { segmentBytes: 1, segmentMs: 0, graceMs: 0 };
  const log = pino({ level: 'silent' });
  const emptied = async () => {
    await turnRing(db, log, bounds);
    return readBySequence(0);
  };
  let time = 0;
  // No notification is sent, and unread rows are truncated. If the follower had polled in between, it would have missed
  // none of them.
  const loads = async () => {
    await db.tx((tx) => append(feed, tx, 1, ++time));
    await expect.poll(emptied, soon).toEqual([]);
    await tell(db, feed, [aStatus(1, ++time)]);
    return seen.filter((each) => each === 'loaded').length;
  };
  await expect.poll(loads, soon).toBeGreaterThan(1);
  // While an old transaction runs in the cluster, the follower cannot know whether it missed more rows, and reloads
  // again.
  const last = async () => {
    await tell(db, feed, [aStatus(1, ++time)]);
    return seen.at(-1);
  };
  await expect.poll(last, soon).toBeTypeOf('number');
});

test('a row that cannot be decoded or applied does not affect others', async () => {
  let hasFailed = false;
  const { feed, db, seen } = await followed({}, (time) => {
    if (time === 13 && !hasFailed) {
      hasFailed = true;
      throw new Error('test failure');
    }
  });
  await db.query(sql`insert into feed (segment, lane, kind, data) values (0, 1, 2, '\\x01ff'), (0, 2, 2, '\\x')`);
  await tell(db, feed, [aStatus(1, 12)]);
  await expect.poll(() => seen, soon).toEqual(['loaded', 12]);
  expect(feed.unreadable()).toBe(2);
  await tell(db, feed, [aStatus(1, 13)]);
  await expect.poll(() => seen, soon).toEqual(['loaded', 12, 'loaded']);
  await tell(db, feed, [aStatus(1, 14)]);
  await expect.poll(() => seen, soon).toEqual(['loaded', 12, 'loaded', 14]);
});

test('transactions that begin, publish and end in any order: each row once, none missing, each meter in order', async () => {
  const step = fc.record({ slot: fc.nat(3), meter: fc.integer({ min: 1, max: 3 }), fails: fc.boolean() });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const { feed, db, seen } = await followed();
    const open = new Map<number, { end(): Promise<void>; times: number[]; fails: boolean }>();
    const committed: number[][] = [];
    let time = 0;
    const end = async (slot: number): Promise<void> => {
      const transaction = open.get(slot);
      open.delete(slot);
      if (!transaction) return;
      await transaction.end().catch(() => undefined);
      if (!transaction.fails) committed.push(transaction.times);
      feed.wake('status');
    };
    for (const { slot, meter, fails } of steps) {
      if (open.has(slot)) {
        await end(slot);
        continue;
      }
      const times = [++time, ++time];
      const transaction = held(db, async (tx) => {
        for (const each of times) await append(feed, tx, meter, each);
        // A failed statement turns the COMMIT into a rollback, even when its error is swallowed.
        if (fails) await tx.query(sql`select 1 / 0`).catch(() => undefined);
      });
      await transaction.isReady;
      open.set(slot, { times, fails, end: transaction.end });
    }
    for (const slot of [...open.keys()]) await end(slot);
    const expected = committed.flat().sort((a, b) => a - b);
    await expect.poll(() => seen.slice(1).toSorted((a, b) => Number(a) - Number(b)), soon).toEqual(expected);
    // Here a transaction gets its id when it publishes, so the order of ids is the order of times.
    for (const times of committed) expect(seen.indexOf(times[1] ?? 0)).toBeGreaterThan(seen.indexOf(times[0] ?? 0));
    await endAll();
  });
  await fc.assert(property, { numRuns: 15 });
});
