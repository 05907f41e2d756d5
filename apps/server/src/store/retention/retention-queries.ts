import type { Layer } from '@airdeck/domain/retention';
import sql, { raw, type Sql } from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { BLOCK_DAYS } from '../rollups/block-hours.ts';
import type { Horizon } from './horizon.ts';

/** One batch: some ten milliseconds, and not more than a writer likes to wait. */
const MAX_BATCH_ROWS = 5_000;

/** Whether this transaction is the one that deletes now. */
export const takeRetentionLock = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCK.retention}) as taken`,
  );
  return rows[0]?.taken ?? false;
};

/** The rows of a table to delete: rows `t` of these owners that lie before the horizon and are no longer needed. */
export interface RetentionTable {
  table: 'packed_day' | 'frame' | 'packed_hour' | 'rollup_hour' | 'rollup_day' | 'purifier_state' | 'alarm';
  owner: 'meter_id' | 'purifier_id' | 'organization_id';
  key:
    | 'meter_id, time'
    | 'meter_id, channel, day'
    | 'meter_id, channel, first'
    | 'meter_id, channel, month'
    | 'purifier_id, time'
    | 'id';
  isOld(horizon: Horizon): Sql;
}

/** Whole UTC days before the horizon, because frames are packed by day; frames that are not yet summed up are kept. */
const utcDay = ({ start }: Horizon): Sql => sql`date_trunc('day', ${new Date(start)}::timestamptz, 'UTC')`;
const summedUp = (horizon: Horizon): Sql =>
  sql`not exists (select from dirty_hour d where d.meter_id = t.meter_id and d.hour < ${utcDay(horizon)})`;

const RETENTION_TABLES = {
  // Before packed days, because frames of a packed day that are still there would count again.
  frames: {
    table: 'frame',
    owner: 'meter_id',
    key: 'meter_id, time',
    isOld: (horizon) => sql`t.time < ${utcDay(horizon)} and ${summedUp(horizon)}`,
  },
  packedDays: {
    table: 'packed_day',
    owner: 'meter_id',
    key: 'meter_id, channel, day',
    isOld: (horizon) => sql`t.day < (${utcDay(horizon)} at time zone 'UTC')::date and ${summedUp(horizon)}`,
  },
  // A row is ten days, and goes when all of it is old.
  packedHours: {
    table: 'packed_hour',
    owner: 'meter_id',
    key: 'meter_id, channel, first',
    isOld: ({ day }) => sql`t.first + ${BLOCK_DAYS}::integer <= ${day}::date and not exists (
      select from dirty_day d
      where d.meter_id = t.meter_id and d.day >= t.first and d.day < t.first + ${BLOCK_DAYS}::integer)`,
  },
  // After packed hours: a rebuilt one counts instead of the packed one, and stays as long.
  hours: {
    table: 'rollup_hour',
    owner: 'meter_id',
    key: 'meter_id, channel, day',
    isOld: ({ day }) => sql`t.day < ${day}::date
      and not exists (select from dirty_day d where d.meter_id = t.meter_id and d.day = t.day)
      and not exists (select from packed_hour p where p.meter_id = t.meter_id and p.channel = t.channel
        and p.first = t.day - (t.day - date '1970-01-01') % ${BLOCK_DAYS}::integer)`,
  },
  // A row is a month, and goes when all of it is old.
  days: {
    table: 'rollup_day',
    owner: 'meter_id',
    key: 'meter_id, channel, month',
    isOld: ({ day }) => sql`t.month < date_trunc('month', ${day}::date)::date`,
  },
  purifierStates: {
    table: 'purifier_state',
    owner: 'purifier_id',
    key: 'purifier_id, time',
    isOld: ({ start }) => sql`t.last_time < ${new Date(start)}`,
  },
  // Those that are cleared and over; the few of the server itself have no owner, and stay.
  alarms: {
    table: 'alarm',
    owner: 'organization_id',
    key: 'id',
    isOld: ({ start }) => sql`t.occurred_time < ${new Date(start)} and t.cleared_time < ${new Date(start)}
      and t.ended_time < ${new Date(start)}`,
  },
} as const satisfies Record<string, RetentionTable>;

/** The layer that each table belongs to, in the order in which they are swept. */
export const SWEEPS: readonly [Layer, RetentionTable][] = [
  ['READING', RETENTION_TABLES.frames],
  ['READING', RETENTION_TABLES.packedDays],
  ['HOUR', RETENTION_TABLES.packedHours],
  ['HOUR', RETENTION_TABLES.hours],
  ['DAY', RETENTION_TABLES.days],
  ['PURIFIER_STATE', RETENTION_TABLES.purifierStates],
  ['ALARM', RETENTION_TABLES.alarms],
];

/** Number of rows whose size is sampled: they are similar. */
const MAX_MEASURED_ROWS = 2_000;

/** How many rows of these owners are too old, and how many bytes one of them has on average. */
export const countOld = async (
  tx: Tx,
  { table, owner, isOld }: RetentionTable,
  owners: readonly number[],
  horizon: Horizon,
): Promise<{ rows: number; rowBytes: number }> => {
  const old = sql`from ${raw(table)} t where t.${raw(owner)} = any(${owners}::integer[]) and ${isOld(horizon)}`;
  const { rows } = await tx.query<{ rows: number; row_bytes: number }>(sql`
    select (select count(*) ${old}) as rows,
      coalesce((select avg(pg_column_size(m.*)) from (select t.* ${old} limit ${MAX_MEASURED_ROWS}) m), 0)::float8 as row_bytes`);
  return { rows: rows[0]?.rows ?? 0, rowBytes: rows[0]?.row_bytes ?? 0 };
};

/** Meters with rows there, by skipping along the key. */
export const listOwners = async (db: Db, { table, owner }: RetentionTable): Promise<number[]> => {
  const [from, id] = [raw(table), raw(owner)];
  const { rows } = await db.query<{ id: number }>(sql`
    with recursive found(id) as (
      (select ${id} from ${from} order by ${id} limit 1)
      union all
      select (select ${id} from ${from} where ${id} > found.id order by ${id} limit 1) from found where found.id is not null
    )
    select id from found where id is not null`);
  return rows.map((row) => row.id);
};

/** Deletes a batch of expired rows. Returns whether there may be more. */
export const deleteBatch = async (
  tx: Tx,
  { table, owner, key, isOld }: RetentionTable,
  owners: readonly number[],
  horizon: Horizon,
): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    delete from ${raw(table)} where (${raw(key)}) in (
      select ${raw(key)} from ${raw(table)} t
      where t.${raw(owner)} = any(${owners}::integer[]) and ${isOld(horizon)} limit ${MAX_BATCH_ROWS})`);
  return rowCount === MAX_BATCH_ROWS;
};

