import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import { decodeTimes } from '../packed/decode-day.ts';
import { TIMES_CHANNEL } from '../packed/packed-format.ts';

const QUARTER_MS = 900_000;

/** A quarter hour of hot frames, or the times of a packed day (days since 1970). */
type Row = { meter_id: number } & ({ quarter: Date; data: null } | { day: number; data: Buffer });

/**
 * Quarter hours in which these meters measured something since then: every zone cuts its hours at one of them. Of
 * days that are packed the frames that have not been dropped yet may be listed too.
 */
export const listMeasuredQuarters = async (tx: Tx, meters: number[], since: number): Promise<MeterHour[]> => {
  const { rows } = await tx.query<Row>(sql`
    select distinct meter_id, date_bin('15 minutes', time, 'epoch') as quarter, null::integer as day, null::bytea as data
    from frame where meter_id = any(${meters}::integer[]) and time >= ${new Date(since)}
    union all
    select meter_id, null, day - date '1970-01-01', data from packed_day
    where meter_id = any(${meters}::integer[]) and channel = ${TIMES_CHANNEL}
      and day >= (${new Date(since)}::timestamptz at time zone 'UTC')::date`);
  return rows.flatMap((row) => {
    if (row.data === null) return [{ meterId: row.meter_id, hour: row.quarter.getTime() }];
    const times = decodeTimes(row.data, row.day).filter((time) => time >= since);
    const quarters = new Set(times.map((time) => time - (time % QUARTER_MS)));
    return [...quarters].map((hour) => ({ meterId: row.meter_id, hour }));
  });
};
