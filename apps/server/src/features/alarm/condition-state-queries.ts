import type { ConditionState } from '@airdeck/domain/alarm/condition';
import sql from 'sql-template-tag';
import type { StoredFrame } from '../../feed/entry.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** States of a meter's value conditions, without those at rest; key: channel, code and direction. */
export type MeterStates = Record<string, ConditionState>;

export const loadStates = async (tx: Db | Tx, meterIds: readonly number[]): Promise<Map<number, MeterStates>> => {
  const { rows } = await tx.query<{ meter_id: number; state: MeterStates }>(
    sql`select meter_id, state from alarm_state where meter_id = any(${meterIds}::integer[])`,
  );
  return new Map(rows.map(({ meter_id, state }) => [meter_id, state]));
};

/** Saves the states of these meters; a meter without states loses its row. */
export const saveStates = async (tx: Tx, states: ReadonlyMap<number, MeterStates>): Promise<void> => {
  const kept = [...states].filter(([, state]) => Object.keys(state).length > 0);
  const gone = [...states.keys()].filter((meterId) => Object.keys(states.get(meterId) ?? {}).length === 0);
  if (kept.length > 0) {
    await tx.query(sql`insert into alarm_state (meter_id, state)
      select * from unnest(${kept.map(([id]) => id)}::integer[], ${kept.map(([, state]) => JSON.stringify(state))}::jsonb[])
      on conflict (meter_id) do update set state = excluded.state`);
  }
  if (gone.length > 0) await tx.query(sql`delete from alarm_state where meter_id = any(${gone}::integer[])`);
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
