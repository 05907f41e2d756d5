import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import type { FrameColumns, MeterSpan } from './frame-columns.ts';

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

interface Row {
  at: number;
  time: Date;
  channel: number[];
  value: number[];
}

/** The frames of each span, in the order of the spans, with all channels or only those asked for. */
export const readFrames = async (
  db: Tx,
  spans: readonly MeterSpan[],
  channels: readonly number[] | null,
): Promise<FrameColumns[]> => {
  const { rows } = await db.query<Row>(sql`
    select s.at::integer - 1 as at, f.time, f.channel, f.value
    from unnest(${spans.map((span) => span.meterId)}::integer[], ${spans.map((span) => iso(span.start))}::timestamptz[],
      ${spans.map((span) => iso(span.end))}::timestamptz[]) with ordinality as s(meter_id, start, stop, at)
    join frame f on f.meter_id = s.meter_id and f.time >= s.start and f.time < s.stop
    order by s.at, f.time`);
  const answer = spans.map(({ meterId }): FrameColumns => ({ meterId, times: [], channels: new Map() }));
  for (const row of rows) {
    const columns = answer[row.at];
    if (!columns) continue;
    const at = columns.times.push(row.time.getTime()) - 1;
    for (const [i, channel] of row.channel.entries()) {
      if (channels && !channels.includes(channel)) continue;
      const column = columns.channels.get(channel) ?? [];
      columns.channels.set(channel, column);
      while (column.length < at) column.push(null);
      column.push(row.value[i] ?? null);
    }
  }
  for (const { times, channels: all } of answer) {
    for (const column of all.values()) while (column.length < times.length) column.push(null);
  }
  return answer;
};
