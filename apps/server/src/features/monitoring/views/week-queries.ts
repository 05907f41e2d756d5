import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';

/** The first `hours` hours of a meter's day. */
export interface DayPart {
  meterId: number;
  week: number;
  day: string;
  hours: number;
}

export interface DayPartRow {
  meter_id: number;
  week: number;
  /** Sum of the hours' indexes (tenths), each times its frames, and those frames. */
  index_sum: number | null;
  index_count: number | null;
  frames: number;
}

/** Sums of the rollups over parts of days. Channel 0 is the index. */
export const sumDayParts = async (db: Tx, parts: readonly DayPart[]): Promise<DayPartRow[]> => {
  const { rows } = await db.query<DayPartRow>(sql`
    select r.meter_id, p.week, s.index_sum, s.index_count, coalesce(s.frames, 0) as frames
    from unnest(${parts.map((part) => part.meterId)}::integer[], ${parts.map((part) => part.week)}::integer[],
      ${parts.map((part) => part.day)}::date[], ${parts.map((part) => part.hours)}::integer[])
      as p(meter_id, week, day, hours)
    join rollup_hour r on r.meter_id = p.meter_id and r.channel = 0 and r.day = p.day
    cross join lateral (
      select sum(index::bigint * frames)::bigint as index_sum, sum(frames) filter (where index is not null) as index_count,
        sum(frames) as frames
      from unnest(r.sum[1:p.hours], r.count[1:p.hours]) as u(index, frames)
    ) s`);
  return rows;
};
