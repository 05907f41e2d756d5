import sql, { empty, type Sql } from 'sql-template-tag';
import type { Statement, Tx } from '../../platform/db/pool.ts';
import { anyOf, prepared } from '../../platform/db/prepared.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import type { MeterDay, MonthRow } from '../rollups/day-queries.ts';
import { blockOf } from '../rollups/hour-block.ts';
import { type BlockRow, blocksOf } from '../rollups/hour-block-queries.ts';
import type { DayRow } from '../rollups/rollup-rows.ts';

/** A query to a layer: local days `from` to `to`, both included, which lie within the instants `start` to `end`. */
export interface LayerQuestion {
  meters: readonly number[];
  /** null is all of them. */
  channels: readonly number[] | null;
  from: string;
  to: string;
  start: number;
  end: number;
}

/** Rows of a layer, and the marks that say where it is older than the layer below. */
export interface Layer<Row> {
  rows: Row[];
  staleDays: MeterDay[];
  staleHours: MeterHour[];
}

/** Days of rollup_hour, and blocks of packed hours, in which there may be others. */
export type HourLayer = Layer<DayRow | BlockRow>;

/** One of the two is present. */
interface Mark {
  channel: null;
  meter_id: number;
  stale_day: string | null;
  stale_hour: Date | null;
}

const layerOf = <Row extends { channel: number }>(found: readonly (Row | Mark)[]): Layer<Row> => {
  const layer: Layer<Row> = { rows: [], staleDays: [], staleHours: [] };
  for (const row of found) {
    if (row.channel !== null) layer.rows.push(row as Row);
    else if (row.stale_day) layer.staleDays.push({ meterId: row.meter_id, day: row.stale_day });
    else if (row.stale_hour) layer.staleHours.push({ meterId: row.meter_id, hour: row.stale_hour.getTime() });
  }
  return layer;
};

const only = (channels: readonly number[] | null): Sql =>
  channels ? sql`and r.channel ${anyOf(channels, 'smallint')}` : empty;

/** For few meters the index on keys is the best plan; for many another one may be better. */
const MAX_PREPARED_METERS = 8;

const planned = (meters: readonly number[], statement: Statement): Statement =>
  meters.length <= MAX_PREPARED_METERS ? prepared(statement) : statement;

const dirtyHours = (meters: readonly number[], start: number, end: number): Sql =>
  sql`from dirty_hour d where d.meter_id ${anyOf(meters, 'integer')}
    and d.hour >= ${new Date(start)} and d.hour < ${new Date(end)}`;

/** Months of rollup_day, and what of them is stale: in one statement, so that both are of one moment. */
export const readMonths = async (db: Tx, question: LayerQuestion): Promise<Layer<MonthRow>> => {
  const { meters, channels, from, to, start, end } = question;
  const statement = sql`
    select r.meter_id, r.channel, r.month, r.data, null::date as stale_day, null::timestamptz as stale_hour
    from rollup_day r where r.meter_id ${anyOf(meters, 'integer')} ${only(channels)}
      and r.month between date_trunc('month', ${from}::date) and ${to}::date
    union all select d.meter_id, null, null, null, d.day, null
    from dirty_day d where d.meter_id ${anyOf(meters, 'integer')} and d.day between ${from}::date and ${to}::date
    union all select d.meter_id, null, null, null, null, d.hour ${dirtyHours(meters, start, end)}`;
  const { rows } = await db.query<MonthRow | Mark>(planned(meters, statement));
  return layerOf<MonthRow>(rows);
};

const readHourly = async (
  db: Tx,
  meters: readonly number[],
  days: Sql,
  blocks: Sql,
  stale: Sql,
): Promise<HourLayer> => {
  const statement = sql`
    select r.meter_id, r.channel, r.day, r.count, r.sum, r.min, r.max, null::date as first, null::bytea as data,
      null::date as stale_day, null::timestamptz as stale_hour ${days}
    union all select r.meter_id, r.channel, null, null, null, null, null, r.first, r.data, null, null ${blocks}
    union all select d.meter_id, null, null, null, null, null, null, null, null, null, d.hour ${stale}`;
  const { rows } = await db.query<DayRow | BlockRow | Mark>(planned(meters, statement));
  return layerOf<DayRow | BlockRow>(rows);
};

/** Days of hours, packed or not, and what of them is stale, in one statement. */
export const readDays = (db: Tx, question: LayerQuestion): Promise<HourLayer> => {
  const { meters, channels, from, to, start, end } = question;
  const ofMeters = sql`r.meter_id ${anyOf(meters, 'integer')} ${only(channels)}`;
  const days = sql`from rollup_hour r where ${ofMeters} and r.day between ${from}::date and ${to}::date`;
  const blocks = sql`from packed_hour r where ${ofMeters}
    and r.first between ${blockOf(from).first}::date and ${to}::date`;
  return readHourly(db, meters, days, blocks, dirtyHours(meters, start, end));
};

/** The same of days that are named one by one; they lie within the instants `start` to `end`. */
export const readNamedDays = (
  db: Tx,
  days: readonly MeterDay[],
  { channels, start, end }: Pick<LayerQuestion, 'channels' | 'start' | 'end'>,
): Promise<HourLayer> => {
  const [first] = days;
  if (first && days.length === 1)
    return readDays(db, { meters: [first.meterId], channels, from: first.day, to: first.day, start, end });
  const meters = days.map((day) => day.meterId);
  const named = blocksOf(days);
  const lines = sql`from unnest(${meters}::integer[], ${days.map(({ day }) => day)}::date[]) as n(meter_id, day)
    join rollup_hour r on r.meter_id = n.meter_id and r.day = n.day ${only(channels)}`;
  const blocks = sql`from unnest(${named.map(({ meterId }) => meterId)}::integer[],
      ${named.map(({ first }) => first)}::date[]) as n(meter_id, first)
    join packed_hour r on r.meter_id = n.meter_id and r.first = n.first ${only(channels)}`;
  return readHourly(db, meters, lines, blocks, dirtyHours([...new Set(meters)], start, end));
};
