import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db, Tx } from '../platform/db/pool.ts';
import { startTalkingProcess, type TalkingProcess } from '../testing/engine-process.ts';
import type { FeedChildOptions } from '../testing/feed-child.ts';
import { aStatus, openFeed, tell } from '../testing/feed-rig.ts';
import { held } from '../testing/held.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import type { ConsumedBatch } from './consumer.ts';
import { type FeedEntry, PARTITIONS } from './entry.ts';
import type { FeedOptions } from './feed.ts';

const NAME = 'test';
const soon = { timeout: 60_000, interval: 5 };

let database: TestDatabase;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  await database.db.query(sql`create table seen (number bigserial, lane integer, time bigint, process integer)`);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await database.close();
});

type Handle = (times: number[], tx: Tx, batch: ConsumedBatch) => Promise<void> | void;

/** A consumer with its own memory and connections, like one in another process; it records what it handles. */
const aConsumer = async (changed: Partial<FeedOptions> = {}, handle: Handle = () => undefined) => {
  const { feed, db, close, hasLooked } = await openFeed(database.url, changed);
  ends.push(close);
  const consumer = feed.consume({
    name: NAME,
    kinds: ['status'],
    async handle(tx, entries, batch) {
      const times = entries.map(({ status }) => status.time);
      await tx.query(
        sql`insert into seen (lane, time) select ${batch.partition}::integer, time from unnest(${times}::bigint[]) as time`,
      );
      await handle(times, tx, batch);
    },
  });
  await consumer.start();
  ends.push(consumer.stop);
  return { feed, db, consumer, hasLooked };
};

const seen = async (): Promise<number[]> => {
  const { rows } = await database.db.query<{ time: number }>(sql`select time from seen order by number`);
  return rows.map(({ time }) => time);
};
/** Number of partitions by holder. */
const holders = async (): Promise<number[]> => {
  const { rows } = await database.db.query<{ partitions: number }>(sql`select count(*) as partitions from feed_consumer
    where name = ${NAME} and until > clock_timestamp() group by holder order by 1`);
  return rows.map(({ partitions }) => partitions);
};
const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('handles each row once, each partition in order, and resumes at its cursor after a stop', async () => {
  const { feed, db, consumer } = await aConsumer();
  for (let time = 1; time <= 40; time++) await tell(db, feed, [aStatus(time % 3, time)]);
  await expect.poll(async () => sorted(await seen()), soon).toEqual(numbers(1, 40));
  const all = await seen();
  for (const meter of [0, 1, 2]) {
    const own = all.filter((time) => time % 3 === meter);
    expect(own).toEqual(sorted(own));
  }
  await consumer.stop();
  await tell(db, feed, [aStatus(1, 41)]);
  await aConsumer();
  await expect.poll(async () => (await seen()).slice(40), soon).toEqual([41]);
});

test('does not miss a transaction that commits after younger ones', async () => {
  const { feed, db, hasLooked } = await aConsumer();
  await tell(db, feed, [aStatus(1, 0)]);
  await expect.poll(seen, soon).toEqual([0]);
  const slow = held(db, (tx) => feed.append(tx, [aStatus(1, 1)]));
  await slow.isReady;
  await tell(db, feed, [aStatus(1, 2), aStatus(2, 3)]);
  await hasLooked();
  await slow.end();
  await expect.poll(async () => sorted(await seen()), soon).toEqual([0, 1, 2, 3]);
  expect((await seen()).filter((time) => time < 3)).toEqual([0, 1, 2]);
});

test('a new consumer starts at the end of the feed', async () => {
  const { feed, db, close } = await openFeed(database.url);
  ends.push(close);
  await tell(db, feed, [aStatus(1, 1)]);
  // Until every older transaction of the cluster has ended, those of other tests too, the end is before this row.
  const isBehindEnd = async () =>
    (await db.query(sql`select from feed where xid < pg_snapshot_xmin(pg_current_snapshot())`)).rowCount > 0;
  await expect.poll(isBehindEnd, soon).toBe(true);
  await aConsumer();
  await tell(db, feed, [aStatus(1, 2)]);
  await expect.poll(seen, soon).toEqual([2]);
});

test('writes of the handler and the cursor commit or roll back together', async () => {
  let failures = 2;
  const { feed, db } = await aConsumer({}, (times) => {
    if (times.includes(2) && failures-- > 0) throw new Error('test failure after the write');
  });
  await tell(db, feed, [aStatus(1, 1), aStatus(1, 2), aStatus(1, 3)]);
  await expect.poll(async () => sorted(await seen()), soon).toEqual([1, 2, 3]);
  expect((await feed.lag()).map(({ failed, skipped, lagMs }) => [failed, skipped, lagMs])).toEqual([[0, 0, 0]]);
});

