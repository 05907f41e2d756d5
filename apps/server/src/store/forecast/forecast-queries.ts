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

/** Saves the models of meters, and removes those of channels that they have no more. */
export const saveForecasts = async (
  tx: Tx,
  meterIds: readonly number[],
  rows: readonly ForecastRow[],
  now: number,
): Promise<void> => {
  const ids = rows.map(({ meterId }) => meterId);
  const channels = rows.map(({ channel }) => channel);
  await tx.query(sql`delete from forecast_model f where meter_id = any(${meterIds}::integer[])
    and not exists (select from unnest(${ids}::integer[], ${channels}::smallint[]) as r(meter_id, channel)
      where r.meter_id = f.meter_id and r.channel = f.channel)`);
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into forecast_model (meter_id, channel, day, method, skill, numbers, made_time)
    select r.meter_id, r.channel, r.day, r.method, r.skill, r.numbers, ${isoTime(now)}::timestamptz
    from unnest(${ids}::integer[], ${channels}::smallint[], ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ model }) => model?.method ?? null)}::text[], ${rows.map(({ model }) => model?.skill ?? null)}::double precision[],
      ${rows.map(({ model }) => model && bytesOf(model.numbers))}::bytea[])
      as r(meter_id, channel, day, method, skill, numbers)
    join meter m on m.id = r.meter_id
    on conflict (meter_id, channel) do update set day = excluded.day, method = excluded.method,
      skill = excluded.skill, numbers = excluded.numbers, made_time = excluded.made_time`);
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
