import type { PurifierState } from '@airdeck/contract/purifier/schema';
import sql from 'sql-template-tag';
import type { PurifierReport, StoredFrame } from '../../feed/entry.ts';
import type { Db } from '../../platform/db/pool.ts';

/** Frames of a meter after its saved values that are read; older ones hold no current value. */
const MAX_FRAMES = 20;

interface ValueRow {
  meter_id: number;
  /** Epoch milliseconds. */
  time: number;
  channel: number[];
  value: number[];
}

/** The last values of meters: the saved ones, each with its time, and the frames after them. */
export const listLastValues = async (db: Db, meterIds: readonly number[]): Promise<StoredFrame[]> => {
  const { rows: saved } = await db.query<ValueRow>(sql`
    select c.meter_id, extract(epoch from v.time)::double precision * 1000 as time, array[v.channel] as channel,
      array[v.value] as value
    from meter_current c cross join lateral unnest(c.channel, c.value, c.channel_time) as v(channel, value, time)
    where c.meter_id = any(${meterIds}::integer[])`);
  const { rows: newer } = await db.query<ValueRow>(sql`
    select m.id as meter_id, extract(epoch from f.time)::double precision * 1000 as time, f.channel, f.value
    from unnest(${meterIds}::integer[]) as m(id) left join meter_current c on c.meter_id = m.id
    cross join lateral (
      select time, channel, value from frame
      where meter_id = m.id and time > greatest(coalesce(c.time, '-infinity'), now() - interval '1 day')
      order by time desc limit ${MAX_FRAMES}) f`);
  return [...saved, ...newer].map(({ meter_id, time, channel, value }) => ({
    ...{ meterId: meter_id, time, channels: channel, ticks: value },
  }));
};

/** The last report of each purifier of these meters. */
export const listLastReports = async (db: Db, meterIds: readonly number[]): Promise<PurifierReport[]> => {
  const { rows } = await db.query<{ id: number; meter_id: number; last_time: Date; state: PurifierState }>(sql`
    select p.id, p.meter_id, s.last_time, s.state from purifier p
    cross join lateral (
      select last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1) s
    where p.meter_id = any(${meterIds}::integer[])`);
  return rows.map(({ id, meter_id, last_time, state }) => ({
    ...{ purifierId: id, meterId: meter_id, time: last_time.getTime(), state },
  }));
};

/** Those of these meters that have an alarm whose condition holds and that is not shelved. */
export const listAlarmed = async (db: Db, meterIds: readonly number[]): Promise<number[]> => {
  const { rows } = await db.query<{ meter_id: number }>(sql`
    select distinct meter_id from alarm
    where meter_id = any(${meterIds}::integer[]) and cleared_time is null and hidden_time is null
      and ended_time is null and shelved_until is null`);
  return rows.map(({ meter_id }) => meter_id);
};
