import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';

/** The facility of all meters, and since when they have been expected to report. */
export const addFacility = async (db: Db): Promise<void> => {
  await db.query(sql`
    insert into facility_facts (organization_id, valid_from, facility_kind, opening_hours)
    select id, '2020-01-01', 'LIBRARY', 'Mon-Fri 09:00-18:00' from organization`);
  await db.query(sql`update meter_period set from_time = '2020-01-01'`);
};

/** Gives all meters the rollups of the first ones, in turns. */
export const copyRollups = async (db: Db, first: readonly number[]): Promise<void> => {
  const copies = sql`(
    select id, (${first}::integer[])[(row_number() over (order by id) - 1) % ${first.length}::integer + 1] as original
    from meter) as c join`;
  const others = sql`where c.id <> c.original`;
  await db.query(sql`
    insert into packed_hour (meter_id, first, channel, data)
    select c.id, r.first, r.channel, r.data from ${copies} packed_hour r on r.meter_id = c.original ${others}`);
  await db.query(sql`
    insert into rollup_hour (meter_id, day, channel, count, sum, min, max)
    select c.id, r.day, r.channel, r.count, r.sum, r.min, r.max
    from ${copies} rollup_hour r on r.meter_id = c.original ${others}`);
  await db.query(sql`
    insert into rollup_day (meter_id, channel, month, data)
    select c.id, r.channel, r.month, r.data from ${copies} rollup_day r on r.meter_id = c.original ${others}`);
};
