import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** A stretch of a meter's time whose readings are to be summed up. Epoch milliseconds, `end` is outside. */
export interface HourSpan {
  meterId: number;
  start: number;
  end: number;
}

/** What a channel measured in a span; channel 0 counts the frames. */
export interface HourSum {
  /** Place of its span in what was asked for. */
  at: number;
  channel: number;
  count: number;
  sum: number;
  min: number;
  max: number;
}

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

/** Sums up what was measured in each span, channel by channel, straight from the frames. */
export const sumHours = async (tx: Tx, spans: readonly HourSpan[]): Promise<HourSum[]> => {
  const starts = spans.map((span) => iso(span.start));
  const ends = spans.map((span) => iso(span.end));
  const { rows } = await tx.query<HourSum>(sql`
    select h.at::integer - 1 as at, r.channel, count(*)::integer as count, sum(r.value) as sum,
      min(r.value) as min, max(r.value) as max
    from unnest(${spans.map((span) => span.meterId)}::integer[], ${starts}::timestamptz[], ${ends}::timestamptz[])
      with ordinality as h(meter_id, first, stop, at)
    cross join lateral (
      select channel, value from frame where meter_id = h.meter_id and time >= h.first and time < h.stop
    ) f
    cross join lateral unnest(0::smallint || f.channel, 0::smallint || f.value) as r(channel, value)
    group by 1, 2`);
  return rows;
};
