import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb } from '../../platform/db/pool.ts';
import { openStoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createPartition } from '../frames/partition-queries.ts';
import { readFrames } from '../packed/read-frames-queries.ts';
import { readBuckets } from './read-buckets.ts';

const NOW = Date.UTC(2027, 0, 1, 3);
const CO2 = channelOf('CO2', 1);
/** PostgreSQL plans a prepared statement for its values this often before it may keep a plan. */
const PLANNED = 5;
const HOT_DAYS = 6;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('keeps the plans of readings and averages of one sensor, one statement each, while its open hour is newer than its rollup', async () => {
  const { db } = database;
  const today = Math.floor(NOW / DAY_MS);
  for (let n = 0; n < HOT_DAYS; n++) await createPartition(db, today - n);
  const rig = await openStoreRig(db, { now: NOW });
  await rig.write([rig.frame(NOW - MINUTE_MS, { [CO2]: 800 })]);
  const [meter, snapshot] = [rig.meter(), rig.registry.snapshot()];
  const question = { meters: [meter], channels: [CO2], from: '2026-01-02', to: '2027-01-01' };
  const reader = createDb({ connection: database.url, log: rig.log, size: 1 });
  for (let n = 0; n <= PLANNED; n++) {
    for (const unit of ['hour', 'day'] as const) await readBuckets(reader, snapshot, { ...question, unit });
    await readFrames(reader, [{ meterId: meter.id, start: NOW - DAY_MS, end: NOW }], [CO2]);
  }
  const { rows: statements } = await reader.query<{ statement: string; generic_plans: number }>(
    sql`select statement, generic_plans from pg_prepared_statements`,
  );
  await reader.close();
  await rig.writer.stop();
  expect(statements).toHaveLength(3);
  expect(statements.filter(({ generic_plans }) => generic_plans === 0)).toEqual([]);
});
