import { isoTime } from '@airdeck/domain/calendar';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { MeterSpan } from '../frames/frame-columns.ts';
import { decodeDay } from '../packed/decode-day.ts';
import { TIMES_CHANNEL } from '../packed/packed-format.ts';
import { addSums, type ChannelSum, sumColumns } from './sum-columns.ts';

/** A stretch of a meter's time whose readings are to be summed up. */
export type HourSpan = MeterSpan;

/**
 * Sums of the hot frames of a span that have the same channels, place by place, or a channel of a packed day (days since
 * 1970) that spans touch.
 */
type Row =
  | { data: null; at: number; channels: number[]; frames: number; sum: number[]; min: number[]; max: number[] }
  | { data: Buffer; meter_id: number; day: number; channel: number };

/** Most frames have this number of channels: a sensor of each type. */
const USUAL_CHANNELS = SENSOR_TYPES.length;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
/** The first places of a frame's values as columns, so that each is taken out of its array once and not per aggregate. */
const valueColumns = (count: number): Sql => join(numbers(count).map((i) => raw(`value[${i}] as v${i}`)));
const aggregates = (aggregate: 'sum' | 'min' | 'max', count: number): Sql =>
  sql`array[${join(numbers(count).map((i) => raw(`${aggregate}(f.v${i})`)))}]`;

/**
 * Spans as rows of meter_id, start, stop and position (from 1). A single one is no array: the planner does not know the
 * length of an array, and would not keep the plan.
 */
const spanRows = (spans: readonly HourSpan[]): Sql => {
  const [only] = spans;
  if (only && spans.length === 1)
    return sql`(select ${only.meterId}::integer, ${isoTime(only.start)}::timestamptz,
        ${isoTime(only.end)}::timestamptz, 1)`;
  return sql`unnest(${spans.map((span) => span.meterId)}::integer[],
        ${spans.map((span) => isoTime(span.start))}::timestamptz[],
        ${spans.map((span) => isoTime(span.end))}::timestamptz[]) with ordinality`;
};

/** Frames are summed up as they are: to take them apart first would double the work. */
const readRows = async (tx: Tx, spans: readonly HourSpan[], width: number): Promise<Row[]> => {
  const statement = sql`
    with span as (
      select meter_id, start, stop, at, p.days, p.days = '{}' as is_hot
      from ${spanRows(spans)} as s(meter_id, start, stop, at)
      cross join lateral (
        select coalesce(array_agg(day), '{}') as days from packed_day p
        where p.meter_id = s.meter_id and p.channel = ${TIMES_CHANNEL} and p.day between (s.start at time zone 'UTC')::date
          and ((s.stop - interval '1 millisecond') at time zone 'UTC')::date
      ) p
    )
    select s.at::integer - 1 as at, f.*, null::integer as meter_id, null::integer as day, null::smallint as channel,
      null::bytea as data
    from span s
    -- Grouped span by span: to sort all frames by their channels takes longer than to sum them up.
    cross join lateral (
      select f.channel as channels, count(*)::integer as frames, ${aggregates('sum', width)} as sum,
        ${aggregates('min', width)} as min, ${aggregates('max', width)} as max
      from (
        select channel, ${valueColumns(width)} from frame
        where meter_id = s.meter_id and time >= s.start and time < s.stop
          and (s.is_hot or (time at time zone 'UTC')::date <> all (s.days))
        -- Along the key, however full the partition is: never all of it.
        offset 0
      ) f
      group by 1
    ) f
    union all
    select null, null, null, null, null, null, d.meter_id, d.day - date '1970-01-01', p.channel, p.data
    from (select distinct meter_id, unnest(days) as day from span) d
    cross join lateral (
      select channel, data from packed_day where meter_id = d.meter_id and day = d.day offset 0
    ) p`;
  const { rows } = await tx.query<Row>(prepared(statement));
  const widest = rows.reduce((most, row) => Math.max(most, row.data ? 0 : row.channels.length), 0);
  return widest > width ? readRows(tx, spans, widest) : rows;
};

interface PackedDay {
  meterId: number;
  day: number;
  blobs: Map<number, Buffer>;
}

/** Sums of each span by channel, channel 0 for its frames, directly from the frames, hot or packed. */
export const sumHours = async (tx: Tx, spans: readonly HourSpan[]): Promise<ChannelSum[][]> => {
  const sums = spans.map((): ChannelSum[] => []);
  const add = (at: number, sum: ChannelSum): void => {
    const own = sums[at] as ChannelSum[];
    // Few channels: a key for each takes longer than to look at them.
    const place = own.findIndex(({ channel }) => channel === sum.channel);
    if (place < 0) own.push(sum);
    else own[place] = addSums(own[place] as ChannelSum, sum);
  };
  const days = new Map<string, PackedDay>();
  for (const row of await readRows(tx, spans, USUAL_CHANNELS)) {
    if (row.data === null) {
      const { at, channels, frames: count, sum, min, max } = row;
      add(at, { channel: 0, count, sum: 0, min: 0, max: 0 });
      for (const [i, channel] of channels.entries()) {
        add(at, { channel, count, sum: sum[i] ?? 0, min: min[i] ?? 0, max: max[i] ?? 0 });
      }
      continue;
    }
    const key = `${row.meter_id}/${row.day}`;
    const known: PackedDay = days.get(key) ?? { meterId: row.meter_id, day: row.day, blobs: new Map() };
    days.set(key, known);
    known.blobs.set(row.channel, row.data);
  }
  if (days.size === 0) return sums;
  const spansOf = new Map<number, number[]>();
  for (const [at, { meterId }] of spans.entries()) spansOf.set(meterId, [...(spansOf.get(meterId) ?? []), at]);
  for (const { meterId, day, blobs } of days.values()) {
    const columns = decodeDay(meterId, day, blobs);
    for (const at of spansOf.get(meterId) ?? []) {
      const { start, end } = spans[at] as HourSpan;
      for (const sum of sumColumns(columns, start, end)) add(at, sum);
    }
  }
  return sums;
};
