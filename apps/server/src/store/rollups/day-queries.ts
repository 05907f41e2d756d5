import sql, { empty } from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { CELL_BYTES } from './day-cell.ts';

/** A meter's local day. */
export interface MeterDay {
  meterId: number;
  day: string;
}

/** A meter's channel in a month, written as its first day. */
export interface MonthRow {
  meter_id: number;
  month: string;
  channel: number;
  /** Cells of the month's days: see day-cell. */
  data: Buffer;
}

const meterIds = (days: readonly MeterDay[]): number[] => days.map((day) => day.meterId);
const dayTexts = (days: readonly MeterDay[]): string[] => days.map((day) => day.day);

/**
 * Marks days whose cells are older than their hours. Marking and unmarking hold the rollup lock, so an existing mark
 * can stay as it is.
 */
export const markDays = async (tx: Tx, days: readonly MeterDay[]): Promise<void> => {
  await tx.query(sql`insert into dirty_day (meter_id, day)
    select * from unnest(${meterIds(days)}::integer[], ${dayTexts(days)}::date[]) on conflict do nothing`);
};

/** A marked day, and whether its meter has been deleted for good. */
interface MarkedDay extends MeterDay {
  isGone: boolean;
}

/** Marked days, the oldest first; only past ones if the present day of each zone is given. */
export const listDirtyDays = async (
  db: Db | Tx,
  today: ReadonlyMap<string, string> | null,
  limit: number,
): Promise<MarkedDay[]> => {
  const isOver = sql`where m.id is null or d.day < (select t.day
    from unnest(${[...(today?.keys() ?? [])]}::text[], ${[...(today?.values() ?? [])]}::date[]) as t(zone, day)
    where t.zone = o.time_zone)`;
  const { rows } = await db.query<{ meter_id: number; day: string; is_gone: boolean }>(sql`
    select d.meter_id, d.day, m.id is null as is_gone from dirty_day d
    left join meter m on m.id = d.meter_id left join organization o on o.id = m.organization_id
    ${today ? isOver : empty} order by d.day, d.meter_id limit ${limit}`);
  return rows.map((row) => ({ meterId: row.meter_id, day: row.day, isGone: row.is_gone }));
};

/** Takes away the marks of these days. */
export const clearDays = async (tx: Tx, days: readonly MeterDay[]): Promise<void> => {
  await tx.query(sql`delete from dirty_day
    where (meter_id, day) in (select * from unnest(${meterIds(days)}::integer[], ${dayTexts(days)}::date[]))`);
};

/** All channels of the months that these days lie in. */
export const loadMonths = async (tx: Tx, days: readonly MeterDay[]): Promise<MonthRow[]> => {
  const { rows } = await tx.query<MonthRow>(sql`
    select r.meter_id, r.month, r.channel, r.data from rollup_day r join (
      select distinct meter_id, date_trunc('month', day)::date as month
      from unnest(${meterIds(days)}::integer[], ${dayTexts(days)}::date[]) as d(meter_id, day)
    ) m using (meter_id, month)`);
  return rows;
};

export const saveMonths = async (tx: Tx, rows: readonly MonthRow[]): Promise<void> => {
  await tx.query(sql`
    insert into rollup_day (meter_id, month, channel, data)
    select * from unnest(${rows.map((row) => row.meter_id)}::integer[], ${rows.map((row) => row.month)}::date[],
      ${rows.map((row) => row.channel)}::smallint[], ${rows.map((row) => row.data)}::bytea[])
    on conflict (meter_id, channel, month) do update set data = excluded.data`);
};

/** Deletes the cells of these meters from a day on, and the marks of those days. */
export const forgetCells = async (tx: Tx, meters: readonly number[], from: string): Promise<void> => {
  const kept = (Number(from.slice(8)) - 1) * CELL_BYTES;
  await tx.query(sql`delete from rollup_day where meter_id = any(${meters}::integer[]) and month >= ${from}::date`);
  // The month that the day cuts; from its first day on it has just been deleted.
  await tx.query(sql`update rollup_day
    set data = substr(data, 1, ${kept}) || decode(repeat('00', octet_length(data) - ${kept}), 'hex')
    where meter_id = any(${meters}::integer[]) and month = date_trunc('month', ${from}::date)`);
  await tx.query(sql`delete from dirty_day where meter_id = any(${meters}::integer[]) and day >= ${from}::date`);
};
