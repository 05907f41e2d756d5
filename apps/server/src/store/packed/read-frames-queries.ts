import { setImmediate } from 'node:timers/promises';
import { isoTime } from '@airdeck/domain/calendar';
import sql, { empty, type Sql } from 'sql-template-tag';
import { byteView } from '../../platform/byte-view.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { FrameColumns, MeterSpan } from '../frames/frame-columns.ts';
import { columnsOfGroups, cutColumns, type FrameGroup, joinColumns } from '../frames/frame-groups.ts';
import { decodeDay } from './decode-day.ts';
import { TIMES_CHANNEL } from './packed-format.ts';

/** PostgreSQL counts microseconds from 2000-01-01. */
const PG_EPOCH_MS = 946_684_800_000;
const DIMENSION_BYTES = 8;
const HEAD_BYTES = 12;

/** Elements of an array in PostgreSQL's binary form (array_send), one row of a matrix after the other. */
const decodeArray = <T>(data: Buffer, read: (view: DataView, offset: number) => T): (T | null)[] => {
  const elements: (T | null)[] = [];
  const view = byteView(data);
  let offset = HEAD_BYTES + view.getInt32(0) * DIMENSION_BYTES;
  while (offset < data.length) {
    const length = view.getInt32(offset);
    offset += 4;
    elements.push(length < 0 ? null : read(view, offset));
    offset += Math.max(0, length);
  }
  return elements;
};

/** Elements of a smallint array, or of a matrix of them row by row. */
const decodeSmallints = (data: Buffer): (number | null)[] => decodeArray(data, (view, offset) => view.getInt16(offset));

/** Elements of a timestamptz array without nulls, epoch ms. */
const decodeTimestamps = (data: Buffer): number[] =>
  decodeArray(
    data,
    (view, offset) => PG_EPOCH_MS + (view.getInt32(offset) * 4_294_967_296 + view.getUint32(offset + 4)) / 1000,
  ) as number[];

/** Meter-days that are unpacked, in some milliseconds, before the event loop may do something else. */
const DAYS_BETWEEN_YIELDS = 20;

/** Frames of a span and UTC day (since 1970) that have the same channels, or a packed channel of that day. */
type Row = { at: number; day: number } & (
  | { channels: number[]; times: Buffer; values: Buffer | null; data: null }
  | { channel: number; data: Buffer }
);

/** For a single channel the others are not transferred. */
const groupsOf = (channels: readonly number[] | null): { channels: Sql; values: Sql; key: Sql; packed: Sql } => {
  const [channel] = channels ?? [];
  if (channel === undefined || channels?.length !== 1) {
    return {
      channels: sql`f.channel`,
      // An array of empty arrays is not possible.
      values: sql`array_agg(f.value) filter (where cardinality(f.value) > 0)`,
      key: sql`1, f.channel`,
      packed: channels ? sql`and channel = any(${[TIMES_CHANNEL, ...channels]}::smallint[])` : empty,
    };
  }
  return {
    channels: sql`array[${channel}]::smallint[]`,
    values: sql`array_agg(array[f.value[array_position(f.channel, ${channel}::smallint)]])`,
    key: sql`1`,
    packed: sql`and channel in (${TIMES_CHANNEL}::smallint, ${channel}::smallint)`,
  };
};

/** Spans as rows. A single one is no array, so that its plan is kept: planning takes twice as long as reading a day. */
const spanRows = (spans: readonly MeterSpan[]): Sql => {
  const [only] = spans;
  if (only && spans.length === 1) {
    return sql`select ${only.meterId}::integer as meter_id, ${isoTime(only.start)}::timestamptz as start,
      ${isoTime(only.end)}::timestamptz as stop, 1 as at`;
  }
  return sql`select * from unnest(${spans.map((span) => span.meterId)}::integer[],
    ${spans.map((span) => isoTime(span.start))}::timestamptz[],
    ${spans.map((span) => isoTime(span.end))}::timestamptz[]) with ordinality as s(meter_id, start, stop, at)`;
};

/**
 * One statement, so one snapshot: a packed day is read completely, and its frames, if not yet dropped, are ignored
 * afterwards. Arrays are transferred in binary form, which is faster than text. An aggregate and `offset 0` make the
 * planner use the key, even without table statistics.
 */
const readRows = (db: Tx, spans: readonly MeterSpan[], channels: readonly number[] | null) => {
  const group = groupsOf(channels);
  const first = isoTime(Math.min(...spans.map((span) => span.start)));
  const last = isoTime(Math.max(...spans.map((span) => span.end)));
  const statement = sql`
    with span as not materialized (
      select meter_id, start, stop, (start at time zone 'UTC')::date as first,
        ((stop - interval '1 millisecond') at time zone 'UTC')::date as last, at::integer - 1 as at
      from (${spanRows(spans)}) s
    )
    select s.at, f.day - date '1970-01-01' as day, f.times, f.channels, f.values, null::smallint as channel,
      null::bytea as data
    from span s
    cross join lateral (
      select (f.time at time zone 'UTC')::date as day, ${group.channels} as channels, array_send(${group.values}) as values,
        array_send(array_agg(f.time)) as times
      from frame f
      where f.meter_id = s.meter_id and f.time >= s.start and f.time < s.stop
        and f.time >= ${first}::timestamptz and f.time < ${last}::timestamptz
      group by ${group.key}
    ) f
    union all
    select s.at, p.day - date '1970-01-01', null, null, null, p.channel, p.data
    from span s
    cross join lateral (
      select day, channel, data from packed_day
      where meter_id = s.meter_id and day between s.first and s.last ${group.packed}
      offset 0
    ) p`;
  return db.query<Row>(prepared(statement));
};

const groupOf = (row: { channels: number[]; times: Buffer; values: Buffer | null }): FrameGroup => ({
  channels: row.channels,
  times: decodeTimestamps(row.times),
  values: row.values ? decodeSmallints(row.values) : [],
});

interface DayRows {
  groups: FrameGroup[];
  /** None where the day is hot. */
  blobs: Map<number, Buffer>;
}

const columnsOfDay = (span: MeterSpan, day: number, rows: DayRows, wanted: readonly number[] | null): FrameColumns =>
  rows.blobs.size > 0
    ? cutColumns(decodeDay(span.meterId, day, rows.blobs), span.start, span.end)
    : columnsOfGroups(span.meterId, rows.groups, wanted);

/** The frames of each span, in the order of the spans, with all or the requested channels. */
export const readFrames = async (
  db: Tx,
  spans: readonly MeterSpan[],
  channels: readonly number[] | null,
): Promise<FrameColumns[]> => {
  if (spans.length === 0) return [];
  const days = spans.map(() => new Map<number, DayRows>());
  for (const row of (await readRows(db, spans, channels)).rows) {
    const known: DayRows = days[row.at]?.get(row.day) ?? { groups: [], blobs: new Map() };
    days[row.at]?.set(row.day, known);
    if (row.data) known.blobs.set(row.channel, row.data);
    else known.groups.push(groupOf(row));
  }
  const frames: FrameColumns[] = [];
  let unpacked = 0;
  for (const [at, span] of spans.entries()) {
    const parts: FrameColumns[] = [];
    for (const [day, rows] of [...(days[at] ?? [])].sort(([a], [b]) => a - b)) {
      if (++unpacked % DAYS_BETWEEN_YIELDS === 0) await setImmediate();
      const part = columnsOfDay(span, day, rows, channels);
      if (part.times.length > 0) parts.push(part);
    }
    frames.push(joinColumns(span.meterId, parts));
  }
  return frames;
};
