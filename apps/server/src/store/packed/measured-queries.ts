import { isoTime } from '@airdeck/domain/calendar';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { MeterSpan } from '../frames/frame-columns.ts';

/**
 * The meters that may have frames in their spans, by id: those with packed days are not looked into. Cheap where there
 * are none, which is so for most meters of a new installation.
 */
export const listMeasured = async (db: Db | Tx, spans: readonly MeterSpan[]): Promise<Set<number>> => {
  if (spans.length === 0) return new Set();
  // Partitions outside of all spans are left out before the statement runs.
  const first = isoTime(Math.min(...spans.map((span) => span.start)));
  const last = isoTime(Math.max(...spans.map((span) => span.end)));
  const statement = sql`
    select s.meter_id
    from unnest(${spans.map((span) => span.meterId)}::integer[], ${spans.map((span) => isoTime(span.start))}::timestamptz[],
      ${spans.map((span) => isoTime(span.end))}::timestamptz[]) as s(meter_id, start, stop)
    where exists (
      select from frame f where f.meter_id = s.meter_id and f.time >= s.start and f.time < s.stop
        and f.time >= ${first}::timestamptz and f.time < ${last}::timestamptz offset 0
    ) or exists (
      select from packed_day p where p.meter_id = s.meter_id and p.day between (s.start at time zone 'UTC')::date
        and ((s.stop - interval '1 millisecond') at time zone 'UTC')::date offset 0
    )`;
  const { rows } = await db.query<{ meter_id: number }>(prepared(statement));
  return new Set(rows.map(({ meter_id }) => meter_id));
};
