import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { MeterHour } from './dirty-hours.ts';
import { batchParameters, type MeterFrame } from './frame-batch.ts';

/**
 * Stores frames; those whose meter and time are there already stay as they are. Returns how many were new.
 * The one way by which frames get into the database.
 */
export const insertFrames = async (tx: Tx, frames: MeterFrame[]): Promise<number> => {
  const result = await tx.query({
    name: 'insert-frames',
    text: `insert into frame (meter_id, time, channel, value)
      select meter_id, time, ($5::smallint[])[first:last], ($6::smallint[])[first:last]
      from unnest($1::integer[], $2::timestamptz[], $3::integer[], $4::integer[]) as f(meter_id, time, first, last)
      on conflict (meter_id, time) do nothing`,
    values: batchParameters(frames),
  });
  return result.rowCount;
};

export interface FrameRow {
  meter_id: number;
  time: Date;
  channel: number[];
  value: number[];
}

/** The stored frames of these meters and times, locked until the transaction ends. */
export const lockFrames = async (tx: Tx, frames: MeterFrame[]): Promise<FrameRow[]> => {
  const [meters, times] = batchParameters(frames);
  const result = await tx.query<FrameRow>({
    text: `select meter_id, time, channel, value from frame
      where (meter_id, time) in (select * from unnest($1::integer[], $2::timestamptz[])) for update`,
    values: [meters, times],
  });
  return result.rows;
};

export const updateFrame = async (tx: Tx, frame: MeterFrame): Promise<void> => {
  await tx.query(sql`update frame set channel = ${frame.channels}::smallint[], value = ${frame.ticks}::smallint[]
    where meter_id = ${frame.meterId} and time = ${new Date(frame.time)}`);
};

/**
 * Marks meter-hours whose rollup has to be made anew. A mark that is there is touched, so that whoever is just
 * taking it away and this transaction wait for each other; in order, so that they never wait in a circle.
 */
export const markDirty = async (tx: Tx, hours: MeterHour[]): Promise<void> => {
  const meters = hours.map((hour) => hour.meterId);
  const times = hours.map((hour) => new Date(hour.hour));
  await tx.query(sql`insert into dirty_hour (meter_id, hour)
    select * from unnest(${meters}::integer[], ${times}::timestamptz[]) as h(meter_id, hour) order by 1, 2
    on conflict (meter_id, hour) do update set hour = excluded.hour`);
};

/** Arbitrary, the same in every server: it keeps two of them from making one partition at once. */
const PARTITION_LOCK = 4_102_001;

const DAY_MS = 86_400_000;
const stamp = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const partitionOf = (day: number): string => `frame_${stamp(day).replaceAll('-', '')}`;

/** Makes the partition of a UTC day (days since 1970). Attaching it makes no reader or writer wait. */
export const createPartition = async (db: Db, day: number): Promise<void> => {
  const name = partitionOf(day);
  await db.tx(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`);
    const { rows } = await tx.query<{ there: boolean }>(sql`select to_regclass(${name}) is not null as there`);
    if (rows[0]?.there) return;
    // Names and dates are made of digits here; a partition's bounds cannot be parameters.
    await tx.query({ text: `create table ${name} (like frame including all)`, values: [] });
    await tx.query({
      text: `alter table frame attach partition ${name}
        for values from ('${stamp(day)}T00:00:00Z') to ('${stamp(day + 1)}T00:00:00Z')`,
      values: [],
    });
  });
};

/** Drops a UTC day (days since 1970) with all its frames. Nobody must read or write any frame meanwhile. */
export const dropPartition = async (tx: Tx, day: number): Promise<void> => {
  await tx.query({ text: `drop table if exists ${partitionOf(day)}`, values: [] });
};

/** UTC days (since 1970) that have a partition. */
export const listPartitions = async (db: Db): Promise<number[]> => {
  const { rows } = await db.query<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'frame'::regclass`,
  );
  return rows.map(({ name }) => {
    const digits = name.slice(-8);
    return Date.parse(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T00:00:00Z`) / DAY_MS;
  });
};