/** Tables of names by which alarms are searched, with the alarm's column that refers to each. */
const NAMES = [
  { table: 'alarm_place', column: 'place' },
  { table: 'alarm_kind', column: 'kind' },
] as const;

/**
 * Deletes names that no alarm uses, at most MAX_BATCH_ROWS. A transaction that adds an alarm waits meanwhile: it might
 * use one of them.
 */
export const forgetNames = async (db: Db): Promise<void> => {
  for (const { table, column } of NAMES) {
    const isUnused = sql`not exists (select from alarm a where a.${raw(column)} = n.id)`;
    const { rows } = await db.query<{ id: number }>(
      sql`select n.id from ${raw(table)} n where ${isUnused} limit ${MAX_BATCH_ROWS}`,
    );
    if (rows.length === 0) continue;
    await db.tx(async (tx) => {
      await tx.query(sql`lock table alarm in share row exclusive mode`);
      const ids = rows.map(({ id }) => id);
      await tx.query(sql`delete from ${raw(table)} n where n.id = any(${ids}::bigint[]) and ${isUnused}`);
    });
  }
};

/**
 * Deletes registration data that can no longer be restored: credentials and settings, and meters of which no data are
 * left. The others stay, because they name the rows of their history.
 */
export const purgeDeleted = async (db: Db, before: number): Promise<void> => {
  await db.query(sql`delete from deleted_row where deleted_time < ${new Date(before)}
    and kind in ('device_credential', 'auto_mode', 'timetable_purifier', 'filter_replacement', 'door_device', 'floor_plan',
      'floor_plan_pin')`);
  await db.query(sql`delete from deleted_row where meter_id in (
    select r.row_id from deleted_row r where r.kind = 'meter' and r.deleted_time < ${new Date(before)}
      and not exists (select from rollup_day d where d.meter_id = r.row_id)
      and not exists (select from rollup_hour h where h.meter_id = r.row_id)
      and not exists (select from packed_hour h where h.meter_id = r.row_id)
      and not exists (select from packed_day d where d.meter_id = r.row_id)
      and not exists (select from frame f where f.meter_id = r.row_id)
      and not exists (select from purifier_state s join deleted_row p on p.kind = 'purifier' and p.row_id = s.purifier_id
        where p.meter_id = r.row_id))`);
};

/** Each purifier's organization, those that are deleted or not in use included. */
export const listPurifierOrganizations = async (db: Db): Promise<Map<number, number>> => {
  const { rows } = await db.query<{ id: number; organization_id: number }>(
    sql`select p.id, m.organization_id from purifier p join meter m on m.id = p.meter_id
      union all select row_id, organization_id from deleted_row where kind = 'purifier'`,
  );
  return new Map(rows.map((row) => [row.id, row.organization_id]));
};
