import type { TimeRange } from '@airdeck/domain/range';
import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';

export interface CourseRow {
  channel: number;
  /** Number of the ten minutes since the start. */
  slot: number;
  mean: number;
  min: number;
  max: number;
}

/** Means of a meter's readings every ten minutes, channel by channel, in ticks. */
export const listCourse = async (
  db: Tx,
  { meterId, start, end }: TimeRange & { meterId: number },
): Promise<CourseRow[]> => {
  const { rows } = await db.query<CourseRow>(sql`
    select r.channel, floor(extract(epoch from f.time - ${new Date(start)}) / 600)::integer as slot,
      avg(r.value)::double precision as mean, min(r.value) as min, max(r.value) as max
    from frame f cross join lateral unnest(f.channel, f.value) as r(channel, value)
    where f.meter_id = ${meterId} and f.time >= ${new Date(start)} and f.time < ${new Date(end)}
    group by 1, 2`);
  return rows;
};
