import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import type { DayRow } from '../rollups/rollup-rows.ts';
import type { LayerQuestion } from './layer-queries.ts';

/** A meter's channel, and the packed blocks of hours, by their first days, in which the wanted days lie. */
export interface WantedHours {
  meterId: number;
  channel: number;
  blocks: readonly string[];
}

/** The wanted blocks of a channel one after the other, with their first days, separated by spaces, and lengths in bytes. */
export interface PackedHours {
  firsts: string;
  lengths: number[];
  data: Buffer;
}

/** Hours by place of what was wanted, and the marks of hours that are older than their frames. */
export interface WantedLayer {
  packed: Map<number, PackedHours>;
  days: Map<number, DayRow[]>;
  staleHours: MeterHour[];
}

type Row = { at: number } & (
  | { kind: 'packed'; firsts: string; lengths: number[]; data: Buffer }
  | ({ kind: 'day' } & DayRow)
  | { kind: 'stale'; meter_id: number; hour: Date }
);

/**
 * Hours of many channels, a row for each with packed ones, and what of them is stale, in one statement. Unpacked days are
 * read of the whole period; `offset 0` makes the planner follow the key for each channel instead of reading the table.
 */
export const readWantedHours = async (
  db: Tx,
  wanted: readonly WantedHours[],
  { from, to, start, end }: Pick<LayerQuestion, 'from' | 'to' | 'start' | 'end'>,
): Promise<WantedLayer> => {
  const meters = wanted.map(({ meterId }) => meterId);
  const blocks = wanted.map((each) => `{${each.blocks.join()}}`);
  const { rows } = await db.query<Row>(sql`
    with wanted as (
      select meter_id, channel, blocks::date[], place::integer - 1 as at
      from unnest(${meters}::integer[], ${wanted.map(({ channel }) => channel)}::smallint[], ${blocks}::text[])
        with ordinality as w(meter_id, channel, blocks, place)
    )
    select 'packed' as kind, at, p.firsts, p.lengths, p.data, w.meter_id, w.channel, null::date as day,
      null::integer[] as count, null::integer[] as sum, null::smallint[] as min, null::smallint[] as max,
      null::timestamptz as hour
    from wanted w cross join lateral (
      select string_agg(r.first::text, ' ' order by r.first) as firsts, string_agg(r.data, '' order by r.first) as data,
        array_agg(octet_length(r.data) order by r.first) as lengths
      from packed_hour r where r.meter_id = w.meter_id and r.channel = w.channel and r.first = any(w.blocks)
    ) p where p.data is not null
    union all
    select 'day', at, null, null, null, r.meter_id, r.channel, r.day, r.count, r.sum, r.min, r.max, null
    from wanted w cross join lateral (
      select * from rollup_hour r where r.meter_id = w.meter_id and r.channel = w.channel
        and r.day between ${from}::date and ${to}::date
      offset 0
    ) r
    union all
    select 'stale', null, null, null, null, d.meter_id, null, null, null, null, null, null, d.hour
    from dirty_hour d where d.meter_id = any(${[...new Set(meters)]}::integer[])
      and d.hour >= ${new Date(start)} and d.hour < ${new Date(end)}`);
  const layer: WantedLayer = { packed: new Map(), days: new Map(), staleHours: [] };
  for (const row of rows) {
    switch (row.kind) {
      case 'packed':
        layer.packed.set(row.at, { firsts: row.firsts, lengths: row.lengths, data: row.data });
        break;
      case 'day': {
        const days = layer.days.get(row.at) ?? [];
        layer.days.set(row.at, days);
        days.push(row);
        break;
      }
      case 'stale':
        layer.staleHours.push({ meterId: row.meter_id, hour: row.hour.getTime() });
    }
  }
  return layer;
};