test('a tenure lasts while batches are committed one after the other, and ends with a failure and with a lease', async () => {
  const tenures: object[] = [];
  let refusals = 0;
  const open = () =>
    aConsumer({}, (_, __, { tenure }) => {
      tenures.push(tenure);
      if (refusals-- > 0) throw new Error('made to fail');
    });
  const { feed, db, consumer } = await open();
  let time = 0;
  const handleOne = async (): Promise<number> => {
    await tell(db, feed, [aStatus(1, ++time)]);
    await expect.poll(async () => (await seen()).at(-1), soon).toBe(time);
    return new Set(tenures).size;
  };
  expect([await handleOne(), await handleOne()]).toEqual([1, 1]);
  refusals = 1;
  expect([await handleOne(), await handleOne()]).toEqual([2, 2]);
  await consumer.stop();
  await open();
  expect([await handleOne(), tenures.length]).toEqual([3, 6]);
});

test('skips and counts a row that cannot be handled, without losing others', async () => {
  const { feed, db } = await aConsumer({}, (times) => {
    if (times.includes(13)) throw new Error('test failure');
  });
  await db.query(sql`insert into feed (segment, lane, kind, data) values (0, 1, 2, '\\x01ff')`);
  await tell(
    db,
    feed,
    numbers(1, 30).map((time) => aStatus(1, time)),
  );
  await tell(db, feed, [aStatus(2, 31)]);
  const expected = numbers(1, 31).filter((time) => time !== 13);
  await expect.poll(async () => sorted(await seen()), soon).toEqual(expected);
  expect(await feed.lag()).toMatchObject([{ name: NAME, failed: 2, skipped: 0, lagMs: 0 }]);
});

