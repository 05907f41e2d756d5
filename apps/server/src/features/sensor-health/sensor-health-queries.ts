import type { NightFacts } from '@airdeck/domain/insight/night-facts';
import type { HealthFinding, HealthReason } from '@airdeck/domain/insight/sensor-health';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** Whether this transaction is the one that reads nights now. */
export const takeNightLock = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK.nights}) as taken`);
  return rows[0]?.taken ?? false;
};

/** The last stored night of each of these meters, or of all (null), by meter id. */
export const listLastNights = async (db: Db, meterIds: readonly number[] | null): Promise<Map<number, string>> => {
  const { rows } = await db.query<{ meter_id: number; day: string }>(sql`
    select meter_id, max(day)::text as day from meter_night
    where ${meterIds === null ? sql`true` : sql`meter_id = any(${meterIds}::integer[])`} group by 1`);
  return new Map(rows.map(({ meter_id, day }) => [meter_id, day]));
};

export interface NightRow {
  meterId: number;
  day: string;
  facts: NightFacts;
}

/** Saves nights, and removes those of the same meters that are older than `first`. */
export const saveNights = async (tx: Tx, nights: readonly NightRow[], first: string): Promise<void> => {
  const rows = nights.map(({ meterId, day, facts }) => ({ meter_id: meterId, day, facts }));
  await tx.query(sql`
    insert into meter_night (meter_id, day, facts)
    select n.meter_id, n.day, n.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(meter_id integer, day date, facts jsonb)
    join meter m on m.id = n.meter_id
    on conflict (meter_id, day) do update set facts = excluded.facts`);
  await tx.query(sql`delete from meter_night
    where meter_id = any(${nights.map(({ meterId }) => meterId)}::integer[]) and day < ${first}::date`);
};

/** Nights of these meters from a day on. */
export const listNights = async (tx: Tx, meterIds: readonly number[], first: string): Promise<NightRow[]> => {
  const { rows } = await tx.query<{ meter_id: number; day: string; facts: NightFacts }>(sql`
    select meter_id, day::text, facts from meter_night
    where meter_id = any(${meterIds}::integer[]) and day >= ${first}::date`);
  return rows.map(({ meter_id, day, facts }) => ({ meterId: meter_id, day, facts }));
};

/** Replaces the findings of these meters; one that stays keeps the day since when. */
export const replaceFindings = async (
  tx: Tx,
  meterIds: readonly number[],
  findings: readonly HealthFinding[],
  day: string,
): Promise<void> => {
  const rows = findings.map(({ meterId, ...finding }) => ({ meter_id: meterId, ...finding }));
  const found = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as f(meter_id integer, reason text, type text, seen double precision, usual double precision)`;
  await tx.query(sql`
    delete from sensor_finding s where meter_id = any(${meterIds}::integer[])
      and not exists (select from ${found} where f.meter_id = s.meter_id and f.reason = s.reason)`);
  await tx.query(sql`
    insert into sensor_finding (meter_id, reason, type, seen, usual, since)
    select f.meter_id, f.reason, f.type, f.seen, f.usual, ${day}::date from ${found} join meter m on m.id = f.meter_id
    on conflict (meter_id, reason) do update set type = excluded.type, seen = excluded.seen, usual = excluded.usual`);
};

export type FindingRow = HealthFinding & { since: string };

/** Findings of these meters, the oldest first, at most `limit`. */
export const listFindings = async (db: Db, meterIds: readonly number[], limit: number): Promise<FindingRow[]> => {
  const { rows } = await db.query<{
    meter_id: number;
    reason: HealthReason;
    type: SensorType;
    seen: number;
    usual: number;
    since: string;
  }>(sql`
    select meter_id, reason, type, seen, usual, since::text from sensor_finding
    where meter_id = any(${meterIds}::integer[])
    order by since, meter_id, reason limit ${limit}`);
  return rows.map(({ meter_id, ...row }) => ({ meterId: meter_id, ...row }));
};
