import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** Days of some meters that received readings of which an administrator had to allow the age. */
export interface BackfilledDays {
  meters: number;
  /** First and last of them, and how many meter-days they are. */
  from: string;
  to: string;
  days: number;
}

/** Those between two local days, both included; null: there are none. */
export const findBackfilled = async (
  db: Db | Tx,
  meterIds: readonly number[],
  { from, to } = { from: '0001-01-01', to: '9999-12-31' },
): Promise<BackfilledDays | null> => {
  const { rows } = await db.query<BackfilledDays & Record<string, unknown>>(sql`
    select count(distinct meter_id)::integer as meters, min(day)::text as from, max(day)::text as to,
      count(*)::integer as days
    from (
      select meter_id, day from backfilled_day where meter_id = any(${meterIds}::integer[])
      union all select meter_id, (content->>'day')::date from deleted_row
      where kind = 'backfilled_day' and meter_id = any(${meterIds}::integer[])
    ) b where day between ${from} and ${to}`);
  const [row] = rows;
  return row?.days ? row : null;
};
