import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';

/** Quarter hours in which these meters measured something since then: every zone cuts its hours at one of them. */
export const listMeasuredQuarters = async (tx: Tx, meters: number[], since: number): Promise<MeterHour[]> => {
  const { rows } = await tx.query<{ meter_id: number; quarter: Date }>(sql`
    select distinct meter_id, date_bin('15 minutes', time, 'epoch') as quarter from frame
    where meter_id = any(${meters}::integer[]) and time >= ${new Date(since)}`);
  return rows.map((row) => ({ meterId: row.meter_id, hour: row.quarter.getTime() }));
};
