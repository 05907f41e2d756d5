import type { ConditionState } from '@airdeck/domain/alarm/condition';
import sql from 'sql-template-tag';
import type { StoredFrame } from '../../feed/entry.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** States of a meter's value conditions, without those at rest; key: channel, code and direction. */
export type MeterStates = Record<string, ConditionState>;

/** The stored states of a meter. */
export interface StatesRow {
  meterId: number;
  states: MeterStates;
  /** Whether a process that evaluates the meter may have newer ones in memory (`partition-states.ts`). */
  isBehind: boolean;
}

export const loadStates = async (tx: Db | Tx, meterIds: readonly number[]): Promise<StatesRow[]> => {
  if (meterIds.length === 0) return [];
  const { rows } = await tx.query<{ meter_id: number; state: MeterStates; is_behind: boolean }>(
    sql`select meter_id, state, is_behind from alarm_state where meter_id = any(${meterIds}::integer[])`,
  );
  return rows.map(({ meter_id, state, is_behind }) => ({ meterId: meter_id, states: state, isBehind: is_behind }));
};

/** Saves the states of meters; a meter without states loses its row. */
export const saveStates = async (tx: Tx, rows: readonly StatesRow[]): Promise<void> => {
  const gone = rows.flatMap(({ meterId, states }) => (Object.keys(states).length === 0 ? [meterId] : []));
  const kept = rows.flatMap(({ meterId: id, states: state, isBehind: is_behind }) =>
    Object.keys(state).length > 0 ? [{ id, state, is_behind }] : [],
  );
  if (kept.length > 0) {
    await tx.query(sql`insert into alarm_state (meter_id, state, is_behind)
      select id, state, is_behind
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as s(id integer, state jsonb, is_behind boolean)
      on conflict (meter_id) do update set state = excluded.state, is_behind = excluded.is_behind`);
  }
  if (gone.length > 0) await tx.query(sql`delete from alarm_state where meter_id = any(${gone}::integer[])`);
};

/** The oldest reading of a meter that arrived too late, epoch milliseconds. */
export interface LateFrame {
  meterId: number;
  from: number;
}

export const keepLateFrames = async (tx: Tx, late: readonly LateFrame[], now: number): Promise<void> => {
  if (late.length === 0) return;
  await tx.query(sql`insert into late_frame (meter_id, from_time, seen_time)
    select meter_id, from_time, ${new Date(now)} from unnest(${late.map(({ meterId }) => meterId)}::integer[],
      ${late.map(({ from }) => new Date(from).toISOString())}::timestamptz[]) as l(meter_id, from_time)
    on conflict (meter_id) do update set from_time = least(late_frame.from_time, excluded.from_time),
      seen_time = excluded.seen_time`);
};

const MAX_LATE_METERS = 100;

/** Meters whose last late reading arrived before `seenBefore`. */
export const listLateMeters = async (db: Db, seenBefore: number): Promise<number[]> => {
  const { rows } = await db.query<{ meter_id: number }>(sql`
    select meter_id from late_frame where seen_time < ${new Date(seenBefore)} order by seen_time limit ${MAX_LATE_METERS}`);
  return rows.map(({ meter_id }) => meter_id);
};

/** Removes the notes of these meters; the oldest late reading of each. */
export const takeLateFrames = async (tx: Tx, meterIds: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await tx.query<{ meter_id: number; from_time: Date }>(sql`
    delete from late_frame where meter_id = any(${meterIds}::integer[]) returning meter_id, from_time`);
  return new Map(rows.map(({ meter_id, from_time }) => [meter_id, from_time.getTime()]));
};

/** Stored frames of meters, each from its own start time, ordered by time. */
export const listFramesSince = async (
  tx: Db | Tx,
  meters: readonly { meterId: number; since: number }[],
): Promise<StoredFrame[]> => {
  if (meters.length === 0) return [];
  const oldest = Math.min(...meters.map(({ since }) => since));
  const { rows } = await tx.query<{ meter_id: number; time: Date; channel: number[]; value: number[] }>(sql`
    select m.meter_id, f.time, f.channel, f.value
    from unnest(${meters.map(({ meterId }) => meterId)}::integer[],
      ${meters.map(({ since }) => new Date(since).toISOString())}::timestamptz[]) as m(meter_id, since)
    cross join lateral (
      select time, channel, value from frame
      where meter_id = m.meter_id and time >= ${new Date(oldest)} and time >= m.since order by time
    ) f`);
  return rows.map(({ meter_id, time, channel, value }) => ({
    meterId: meter_id,
    time: time.getTime(),
    channels: channel,
    ticks: value,
  }));
};
