import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCurrent } from '../features/monitoring/current/current-queries.ts';
import type { Tx } from '../platform/db/pool.ts';
import { aMeter } from '../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { loadMeters } from './registry-queries.ts';

const METERS = 50_000;
const PORTION = 500;

let database: TestDatabase;
let ids: number[];
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const { id } = await aMeter(db);
  await db.query(sql`insert into meter (organization_id, office_id, department_id, name, code)
    select organization_id, office_id, department_id, 'Plan ' || n, 'PLAN' || n from meter, generate_series(1, ${METERS}) as n
    where id = ${id}`);
  await db.query(sql`insert into sensor (meter_id, type, sequence, name)
    select id, 'HCHO', 1, 'HCHO' from meter on conflict do nothing`);
  await db.query(sql`insert into meter_current (meter_id, time, channel, value, channel_time)
    select id, now(), '{101}', '{1}', array[now()] from meter`);
  await db.query(sql`analyze`);
  const { rows } = await db.query<{ id: number }>(sql`select id from meter order by id limit ${PORTION}`);
  ids = rows.map((row) => row.id);
});
afterAll(() => database.close());

/**
 * How often statements read all rows of these tables. The counts of this session alone: what other sessions read reaches
 * `pg_stat_user_tables` up to a minute later, so that a read of `beforeAll` could appear here.
 */
const fullReads = (run: (tx: Tx) => Promise<unknown>): Promise<number> =>
  database.db.tx(async (tx) => {
    const count = async (): Promise<number> => {
      const { rows } = await tx.query<{ scans: number }>(sql`
        select sum(seq_scan)::integer as scans from pg_stat_xact_user_tables where relname in ('meter', 'meter_current')`);
      return rows[0]?.scans ?? Number.NaN;
    };
    const before = await count();
    await run(tx);
    return (await count()) - before;
  });

it.each([
  ['meters', (tx: Tx) => loadMeters(tx, ids)],
  ['current values', (tx: Tx) => loadCurrent(tx, ids)],
])('a portion of %s is found by its ids, without reading all of them', async (_, load) => {
  expect(await fullReads(load)).toBe(0);
});

it('notices a full read', async () => {
  expect(await fullReads((tx) => tx.query(sql`select count(*) from meter where name like '%7'`))).toBe(1);
});
