import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';
import { DAY_MS, TIMES_CHANNEL } from './packed-format.ts';

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

/** Saves days; those that are packed already, as another server may have done meanwhile, stay as they are. */
export const savePacked = async (tx: Tx, blobs: readonly PackedBlob[]): Promise<void> => {
  await tx.query(sql`
    insert into packed_day (meter_id, day, channel, data)
    select meter_id, date '1970-01-01' + day, channel, data
    from unnest(${meterIds(blobs)}::integer[], ${days(blobs)}::integer[],
      ${blobs.map((blob) => blob.channel)}::smallint[], ${blobs.map((blob) => blob.data)}::bytea[])
      as b(meter_id, day, channel, data)
    on conflict (meter_id, channel, day) do nothing`);
};

/**
 * Takes away what is packed of these days. Whoever wants the same one waits, and then finds nothing; all wait in the
 * order of meters and days, so never in a circle.
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

/** Arbitrary, the same in every server. A lock of the class is of one UTC day. */
const DAY_LOCKS = 4_102_003;
const PACKER_LOCK = 4_102_004;

/** Keeps these UTC days from being packed or dropped until the transaction ends. */
export const holdDays = async (tx: Tx, ascendingDays: readonly number[]): Promise<void> => {
  await tx.query(
    sql`select pg_advisory_xact_lock_shared(${DAY_LOCKS}, day) from unnest(${ascendingDays}::integer[]) as d(day)`,
  );
};

/**
 * Makes this transaction the only one that packs, and writers of this UTC day wait for it.
 * @returns false when another server packs.
 * @throws the database's error 55P03 when writers keep the day for too long.
 */
export const takeDay = async (tx: Tx, day: number): Promise<boolean> => {
  // Whoever waits for a lock makes those wait who come after it.
  await tx.query(sql`set local lock_timeout = '200ms'`);
  const { rows } = await tx.query<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${PACKER_LOCK}) as taken`);
  if (!rows[0]?.taken) return false;
  await tx.query(sql`select pg_advisory_xact_lock(${DAY_LOCKS}, ${day})`);
  return true;
};

/**
 * Meters after one, by their id, that have frames on a UTC day which is not packed for them; and how many those are.
 * From meter to meter along the key: the frames of meters that are packed are not read.
 */
export const listUnpacked = async (
  tx: Tx,
  day: number,
  after: number,
  limit: number,
): Promise<{ meterId: number; frames: number }[]> => {
  const inDay = sql`time >= ${new Date(day * DAY_MS)} and time < ${new Date((day + 1) * DAY_MS)}`;
  const { rows } = await tx.query<{ meter_id: number; frames: number }>(sql`
    with recursive meter(id) as (
      (select meter_id from frame where meter_id > ${after} and ${inDay} order by meter_id limit 1)
      union all
      select (select meter_id from frame where meter_id > meter.id and ${inDay} order by meter_id limit 1)
      from meter where meter.id is not null
    )
    select id as meter_id, (select count(*)::integer from frame where meter_id = id and ${inDay}) as frames
    from meter
    where id is not null and (
      select count(*) from packed_day
      where meter_id = id and channel = ${TIMES_CHANNEL} and day = date '1970-01-01' + ${day}::integer
    ) = 0
    limit ${limit}`);
  return rows.map((row) => ({ meterId: row.meter_id, frames: row.frames }));
};
