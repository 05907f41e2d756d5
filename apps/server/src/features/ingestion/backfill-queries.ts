import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

/** The newest measured time of each meter, epoch ms, as current values are saved: some seconds behind. */
export const listLastTimes = async (db: Db): Promise<{ meterId: number; time: number }[]> => {
  const { rows } = await db.query<{ meter_id: number; time: Date }>(sql`select meter_id, time from meter_current`);
  return rows.map(({ meter_id, time }) => ({ meterId: meter_id, time: time.getTime() }));
};

/** A local day of a meter. */
export interface MeterDay {
  meterId: number;
  day: string;
}

export const insertBackfilledDays = async (db: Db, days: readonly MeterDay[], now: number): Promise<void> => {
  await db.query(sql`insert into backfilled_day (meter_id, day, received_time)
    select meter_id, day, ${new Date(now)} from unnest(${days.map(({ meterId }) => meterId)}::integer[],
      ${days.map(({ day }) => day)}::date[]) as d(meter_id, day)
    on conflict do nothing`);
};
