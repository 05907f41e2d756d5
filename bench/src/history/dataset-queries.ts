import type { Db } from '@airdeck/server/platform/db/pool';
import { markDirty } from '@airdeck/server/store/frames/frame-queries';
import { createPartition } from '@airdeck/server/store/frames/partition-queries';
import sql from 'sql-template-tag';

/** Creates a separate database; its name is the bench's, never a user's. */
export const createDatabase = async (db: Db, name: string): Promise<void> => {
  await db.query({ text: `create database "${name}" encoding 'UTF8'` });
};

/** A user who sees the organization, for whom a session can be opened. */
export const addUser = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ id: number }>(sql`
    insert into app_user (organization_id, login, name, authority, language)
    select id, 'bench', 'Bench', 'SUPER_ADMIN', 'en' from organization
    on conflict (organization_id, login) do update set name = excluded.name returning id`);
  return rows[0]?.id ?? 0;
};

/** The demo user whom anybody may log in as. */
export const addDemoUser = async (db: Db): Promise<void> => {
  await db.query(sql`insert into organization (code, name) values ('00000000', 'Bench') on conflict do nothing`);
  await db.query(sql`insert into app_user (organization_id, login, name, authority, language)
    select id, 'super.admin', 'Bench', 'SUPER_ADMIN', 'en' from organization where code = '00000000'`);
};

/** The state of the open hour while meters report: it has no rollup yet. `place`: among the hours of its day. */
export const openHour = async (db: Db, hour: number, { day, place }: { day: string; place: number }): Promise<void> => {
  const columns = ['count', 'sum', 'min', 'max'].map((column) => `${column}[${place + 1}] = null`).join(', ');
  await db.query({ text: `update rollup_hour set ${columns} where day = $1`, values: [day] });
  const { rows } = await db.query<{ id: number }>(sql`select id from meter`);
  await db.tx((tx) =>
    markDirty(
      tx,
      rows.map(({ id }) => ({ meterId: id, hour })),
    ),
  );
};

export const makeDays = async (db: Db, days: readonly number[]): Promise<void> => {
  for (const day of days) await createPartition(db, day);
};

/** Frees the space of months that have been replaced. */
export const freeMonths = (db: Db) => db.query(sql`vacuum rollup_day`);

/** The state after autovacuum, with nothing left to be written back during queries. */
export const settle = async (db: Db): Promise<void> => {
  // Frees the space of packed hours: a running product packs them every ten days.
  await db.query(sql`vacuum (full) rollup_hour`);
  await db.query(sql`vacuum (analyze)`);
  await db.query(sql`checkpoint`);
};

export interface Sizes {
  packed: number;
  rollups: number;
  /** Size of the whole database. */
  total: number;
}

/** Bytes including indexes and everything else of the tables. */
export const readSizes = async (db: Db): Promise<Sizes> => {
  const { rows } = await db.query<Sizes>(sql`
    select pg_total_relation_size('packed_day') as packed,
      pg_total_relation_size('rollup_hour') + pg_total_relation_size('packed_hour')
        + pg_total_relation_size('rollup_day') as rollups,
      pg_database_size(current_database()) as total`);
  return rows[0] ?? { packed: Number.NaN, rollups: Number.NaN, total: Number.NaN };
};

export const listMeterIds = async (db: Db): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(sql`select id from meter order by id`);
  return rows.map(({ id }) => id);
};

export const listSensorIds = async (db: Db): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(sql`select id from sensor order by meter_id, id`);
  return rows.map(({ id }) => id);
};

/** Number of packed meter-days. */
export const countPacked = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(sql`select count(*) as count from packed_day where channel = 0`);
  return rows[0]?.count ?? Number.NaN;
};
