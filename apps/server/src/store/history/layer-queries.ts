import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Statement, Tx } from '../../platform/db/pool.ts';
import { anyOf, prepared } from '../../platform/db/prepared.ts';
import type { MeterHour } from '../frames/dirty-hours.ts';
import { TIMES_CHANNEL } from '../packed/packed-format.ts';
import { CELL_BYTES } from '../rollups/day-cell.ts';
import type { MeterDay, MonthRow } from '../rollups/day-queries.ts';
import { blockOf } from '../rollups/hour-block.ts';
import { type BlockRow, blocksOf } from '../rollups/hour-block-queries.ts';
import { type DayRow, INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import type { ChannelSum } from '../rollups/sum-columns.ts';

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
  /** Sums of the hot frames of stale hours, by epoch ms, where the statement answers them too. */
  sums?: ReadonlyMap<number, ChannelSum>;
  /** Hours of the last day, where the statement answers them too. */
  lastDay?: DayRow;
}

/** Days of rollup_hour, and blocks of packed hours, in which there may be others. */
export type HourLayer = Layer<DayRow | BlockRow>;

/** One of the two is present. `sums`: count, sum, minimum and maximum of the hour's frames; null if they are not known. */
interface Mark {
  channel: null;
  meter_id: number;
  stale_day: string | null;
  stale_hour: Date | null;
  sums?: readonly (number | null)[] | null;
}

const layerOf = <Row extends { channel: number }>(found: readonly (Row | Mark)[], channel?: number): Layer<Row> => {
  const layer: Layer<Row> = { rows: [], staleDays: [], staleHours: [] };
  const sums = new Map<number, ChannelSum>();
  for (const row of found) {
    if (row.channel !== null) layer.rows.push(row as Row);
    else if (row.stale_day) layer.staleDays.push({ meterId: row.meter_id, day: row.stale_day });
    else if (row.stale_hour) {
      const hour = row.stale_hour.getTime();
      layer.staleHours.push({ meterId: row.meter_id, hour });
      const [count, sum, min, max] = row.sums ?? [];
      if (channel !== undefined && typeof count === 'number')
        sums.set(hour, { channel, count, sum: sum ?? 0, min: min ?? 0, max: max ?? 0 });
    }
  }
  return sums.size > 0 ? { ...layer, sums } : layer;
};

export const only = (channels: readonly number[] | null): Sql =>
  channels ? sql`and r.channel ${anyOf(channels, 'smallint')}` : empty;

/** For few meters the index on keys is the best plan; for many another one may be better. */
const MAX_PREPARED_METERS = 8;

const planned = (meters: readonly number[], statement: Statement): Statement =>
  meters.length <= MAX_PREPARED_METERS ? prepared(statement) : statement;

export const dirtyHours = (meters: readonly number[], start: number, end: number): Sql =>
  sql`from dirty_hour d where d.meter_id ${anyOf(meters, 'integer')}
    and d.hour >= ${new Date(start)} and d.hour < ${new Date(end)}`;

/** The longest local day. */
const LAST_DAY_MS = 25 * HOUR_MS;

/** A sensor of one meter: the only channel of a question, but not the index, which depends on all channels. */
interface OneSensor {
  meterId: number;
  channel: number;
}

export const oneSensor = ({ meters, channels }: Pick<LayerQuestion, 'meters' | 'channels'>): OneSensor | null => {
  const [meterId, channel] = [meters[0], channels?.[0]];
  if (meterId === undefined || meters.length > 1 || channels?.length !== 1) return null;
  return channel === undefined || channel === INDEX_CHANNEL ? null : { meterId, channel };
};

/**
 * Stale hours of a sensor with the sums of their frames, as far as they are of the last day and no frames of their UTC
 * day are packed: mostly the open hour alone is stale, and asking for its frames afterwards would take as long again.
 */
