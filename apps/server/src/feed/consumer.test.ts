import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../platform/db/pool.ts';
import { startTalkingProcess, type TalkingProcess } from '../testing/engine-process.ts';
import type { FeedChildOptions } from '../testing/feed-child.ts';
import { aStatus, openFeed, tell } from '../testing/feed-rig.ts';
import { held } from '../testing/held.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { LANES } from './entry.ts';
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

type Handle = (times: number[], tx: Tx) => Promise<void> | void;

/** A consumer in a process of its own, as far as memory and connections go, that writes down what it sees. */
const aConsumer = async (changed: Partial<FeedOptions> = {}, handle: Handle = () => undefined) => {
  const { feed, db, close, hasLooked } = await openFeed(database.url, changed);
  ends.push(close);
  const consumer = feed.consume({
    name: NAME,
    kinds: ['status'],
    async handle(tx, entries, lane) {
      const times = entries.map(({ status }) => status.time);
      await tx.query(
        sql`insert into seen (lane, time) select ${lane}::integer, time from unnest(${times}::bigint[]) as time`,
      );
      await handle(times, tx);
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
/** Who holds how many lanes. */
const holders = async (): Promise<number[]> => {
  const { rows } = await database.db.query<{ lanes: number }>(sql`select count(*) as lanes from feed_consumer
    where name = ${NAME} and until > clock_timestamp() group by holder order by 1`);
  return rows.map(({ lanes }) => lanes);
};
const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('sees each row once, a lane in order, and goes on after a stop where it was', async () => {
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

test('a transaction that is committed later than younger ones is not missed', async () => {
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

test('a new consumer begins with what comes then', async () => {
  const { feed, db, close } = await openFeed(database.url);
  ends.push(close);
  await tell(db, feed, [aStatus(1, 1)]);
  await aConsumer();
  await tell(db, feed, [aStatus(1, 2)]);
  await expect.poll(seen, soon).toEqual([2]);
});

test('what it decides and how far it is stand or fall together', async () => {
  let failures = 2;
  const { feed, db } = await aConsumer({}, (times) => {
    if (times.includes(2) && failures-- > 0) throw new Error('made to fail after it has written');
  });
  await tell(db, feed, [aStatus(1, 1), aStatus(1, 2), aStatus(1, 3)]);
  await expect.poll(async () => sorted(await seen()), soon).toEqual([1, 2, 3]);
  expect((await feed.lag()).map(({ failed, skipped, lagMs }) => [failed, skipped, lagMs])).toEqual([[0, 0, 0]]);
});

test('a row that cannot be handled is passed and counted, and costs no other', async () => {
  const { feed, db } = await aConsumer({}, (times) => {
    if (times.includes(13)) throw new Error('made to fail');
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

test('a row that the database refuses is passed too; while the database is away none is', async () => {
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

test('two processes share the lanes, and one that stops hands its own over at once', async () => {
  // Far longer than the test may last.
  const leaseMs = 3_600_000;
  const first = await aConsumer({ leaseMs });
  await expect.poll(holders, soon).toEqual([LANES.length]);
  const short = 200;
  const second = await aConsumer({ leaseMs: short });
  await first.consumer.stop();
  await expect.poll(holders, soon).toEqual([LANES.length]);
  const third = await aConsumer({ leaseMs: short });
  await expect.poll(holders, soon).toEqual([LANES.length / 2, LANES.length / 2]);
  for (let time = 1; time <= 16; time++) await tell(second.db, second.feed, [aStatus(time, time)]);
  await expect.poll(async () => sorted(await seen()), soon).toEqual(numbers(1, 16));
  await third.consumer.stop();
});

test('who has lost its lane cannot commit: what it decided late is not there twice', async () => {
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
  // As after a stop of the whole process for longer than its lease.
  await db.query(sql`delete from feed_member`);
  await db.query(sql`update feed_consumer set until = '-infinity' where lane = 1`);
  await aConsumer({ leaseMs: 400 });
  await expect.poll(seen, soon).toEqual([1]);
  letGo();
  await tell(db, feed, [aStatus(1, 2)]);
  await expect.poll(seen, soon).toEqual([1, 2]);
});

test('processes that are killed again and again: nothing twice, nothing missing, lanes in order', async () => {
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
    // In the middle of its work, if it has any: the other one may hold all lanes for a moment.
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
