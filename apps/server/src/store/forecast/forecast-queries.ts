import { isoTime } from '@airdeck/domain/calendar';
import type { ForecastMethod } from '@airdeck/domain/insight/forecast';
import { PACKED_LENGTH } from '@airdeck/domain/insight/packed-model';
import sql from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** Whether this transaction is the one that makes forecast models now. */
export const takeForecastLock = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCK.forecasts}) as taken`,
  );
  return rows[0]?.taken ?? false;
};

/** The last day for which the models of each meter were made, by meter id. */
export const listForecastDays = async (db: Db): Promise<Map<number, string>> => {
  const { rows } = await db.query<{ meter_id: number; day: string }>(
    sql`select meter_id, max(day)::text as day from forecast_model group by 1`,
  );
  return new Map(rows.map(({ meter_id, day }) => [meter_id, day]));
};

/** A model, or that there is none on that day. */
export interface ForecastRow {
  meterId: number;
  channel: number;
  day: string;
  model: { method: ForecastMethod; skill: number; numbers: Int16Array } | null;
}

const bytesOf = (numbers: Int16Array): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [i, value] of numbers.entries()) bytes.writeInt16LE(value, i * 2);
  return bytes;
};

const numbersOf = (bytes: Buffer): Int16Array => {
  const numbers = new Int16Array(PACKED_LENGTH);
  for (let i = 0; i < PACKED_LENGTH; i++) numbers[i] = bytes.readInt16LE(i * 2);
  return numbers;
};

/** Saves the models of a meter, and removes those of channels that it has no more. */
export const saveForecasts = async (
  tx: Tx,
  meterId: number,
  rows: readonly ForecastRow[],
  now: number,
): Promise<void> => {
  await tx.query(sql`delete from forecast_model where meter_id = ${meterId}
    and channel <> all(${rows.map(({ channel }) => channel)}::smallint[])`);
  for (const { channel, day, model } of rows) {
    await tx.query(sql`
      insert into forecast_model (meter_id, channel, day, method, skill, numbers, made_time)
      select ${meterId}, ${channel}, ${day}, ${model?.method ?? null}, ${model?.skill ?? null},
        ${model ? bytesOf(model.numbers) : null}, ${isoTime(now)}::timestamptz
      where exists (select from meter where id = ${meterId})
      on conflict (meter_id, channel) do update set day = excluded.day, method = excluded.method,
        skill = excluded.skill, numbers = excluded.numbers, made_time = excluded.made_time`);
  }
};

/** Models that were made since a time, after a key, ordered by it: at most `limit`. */
export const listForecasts = async (
  db: Db,
  { since, after, limit }: { since: number; after: Pick<ForecastRow, 'meterId' | 'channel'>; limit: number },
): Promise<ForecastRow[]> => {
  const { rows } = await db.query<{
    meter_id: number;
    channel: number;
    day: string;
    method: ForecastMethod | null;
    skill: number | null;
    numbers: Buffer | null;
  }>(sql`
    select meter_id, channel, day::text, method, skill, numbers from forecast_model
    where made_time >= ${isoTime(since)}::timestamptz and (meter_id, channel) > (${after.meterId}, ${after.channel})
    order by meter_id, channel limit ${limit}`);
  return rows.map(({ meter_id, channel, day, method, skill, numbers }) => ({
    ...{ meterId: meter_id, channel, day },
    model:
      method === null || skill === null || numbers === null ? null : { method, skill, numbers: numbersOf(numbers) },
  }));
};
