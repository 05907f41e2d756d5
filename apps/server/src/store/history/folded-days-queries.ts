import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import type { MeterDay } from '../rollups/day-queries.ts';
import { blockOf } from '../rollups/hour-block.ts';
import { INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { dirtyHours, type LayerQuestion, only } from './layer-queries.ts';

/** Hours of the longest local day, in Pacific/Chatham. */
export const MAX_FOLDED_HOURS = 26;

/** A day of rollup_hour that is to be summed up, and the place of the hour that is left out. */
export interface DayToFold extends MeterDay {
  /** Hours of the day: a row with another number belongs to another calendar. */
  hours: number;
  /** null: none. */
  without: number | null;
}

/**
 * Sums of a day's hours by channel. Of the index: tenths weighted by frames, and `summed` is the number of frames of the
 * hours that have one.
 */
export interface FoldedDay {
  /** Place in the question. */
  at: number;
  channels: number[] | null;
  count: number[];
  sum: number[];
  min: (number | null)[];
  max: (number | null)[];
  summed: (number | null)[];
  /** Packed hours may have parts of the day. */
  is_packed: boolean;
}

const places = Array.from({ length: MAX_FOLDED_HOURS }, (_, i) => i + 1);
const total = (term: (place: number) => string): Sql =>
  raw(`0::bigint + ${places.map((i) => `coalesce(${term(i)}, 0)`).join(' + ')}`);
const values = (column: string): Sql => join(places.map((i) => raw(`h.${column}[${i}]`)));
/** The array of a column without the hour that is left out; a copy, whose elements are found faster than a row's. */
const kept = (column: string): Sql =>
  raw(`r.${column}[1:n.without] || r.${column}[n.without + 2:${MAX_FOLDED_HOURS}] as ${column}`);

/**
 * Days of rollup_hour summed up, and the marks of hours of these meters, in one statement. Sums are a sixth of the hours
 * as text, which is most of the work on both sides. `offset 0` makes the planner follow the key for each day. To plan so
 * many terms takes longer than to compute them: the statement is prepared.
 */
export const foldDays = async (
  db: Tx,
  days: readonly DayToFold[],
  { channels, start, end }: Pick<LayerQuestion, 'channels' | 'start' | 'end'>,
): Promise<{ rows: FoldedDay[]; staleHours: MeterHour[] }> => {
  const meters = days.map(({ meterId }) => meterId);
  const statement = sql`
    select n.at::integer - 1 as at, f.*, exists (
        select from packed_hour p where p.meter_id = n.meter_id and p.channel = ${INDEX_CHANNEL} and p.first = n.first
      ) as is_packed, null::integer as meter_id, null::timestamptz as hour
    from unnest(${meters}::integer[], ${days.map(({ day }) => day)}::date[],
        ${days.map(({ day }) => blockOf(day).first)}::date[], ${days.map(({ hours }) => hours)}::integer[],
        ${days.map(({ without }) => without ?? -1)}::integer[])
      with ordinality as n(meter_id, day, first, hours, without, at)
    cross join lateral (
      select array_agg(h.channel) as channels, array_agg(${total((i) => `h.count[${i}]`)}) as count,
        array_agg(case h.channel when ${INDEX_CHANNEL} then ${total((i) => `h.count[${i}]::bigint * h.sum[${i}]`)}
          else ${total((i) => `h.sum[${i}]`)} end) as sum,
        array_agg(least(${values('min')})) as min, array_agg(greatest(${values('max')})) as max,
        array_agg(case h.channel when ${INDEX_CHANNEL}
          then ${total((i) => `case when h.sum[${i}] is not null then h.count[${i}] end`)} end) as summed
      from (
        select r.channel, ${join(['count', 'sum', 'min', 'max'].map(kept))}
        from rollup_hour r where r.meter_id = n.meter_id and r.day = n.day and cardinality(r.count) = n.hours
          ${only(channels)}
        offset 0
      ) h
    ) f
    union all select null, null, null, null, null, null, null, null, d.meter_id, d.hour ${dirtyHours(meters, start, end)}`;
  type Row = FoldedDay | { at: null; meter_id: number; hour: Date };
  const { rows } = await db.query<Row>(prepared(statement));
  const folded: FoldedDay[] = [];
  const staleHours: MeterHour[] = [];
  for (const row of rows) {
    if (row.at !== null) folded.push(row);
    else staleHours.push({ meterId: row.meter_id, hour: row.hour.getTime() });
  }
  return { rows: folded, staleHours };
};
