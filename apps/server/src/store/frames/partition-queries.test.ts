import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../platform/db/pool.ts';
import { held } from '../../testing/held.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { announceAttached, createPartition } from './partition-queries.ts';

const DAY = 20_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

/** Changes whenever connections have to read the list of partitions again. */
const told = async (): Promise<string | undefined> => {
  const { rows } = await database.db.query<{ told: string }>(
    sql`select xmin::text as told from pg_attribute where attrelid = 'frame'::regclass and attname = 'time'`,
  );
  return rows[0]?.told;
};

/** A reader whose transaction has not ended. */
const reader = async () => {
  const reading = held(database.db, (tx) => tx.query(sql`select from frame limit 1`));
  await reading.isReady;
  return reading;
};

it('connections learn of new partitions when the transactions that saw the old ones have ended, and only once', async () => {
  const before = await told();
  const slow = await reader();
  await createPartition(database.db, DAY);
  const once = await told();
  expect(once).not.toBe(before);
  await createPartition(database.db, DAY);
  expect(await told()).toBe(once);
  await slow.end();
});

it('no connection learns of it too early, and transactions that began afterwards are not waited for', async () => {
  const before = await told();
  const early = await reader();
  let looked = 0;
  const watched: Db = {
    ...database.db,
    query: async (statement) => {
      const result = await database.db.query(statement);
      if (statement.text.includes('pg_locks')) looked++;
      return result as never;
    },
  };
  const announced = announceAttached(watched, Number.POSITIVE_INFINITY);
  await expect.poll(() => looked).toBeGreaterThan(3);
  expect(await told()).toBe(before);
  const late = await reader();
  await early.end();
  await announced;
  expect(await told()).not.toBe(before);
  await late.end();
});