const summedHours = ({ meterId, channel }: OneSensor, start: number, end: number): Sql =>
  sql`from dirty_hour d left join lateral (
      select array[count(f.value), sum(f.value), min(f.value), max(f.value)]::bigint[] as sums
      from (
        select value[array_position(channel, ${channel}::smallint)] as value from frame
        where meter_id = d.meter_id and time >= d.hour and time < d.hour + interval '1 hour'
        offset 0
      ) f
    ) s on d.hour >= ${new Date(end - LAST_DAY_MS)} and not exists (
      select from packed_day p where p.meter_id = d.meter_id and p.channel = ${TIMES_CHANNEL}
        and p.day = (d.hour at time zone 'UTC')::date
    )
    where d.meter_id = ${meterId}::integer and d.hour >= ${new Date(start)} and d.hour < ${new Date(end)}`;

/** Cells of a meter's days from all of its months: those of a channel in a month, and after them the next ones. */
export interface MonthsRow {
  meter_id: number;
  channels: readonly number[];
  /** The day of the first cell, counted from the first day of the question. */
  firsts: readonly number[];
  /** Bytes. */
  lengths: readonly number[];
  data: Buffer;
}

export type MonthLayer = Layer<MonthsRow>;

const asMonths = ({ meter_id, channel, month, data }: MonthRow, from: string): MonthsRow => {
  const first = (Date.parse(month) - Date.parse(from)) / DAY_MS;
  return { meter_id, channels: [channel], firsts: [first], lengths: [data.length], data };
};

/** Months of a sensor's days as `readMonths` answers them, with the sums of stale hours and the hours of the last day. */
const readSensorMonths = async (db: Tx, sensor: OneSensor, question: LayerQuestion): Promise<MonthLayer> => {
  const { meterId, channel } = sensor;
  const { from, to, start, end } = question;
  const ofSensor = sql`r.meter_id = ${meterId}::integer and r.channel = ${channel}::smallint`;
  const statement = sql`
    select r.meter_id, r.channel, r.month, r.data, null::date as stale_day, null::timestamptz as stale_hour,
      null::bigint[] as sums, null::date as day, null::integer[] as count, null::integer[] as sum,
      null::smallint[] as min, null::smallint[] as max
    from rollup_day r where ${ofSensor} and r.month between date_trunc('month', ${from}::date) and ${to}::date
    union all select r.meter_id, r.channel, null, null, null, null, null, r.day, r.count, r.sum, r.min, r.max
    from rollup_hour r where ${ofSensor} and r.day = ${to}::date
    union all select d.meter_id, null, null, null, d.day, null, null, null, null, null, null, null
    from dirty_day d where d.meter_id = ${meterId}::integer and d.day between ${from}::date and ${to}::date
    union all select d.meter_id, null, null, null, null, d.hour, s.sums, null, null, null, null, null
    ${summedHours(sensor, start, end)}`;
  const { rows } = await db.query<MonthRow | DayRow | Mark>(prepared(statement));
  const isDay = (row: MonthRow | DayRow | Mark): row is DayRow => 'day' in row && row.day !== null;
  const lastDay = rows.find(isDay);
  const marked = layerOf<MonthRow>(
    rows.filter((row): row is MonthRow | Mark => !isDay(row)),
    channel,
  );
  const layer = { ...marked, rows: marked.rows.map((row) => asMonths(row, from)) };
  return lastDay ? { ...layer, lastDay } : layer;
};

/**
 * Cells of the question's days, and what of them is stale: in one statement, so that both are of one moment. A row for
 * each meter, and only cells of the period: bytes travel as text, and each row costs as much as a hundred of them. Both
 * sides write and read base64 faster than the database's own text of bytes.
 * `offset 0` makes the planner follow the key for each meter.
 */
