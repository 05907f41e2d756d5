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

/** A follower of status, and the times that it has been told, in order; of those that it loads, 'loaded'. */
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

/** What is not read by the transactions' numbers but by the sequence, as a reader might who does not know better. */
const readBySequence = async (after: number): Promise<{ seq: number; time: number }[]> => {
  const { rows } = await database.db.query<{ seq: number; kind: number; data: Buffer }>(
    sql`select seq, kind, data from feed where seq > ${after} order by seq`,
  );
  return rows.map(({ seq, kind, data }) => {
    const entry = decodeEntry(kind, data);
    return { seq, time: entry.kind === 'status' ? entry.status.time : -1 };
  });
};

test('a row that is committed late is not missed: by the sequence alone it would be', async () => {
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

test('a row that waits for an older transaction is shown when that ends, though nobody says so', async () => {
  const { feed, db, seen } = await followed({ pollMs: 60_000 });
  const slow = held(db, (tx) => tx.query(sql`select pg_current_xact_id()`));
  await slow.isReady;
  await tell(db, feed, [aStatus(1, 1)]);
  await slow.end();
  await expect.poll(() => seen, soon).toEqual(['loaded', 1]);
});

test.each([true, false])(
  'what is told while the state is loaded is applied after it (others run: %s)',
  async (isBusy) => {
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
  },
);

test('other processes are woken, and those that hear nothing look by themselves', async () => {
  const waiting = await followed({ pollMs: 60_000 });
  const polling = await followed({ pollMs: 20 });
  const { feed, db } = await open();
  await tell(db, feed, [aStatus(1, 1)]);
  await expect.poll(() => waiting.seen, soon).toEqual(['loaded', 1]);
  await db.tx((tx) => append(feed, tx, 1, 2));
  await expect.poll(() => polling.seen, soon).toEqual(['loaded', 1, 2]);
});

test('what was rolled back is not told', async () => {
  const { feed, db, seen } = await followed();
  const failed = db.tx(async (tx) => {
    await append(feed, tx, 1, 1);
    throw new Error('made to fail');
  });
  await expect(failed).rejects.toThrow('made to fail');
  await tell(db, feed, [aStatus(1, 2)]);
  await expect.poll(() => seen, soon).toEqual(['loaded', 2]);
});

test('a follower that comes too late loads anew, and goes on', async () => {
  const { feed, db, seen, hasLooked } = await followed({ pollMs: 3_600_000 });
  await hasLooked();
  const bounds = { segmentBytes: 1, segmentMs: 0, graceMs: 0 };
  const log = pino({ level: 'silent' });
  const emptied = async () => {
    await turnRing(db, log, bounds);
    return readBySequence(0);
  };
  let time = 0;
  // Nobody wakes it, and rows that it has not seen go. Where it looked once more by itself, it missed none of them.
  const loads = async () => {
    await db.tx((tx) => append(feed, tx, 1, ++time));
    await expect.poll(emptied, soon).toEqual([]);
    await tell(db, feed, [aStatus(1, ++time)]);
    return seen.filter((each) => each === 'loaded').length;
  };
  await expect.poll(loads, soon).toBeGreaterThan(1);
  // While something old runs in the cluster it cannot know yet that it has missed nothing more, and loads once more.
  const last = async () => {
    await tell(db, feed, [aStatus(1, ++time)]);
    return seen.at(-1);
  };
  await expect.poll(last, soon).toBeTypeOf('number');
});

test('a row that cannot be read, and one that cannot be applied, cost others nothing', async () => {
  let hasFailed = false;
  const { feed, db, seen } = await followed({}, (time) => {
    if (time === 13 && !hasFailed) {
      hasFailed = true;
      throw new Error('made to fail');
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

test('transactions that begin, tell and end in any order: each row once, none missing, a meter in order', async () => {
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
        // A statement that fails, and whose failure nobody hears, makes COMMIT a rollback.
        if (fails) await tx.query(sql`select 1 / 0`).catch(() => undefined);
      });
      await transaction.isReady;
      open.set(slot, { times, fails, end: transaction.end });
    }
    for (const slot of [...open.keys()]) await end(slot);
    const expected = committed.flat().sort((a, b) => a - b);
    await expect.poll(() => seen.slice(1).toSorted((a, b) => Number(a) - Number(b)), soon).toEqual(expected);
    // Here a transaction has its number when it tells, so by the numbers is by the times.
    for (const times of committed) expect(seen.indexOf(times[1] ?? 0)).toBeGreaterThan(seen.indexOf(times[0] ?? 0));
    await endAll();
  });
  await fc.assert(property, { numRuns: 15 });
});