test('skips a row that the database refuses, but none while the database is unavailable', async () => {
  let isAway = true;
  const { feed, db } = await aConsumer({}, async (times, tx) => {
    if (times.includes(1) && isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    if (times.includes(2)) await tx.query(sql`insert into seen (time) values ('not a number')`);
  });
  await tell(db, feed, [aStatus(1, 1)]);
  await tell(db, feed, [aStatus(2, 2)]);
  const failed = async () => (await feed.lag())[0]?.failed;
  await expect.poll(failed, soon).toBe(1);
  await tell(db, feed, [aStatus(3, 3)]);
  await expect.poll(seen, soon).toEqual([3]);
  isAway = false;
  await expect.poll(async () => sorted(await seen()), soon).toEqual([1, 3]);
  expect(await failed()).toBe(1);
});

test('two processes share the partitions; one that stops releases its partitions at once', async () => {
  // Much longer than the test runs.
  const leaseMs = 3_600_000;
  const first = await aConsumer({ leaseMs });
  await expect.poll(holders, soon).toEqual([PARTITIONS.length]);
  const short = 200;
  const second = await aConsumer({ leaseMs: short });
  await first.consumer.stop();
  await expect.poll(holders, soon).toEqual([PARTITIONS.length]);
  const third = await aConsumer({ leaseMs: short });
  await expect.poll(holders, soon).toEqual([PARTITIONS.length / 2, PARTITIONS.length / 2]);
  for (let time = 1; time <= 16; time++) await tell(second.db, second.feed, [aStatus(time, time)]);
  await expect.poll(async () => sorted(await seen()), soon).toEqual(numbers(1, 16));
  await third.consumer.stop();
});

test('on a busy server, rows that are not urgent wait; an urgent one takes them along, and a stop loses none', async () => {
  const URGENT = 1;
  const framesAt = (times: readonly number[], tick = 0): FeedEntry => ({
    kind: 'frames',
    frames: times.map((time) => ({ meterId: 1, time, channels: [101, 201, 301, 401], ticks: [tick, 0, 0, 0] })),
  });
  const open = async () => {
    // A clock that stands: rows wait for as long as they may.
    const { feed, db, close, hasLooked } = await openFeed(database.url, { monotonic: () => 0 });
    ends.push(close);
    const batches: number[][] = [];
    const consumer = feed.consume({
      name: NAME,
      kinds: ['frames', 'status'],
      isUrgent: (entries) =>
        entries.some((entry) => entry.kind === 'frames' && entry.frames.some(({ ticks }) => ticks[0] === URGENT)),
      async handle(_, entries) {
        batches.push(entries.flatMap((entry) => (entry.kind === 'frames' ? entry.frames.map(({ time }) => time) : [])));
      },
    });
    await consumer.start();
    ends.push(consumer.stop);
    return { feed, db, consumer, hasLooked, batches };
  };
  const { feed, db, consumer, hasLooked, batches } = await open();
  await tell(db, feed, [framesAt([0])]);
  await expect.poll(() => batches, soon).toEqual([[0]]);
  const load = numbers(1, 3_000);
  await tell(db, feed, [framesAt(load)]);
  await expect.poll(() => batches.flat().length, soon).toBe(3_001);
  const before = batches.length;
  await tell(db, feed, [framesAt([3_001])]);
  await hasLooked();
  expect(batches.length).toBe(before);
  await tell(db, feed, [framesAt([3_002], URGENT)]);
  await expect.poll(() => batches.slice(before), soon).toEqual([[3_001, 3_002]]);
  await tell(db, feed, [framesAt([3_003])]);
  await hasLooked();
  await consumer.stop();
  expect(batches.slice(before + 1)).toEqual([]);
  const { batches: next } = await open();
  await expect.poll(() => next, soon).toEqual([[3_003]]);
});

test('a consumer that lost its partition cannot commit a late decision', async () => {
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let began = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  let stalls = 1;
  const { feed, db } = await aConsumer({}, async () => {
    if (stalls-- <= 0) return;
    began();
    await isLetGo;
  });
  await tell(db, feed, [aStatus(1, 1)]);
  await hasBegun;
  // The state after the whole process was suspended for longer than its lease.
  await db.query(sql`delete from feed_member`);
  await db.query(sql`update feed_consumer set until = '-infinity' where lane = 1`);
  await aConsumer({ leaseMs: 400 });
  await expect.poll(seen, soon).toEqual([1]);
  letGo();
  await tell(db, feed, [aStatus(1, 2)]);
  await expect.poll(seen, soon).toEqual([1, 2]);
});

test('handles rows once when the answer to their commit is lost', async () => {
  const { db, feed, close } = await openFeed(database.url);
  ends.push(close);
  let lost = 0;
  // The transaction commits, but its connection ends before the answer.
  const lossy: Db = {
    ...db,
    async tx(run) {
      let isHandling = false;
      const result = await db.tx((tx, client) =>
        run(
          {
            ...tx,
            query(statement) {
              isHandling ||= statement.text.includes('insert into seen');
              return tx.query(statement);
            },
          },
          client,
        ),
      );
      if (isHandling && lost++ === 0) {
        await tell(db, feed, [aStatus(1, 2)]);
        throw Object.assign(new Error('the connection ended'), { code: 'ECONNRESET' });
      }
      return result;
    },
  };
  await aConsumer({ db: lossy });
  await tell(db, feed, [aStatus(1, 1)]);
  await expect.poll(async () => (await seen()).includes(2), soon).toBe(true);
  expect(await seen()).toEqual([1, 2]);
});

test('processes partitions only after their lease is committed', async () => {
  const { db } = database;
  await db.query(sql`create table refusing ()`);
  await db.query(sql`create sequence refusals`);
  await db.query(sql`create function refuse() returns trigger language plpgsql as $$ begin
    if exists (select from refusing) then raise 'made to fail %', nextval('refusals'); end if;
    return null;
  end $$`);
  await db.query(sql`create constraint trigger refuse after update on feed_consumer deferrable initially deferred
    for each row execute function refuse()`);
  await db.query(sql`insert into refusing default values`);
  const refused = await aConsumer({ leaseMs: 3_600_000 });
  const isRefused = async () =>
    (await db.query<{ is_called: boolean }>(sql`select is_called from refusals`)).rows[0]?.is_called;
  await expect.poll(isRefused, soon).toBe(true);
  await db.query(sql`delete from refusing`);
  const { hasLooked } = await aConsumer();
  await expect.poll(holders, soon).toEqual([PARTITIONS.length]);
  await tell(refused.db, refused.feed, [aStatus(1, 1)]);
  await expect.poll(async () => (await seen()).length, soon).toBeGreaterThan(0);
  await hasLooked();
  expect(await seen()).toEqual([1]);
});

test('repeatedly killed processes: no duplicates, no gaps, partitions in order', async () => {
  const leaseMs = 600;
  const spawned: TalkingProcess[] = [];
  const start = async (): Promise<TalkingProcess> => {
    const options: FeedChildOptions = { url: database.url, name: NAME, leaseMs };
    const child = startTalkingProcess('feed-child.ts', options);
    spawned.push(child);
    await child.said('ready');
    return child;
  };
  ends.push(async () => {
    for (const { child } of spawned) child.kill('SIGKILL');
    await Promise.all(spawned.map(({ ended }) => ended));
  });
  const { feed, db, close } = await openFeed(database.url);
  ends.push(close);
  let running = [await start(), await start()];
  let time = 0;
  const write = async (): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      const entries = Array.from({ length: 5 }, () => aStatus(++time % 16, time));
      await tell(db, feed, entries);
    }
  };
  for (let round = 0; round < 4; round++) {
    const [victim, other] = running;
    const handled = victim?.lines('handles').length ?? 0;
    const writing = write();
    // Kill it in the middle of its work, if it has any: the other process may hold all partitions at this point.
    await expect
      .poll(async () => (victim?.lines('handles').length ?? 0) > handled || (await seen()).length === time, soon)
      .toBe(true);
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    await writing;
    running = [...(other ? [other] : []), await start()];
  }
  await expect.poll(async () => (await seen()).length, soon).toBe(time);
  const all = await seen();
  expect(sorted(all)).toEqual(numbers(1, time));
  for (const meter of numbers(0, 15)) {
    const own = all.filter((each) => each % 16 === meter);
    expect(own).toEqual(sorted(own));
  }
}, 120_000);