export const readMonths = async (db: Tx, question: LayerQuestion): Promise<MonthLayer> => {
  const sensor = oneSensor(question);
  if (sensor) return readSensorMonths(db, sensor, question);
  const { meters, channels, from, to, start, end } = question;
  const statement = sql`
    select n.meter_id, 0 as channel, m.channels, m.firsts, m.lengths, m.data, null::date as stale_day,
      null::timestamptz as stale_hour
    from unnest(${meters}::integer[]) n(meter_id) cross join lateral (
      select array_agg(c.channel) as channels, array_agg(c.first) as firsts,
        array_agg(octet_length(c.data)) as lengths, encode(string_agg(c.data, ''), 'base64') as data
      from (
        select r.channel, greatest(r.month - ${from}::date, 0) as first,
          substr(r.data, greatest(${from}::date - r.month, 0) * ${CELL_BYTES}::integer + 1,
            (${to}::date - greatest(r.month, ${from}::date) + 1) * ${CELL_BYTES}::integer) as data
        from rollup_day r where r.meter_id = n.meter_id ${only(channels)}
          and r.month between date_trunc('month', ${from}::date) and ${to}::date
        offset 0
      ) c
    ) m where m.channels is not null
    union all select d.meter_id, null, null, null, null, null, d.day, null
    from dirty_day d where d.meter_id ${anyOf(meters, 'integer')} and d.day between ${from}::date and ${to}::date
    union all select d.meter_id, null, null, null, null, null, null, d.hour ${dirtyHours(meters, start, end)}`;
  type Text = Omit<MonthsRow, 'data'> & { channel: number; data: string };
  const { rows } = await db.query<Text | Mark>(prepared(statement));
  const layer = layerOf<Text>(rows);
  return { ...layer, rows: layer.rows.map((row) => ({ ...row, data: Buffer.from(row.data, 'base64') })) };
};

/** The hours of the index of these days, as far as they are not packed. `offset 0` as above. */
export const readIndexDays = async (db: Tx, days: readonly MeterDay[]): Promise<DayRow[]> => {
  const [meters, names] = [days.map(({ meterId }) => meterId), days.map(({ day }) => day)];
  const { rows } = await db.query<DayRow>(
    prepared(sql`
      select r.* from unnest(${meters}::integer[], ${names}::date[]) as n(meter_id, day) cross join lateral (
        select h.meter_id, h.channel, h.day, h.count, h.sum, h.min, h.max from rollup_hour h
        where h.meter_id = n.meter_id and h.channel = ${INDEX_CHANNEL} and h.day = n.day
        offset 0
      ) r`),
  );
  return rows;
};

const readHourly = async (
  db: Tx,
  meters: readonly number[],
  days: Sql,
  blocks: Sql,
  { stale, sensor }: { stale: Sql; sensor?: OneSensor | null },
): Promise<HourLayer> => {
  const statement = sql`
    select r.meter_id, r.channel, r.day, r.count, r.sum, r.min, r.max, null::date as first, null::bytea as data,
      null::date as stale_day, null::timestamptz as stale_hour, null::bigint[] as sums ${days}
    union all select r.meter_id, r.channel, null, null, null, null, null, r.first, r.data, null, null, null ${blocks}
    union all select d.meter_id, null, null, null, null, null, null, null, null, null, d.hour,
      ${sensor ? sql`s.sums` : sql`null`} ${stale}`;
  const { rows } = await db.query<DayRow | BlockRow | Mark>(planned(meters, statement));
  return layerOf<DayRow | BlockRow>(rows, sensor?.channel);
};

/** Days of hours, packed or not, and what of them is stale, in one statement. */
export const readDays = (db: Tx, question: LayerQuestion): Promise<HourLayer> => {
  const { meters, channels, from, to, start, end } = question;
  const ofMeters = sql`r.meter_id ${anyOf(meters, 'integer')} ${only(channels)}`;
  const days = sql`from rollup_hour r where ${ofMeters} and r.day between ${from}::date and ${to}::date`;
  const blocks = sql`from packed_hour r where ${ofMeters}
    and r.first between ${blockOf(from).first}::date and ${to}::date`;
  const sensor = oneSensor(question);
  const stale = sensor ? summedHours(sensor, start, end) : dirtyHours(meters, start, end);
  return readHourly(db, meters, days, blocks, { stale, sensor });
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
  return readHourly(db, meters, lines, blocks, { stale: dirtyHours([...new Set(meters)], start, end) });
};
