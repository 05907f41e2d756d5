import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { isoTime } from '@airdeck/domain/calendar';
import sql from 'sql-template-tag';
import type { PurifierReport, StoredFrame } from '../../../feed/entry.ts';
import { numberArray } from '../../../platform/db/number-array.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { batchParameters } from '../../../store/frames/frame-batch.ts';

/** A meter's last readings; `channels`, `ticks` and `times` are parallel arrays. */
export interface CurrentValues {
  meterId: number;
  /** The newest of `times`, epoch milliseconds. */
  time: number;
  channels: number[];
  ticks: number[];
  times: number[];
}

/** The saved current values of these registered meters. */
export const loadCurrent = async (db: Db | Tx, meterIds: readonly number[]): Promise<CurrentValues[]> => {
  const { rows } = await db.query<{
    meter_id: number;
    time: Date;
    channel: number[];
    value: number[];
    channel_times: number[];
  }>(sql`
    select meter_id, c.time, channel, value,
      array(select extract(epoch from t.time)::double precision * 1000
        from unnest(c.channel_time) with ordinality as t(time, at) order by t.at) as channel_times
    from meter_current c join meter m on m.id = c.meter_id
    where c.meter_id = any(${meterIds}::integer[]) and m.id = any(${meterIds}::integer[])`);
  return rows.map((row) => ({
    meterId: row.meter_id,
    time: row.time.getTime(),
    channels: row.channel,
    ticks: row.value,
    times: row.channel_times,
  }));
};

/** Saves the current values of these meters in one statement. */
export const saveCurrent = async (db: Db | Tx, airs: readonly CurrentValues[]): Promise<void> => {
  const last: number[] = [];
  let total = 0;
  for (const air of airs) {
    total += air.channels.length;
    last.push(total);
  }
  const first = airs.map((air, i) => (last[i] ?? 0) - air.channels.length + 1);
  await db.query(sql`
    insert into meter_current (meter_id, time, channel, value, channel_time)
    select meter_id, time,
      (${numberArray(airs.flatMap((air) => air.channels))}::smallint[])[first:last],
      (${numberArray(airs.flatMap((air) => air.ticks))}::smallint[])[first:last],
      array(select to_timestamp(t.ms / 1000) from unnest((${numberArray(airs.flatMap((air) => air.times))}::double precision[])[first:last])
        with ordinality as t(ms, at) order by t.at)
    from unnest(${numberArray(airs.map((air) => air.meterId))}::integer[], ${airs.map((air) => isoTime(air.time))}::timestamptz[],
      ${numberArray(first)}::integer[], ${numberArray(last)}::integer[]) as m(meter_id, time, first, last)
    on conflict (meter_id) do update set time = excluded.time, channel = excluded.channel,
      value = excluded.value, channel_time = excluded.channel_time`);
};

/**
 * Saves these readings of meters whose saved channels are the same and not newer, which is nearly all of them. Returns
 * the ids of those meters; the readings of the others must be merged with what is saved.
 */
export const replaceCurrent = async (tx: Tx, frames: readonly StoredFrame[]): Promise<Set<number>> => {
  const { rows } = await tx.query<{ meter_id: number }>({
    name: 'replace-current',
    // "offset 0" keeps the slices from being made for each use.
    text: `update meter_current c
      set time = f.time, value = f.value, channel_time = array_fill(f.time, array[cardinality(f.value)])
      from (
        select meter_id, time, ($5::smallint[])[first:last] as channel, ($6::smallint[])[first:last] as value
        from unnest($1::integer[], $2::timestamptz[], $3::integer[], $4::integer[]) as f(meter_id, time, first, last) offset 0
      ) f
      where c.meter_id = f.meter_id and c.time < f.time and c.channel = f.channel returning c.meter_id`,
    values: batchParameters(frames),
  });
  return new Set(rows.map(({ meter_id }) => meter_id));
};

/** Stored frames newer than the given time of each meter, ordered by meter and time. */
export const listNewer = async (db: Db, seen: readonly { meterId: number; time: number }[]): Promise<StoredFrame[]> => {
  const { rows } = await db.query<{ meter_id: number; time: Date; channel: number[]; value: number[] }>(sql`
    select m.meter_id, f.time, f.channel, f.value
    from unnest(${seen.map((meter) => meter.meterId)}::integer[], ${seen.map((meter) => isoTime(meter.time))}::timestamptz[])
      as m(meter_id, seen)
    cross join lateral (
      select time, channel, value from frame where meter_id = m.meter_id and time > m.seen order by time
    ) f`);
  return rows.map(({ meter_id, time, channel, value }) => ({
    meterId: meter_id,
    time: time.getTime(),
    channels: channel,
    ticks: value,
  }));
};

export interface SlotRow {
  meter_id: number;
  channel: number;
  slot: number;
  sum: number;
  count: number;
}

/** Ten-minute sums and counts of these meters' channels from `since` on, up to an end of its own for each meter. */
export const listSlots = async (
  db: Db,
  meters: readonly { meterId: number; until: number }[],
  since: number,
): Promise<SlotRow[]> => {
  const { rows } = await db.query<SlotRow>(sql`
    select meter_id, channel, (extract(epoch from ten_minutes) / 600)::integer as slot, sum, count from (
      select m.meter_id, r.channel, date_bin('10 minutes', f.time, 'epoch') as ten_minutes,
        sum(r.value) as sum, count(*) as count
      from unnest(${meters.map((meter) => meter.meterId)}::integer[],
        ${meters.map((meter) => isoTime(meter.until))}::timestamptz[]) as m(meter_id, until)
      cross join lateral (
        select time, channel, value from frame
        where meter_id = m.meter_id and time >= ${new Date(since)} and time <= m.until
      ) f
      cross join lateral unnest(f.channel, f.value) as r(channel, value)
      group by 1, 2, 3
    ) slots`);
  return rows;
};

/** The last report of each registered purifier. */
export const listLastReports = async (db: Db): Promise<PurifierReport[]> => {
  const { rows } = await db.query<{ id: number; meter_id: number; last_time: Date; state: PurifierState }>(sql`
    select p.id, p.meter_id, s.last_time, s.state from purifier p
    cross join lateral (
      select last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
    ) s`);
  return rows.map(({ id, meter_id, last_time, state }) => ({
    purifierId: id,
    meterId: meter_id,
    time: last_time.getTime(),
    state,
  }));
};
