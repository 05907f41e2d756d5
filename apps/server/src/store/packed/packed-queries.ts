import { DAY_MS } from '@airdeck/domain/duration';
import sql, { raw, type Sql } from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Partition } from '../frames/partition-queries.ts';
import type { DayRange } from '../frames/partition-ranges.ts';
import { TIMES_CHANNEL } from './packed-format.ts';

/** One channel's blob of a meter's packed UTC day (days since 1970). */
export interface PackedBlob {
  meterId: number;
  day: number;
  channel: number;
  data: Buffer;
}

export interface MeterDay {
  meterId: number;
  /** UTC day, days since 1970. */
  day: number;
}

const meterIds = (items: readonly MeterDay[]): number[] => items.map((item) => item.meterId);
const days = (items: readonly MeterDay[]): number[] => items.map((item) => item.day);

/**
 * Saves days; days that another server has packed meanwhile stay as they are. The caller is the only one that packs
 * (`takeDays`); without that, the index of marks refuses a day that is saved twice.
 */
export const savePacked = async (tx: Tx, blobs: readonly PackedBlob[]): Promise<void> => {
  await tx.query(sql`
    insert into packed_day (meter_id, day, channel, data)
    select meter_id, date '1970-01-01' + day, channel, data
    from unnest(${meterIds(blobs)}::integer[], ${days(blobs)}::integer[],
      ${blobs.map((blob) => blob.channel)}::smallint[], ${blobs.map((blob) => blob.data)}::bytea[])
      as b(meter_id, day, channel, data)
    where not exists (
      select from packed_day p
      where p.meter_id = b.meter_id and p.channel = ${TIMES_CHANNEL} and p.day = date '1970-01-01' + b.day
    )`);
};

/**
 * Removes the packed days of these meters. A process that wants the same one waits, and then finds nothing; all wait in
 * the order of meters and days, so they cannot deadlock.
 */
export const takePacked = async (tx: Tx, wanted: readonly MeterDay[]): Promise<PackedBlob[]> => {
  const { rows } = await tx.query<{ meter_id: number; day: number; channel: number; data: Buffer }>(sql`
    with held as (
      select p.meter_id, p.day from packed_day p
      join unnest(${meterIds(wanted)}::integer[], ${days(wanted)}::integer[]) as w(meter_id, day)
        on p.meter_id = w.meter_id and p.day = date '1970-01-01' + w.day
      where p.channel = ${TIMES_CHANNEL}
      order by p.meter_id, p.day for update of p
    )
    delete from packed_day p using held where p.meter_id = held.meter_id and p.day = held.day
    returning p.meter_id, p.day - date '1970-01-01' as day, p.channel, p.data`);
  return rows.map(({ meter_id, ...blob }) => ({ meterId: meter_id, ...blob }));
};

/**
 * Number of locks that UTC days share, since a transaction may touch thousands of days and the database has few locks.
 */
const LOCK_COUNT = 16;

/** The locks of these days, in the order in which all processes take them. */
const lockKeys = (days: Iterable<number>): number[] => {
  const keys = new Set<number>();
  for (const day of days) {
    keys.add(((day % LOCK_COUNT) + LOCK_COUNT) % LOCK_COUNT);
    if (keys.size === LOCK_COUNT) break;
  }
  return [...keys].sort((a, b) => a - b);
};

/** Days that have the same locks as all days of a range, however long it is. */
export const lockedDays = ({ first, end }: DayRange): number[] => {
  const count = Math.min(LOCK_COUNT, end - first);
  return Array.from({ length: count }, (_, i) => end - 1 - i);
};

/** Keeps these UTC days from being packed or dropped until the transaction ends. */
export const holdDays = async (tx: Tx, days: Iterable<number>): Promise<void> => {
  await tx.query(
    sql`select pg_advisory_xact_lock_shared(${LOCK.days}, key) from unnest(${lockKeys(days)}::integer[]) as k(key)`,
  );
};

/**
 * Makes this transaction the only one that packs, and writers of these UTC days wait for it.
 * @returns false when another server packs.
 * @throws the database's error 55P03 when writers keep a day for too long.
 */
export const takeDays = async (tx: Tx, days: Iterable<number>): Promise<boolean> => {
  // A process that waits for a lock makes all later ones wait too.
  await tx.query(sql`set local lock_timeout = '200ms'`);
  const { rows } = await tx.query<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK.packer}) as taken`);
  if (!rows[0]?.taken) return false;
  await tx.query(
    sql`select pg_advisory_xact_lock(${LOCK.days}, key) from unnest(${lockKeys(days)}::integer[]) as k(key)`,
  );
  return true;
};

/** A meter's UTC day of a partition: how many frames it has there; null when it is packed, and they no longer count. */
export interface StoredDay extends MeterDay {
  frames: number | null;
}

/**
 * Meter-days of a partition, by meter and day, after one of them. From day to day along the key: the frames of those
 * that are packed are not read.
 */
export const listStoredDays = async (
  tx: Tx,
  { name }: Partition,
  after: MeterDay,
  limit: number,
): Promise<StoredDay[]> => {
  const partition = raw(name);
  const next = (meterId: Sql, midnight: Sql): Sql => sql`
    select meter_id, (time at time zone 'UTC')::date as day from ${partition}
    where (meter_id, time) >= (${meterId}, ${midnight}) order by meter_id, time limit 1`;
  const midnightAfter = sql`(found.day + 1)::timestamp at time zone 'UTC'`;
  const { rows } = await tx.query<{ meter_id: number; day: number; frames: number | null }>(sql`
    with recursive found(meter_id, day) as (
      (${next(sql`${after.meterId}::integer`, sql`${new Date((after.day + 1) * DAY_MS)}::timestamptz`)})
      union all
      select n.meter_id, n.day from found cross join lateral (${next(sql`found.meter_id`, midnightAfter)}) n
    )
    select meter_id, day - date '1970-01-01' as day,
      case when (
        select count(*) from packed_day p
        where p.meter_id = found.meter_id and p.channel = ${TIMES_CHANNEL} and p.day = found.day
      ) = 0 then (
        select count(*)::integer from ${partition} f where f.meter_id = found.meter_id
          and f.time >= found.day::timestamp at time zone 'UTC' and f.time < ${midnightAfter}
      ) end as frames
    from found limit ${limit}`);
  return rows.map((row) => ({ meterId: row.meter_id, day: row.day, frames: row.frames }));
};

/** Deletes the frames of these meter-days that are packed, and so no longer count, from their partition. */
export const deletePackedFrames = async (tx: Tx, { name }: Partition, wanted: readonly MeterDay[]): Promise<void> => {
  const partition = raw(name);
  // Frame by frame along the key, even without statistics of the partition.
  await tx.query(sql`
    delete from ${partition} where ctid = any(array(
      select f.ctid from unnest(${meterIds(wanted)}::integer[], ${days(wanted)}::integer[]) as w(meter_id, day)
      join packed_day p
        on p.meter_id = w.meter_id and p.channel = ${TIMES_CHANNEL} and p.day = date '1970-01-01' + w.day
      cross join lateral (
        select ctid from ${partition} f where f.meter_id = p.meter_id
          and f.time >= p.day::timestamp at time zone 'UTC' and f.time < (p.day + 1)::timestamp at time zone 'UTC'
        offset 0
      ) f))`);
};
