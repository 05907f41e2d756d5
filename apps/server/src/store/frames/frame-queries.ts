import sql from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { SERVER_IDENTITY } from '../../platform/db/server-identity.ts';
import { type Epochs, type MeterHour, shardsOf } from './dirty-hours.ts';
import { batchParameters, type MeterFrame } from './frame-batch.ts';

/**
 * Inserts frames; existing frames of a meter and time are kept. Returns the number of new frames. The only way by which
 * frames enter the database.
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
  /** The command of this transaction that inserted the row; null: another transaction inserted it. */
  command: number | null;
}

/** The stored frames of these meters and times, locked until the transaction ends. */
export const lockFrames = async (tx: Tx, frames: MeterFrame[]): Promise<FrameRow[]> => {
  const [meters, times] = batchParameters(frames);
  const result = await tx.query<FrameRow>({
    text: `select meter_id, time, channel, value,
        case when xmin = pg_current_xact_id()::xid then cmin::text::integer end as command from frame
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
 * The epochs of the shards of these hours. Until the transaction ends no process removes marks of those shards; a shard whose
 * marks are just being removed is left out, so that no process waits.
 */
export const holdEpochs = async (tx: Tx, hours: readonly MeterHour[]): Promise<Epochs> => {
  const { rows } = await tx.query<{ shard: number; epoch: string }>({
    name: 'hold-epochs',
    text: `select held_lane as shard, concat_ws(' ', held_epoch, ${SERVER_IDENTITY.sql}) as epoch from hold_rollup_epochs($1, $2)`,
    values: [LOCK.epoch, shardsOf(hours)],
  });
  return new Map(rows.map((row) => [row.shard, row.epoch]));
};

/**
 * Marks meter-hours whose rollup must be rebuilt. An existing mark is touched, so that this transaction and a process
 * that removes the mark wait for each other; in order, so that they cannot deadlock.
 */
export const markDirty = async (tx: Tx, hours: readonly MeterHour[]): Promise<void> => {
  const meters = hours.map((hour) => hour.meterId);
  const times = hours.map((hour) => new Date(hour.hour));
  await tx.query(sql`insert into dirty_hour (meter_id, hour)
    select * from unnest(${meters}::integer[], ${times}::timestamptz[]) as h(meter_id, hour) order by 1, 2
    on conflict (meter_id, hour) do update set hour = excluded.hour`);
};
