import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/pool.ts';
import { type BlockRow, mergeDays } from '../store/rollups/hour-block-queries.ts';
import type { DayRow } from '../store/rollups/rollup-rows.ts';

/** All stored hours of these meters, packed or not, by meter, day and channel. */
export const storedHours = async (db: Tx, meterIds: readonly number[]): Promise<DayRow[]> => {
  const { rows } = await db.query<DayRow | BlockRow>(sql`
    select meter_id, channel, day, count, sum, min, max, null::date as first, null::bytea as data
    from rollup_hour where meter_id = any(${meterIds}::integer[])
    union all
    select meter_id, channel, null, null, null, null, null, first, data
    from packed_hour where meter_id = any(${meterIds}::integer[])`);
  return (await mergeDays(rows, () => true))
    .map(({ meter_id, day, channel, count, sum, min, max }) => ({ meter_id, day, channel, count, sum, min, max }))
    .sort((a, b) => a.meter_id - b.meter_id || a.day.localeCompare(b.day) || a.channel - b.channel);
};
