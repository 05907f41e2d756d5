import type { AlarmCategory, AlarmSource } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import type { AlarmEvent, AlarmWord } from '../../feed/entry.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Severity } from './rule-queries.ts';

/** What an alarm is about; all null: the server itself. */
export interface Subject {
  organization_id: number | null;
  /** The code of a gateway, which is about no one meter. */
  gateway: string | null;
  /** A local server, which is about no one meter either. */
  local_server_id: number | null;
  meter_id: number | null;
  sensor_id: number | null;
  purifier_id: number | null;
}

/** An alarm of which something is still to be decided (domain/alarm/decide). */
export interface StandingRow extends Subject {
  id: number;
  code: string;
  source: AlarmSource;
  severity: Severity;
  value: number | null;
  occurred_time: Date;
  ended_time: Date | null;
  cleared_time: Date | null;
}

/** A row to be inserted; times are epoch milliseconds. */
export interface NewAlarm extends Subject {
  organization_name: string | null;
  office_name: string | null;
  department_name: string | null;
  meter_name: string | null;
  sensor_name: string | null;
  air_name: string | null;
  category: AlarmCategory;
  code: string;
  source: AlarmSource;
  severity: Severity;
  description: string;
  description_en: string | null;
  detail: string | null;
  sensor_type: SensorType | null;
  value: number | null;
  bound: number | null;
  since_time: Date;
  occurred_time: Date;
}

const COLUMNS = sql`id, organization_id, gateway, local_server_id, meter_id, sensor_id, purifier_id, code, source, severity, value,
  occurred_time, ended_time, cleared_time`;
const IS_STANDING = sql`(cleared_time is null or ended_time is null)`;

/** Those of these meters, and of all gateways and local servers: there are few, and what hangs below one asks for it. */
export const listStanding = async (tx: Db | Tx, meterIds: readonly number[]): Promise<StandingRow[]> => {
  const { rows } = await tx.query<StandingRow & Record<string, unknown>>(sql`
    select ${COLUMNS} from alarm where meter_id = any(${meterIds}::integer[]) and ${IS_STANDING}
    union all
    select ${COLUMNS} from alarm where meter_id is null and coalesce(gateway, local_server_id::text) is not null and ${IS_STANDING}
    order by id`);
  return rows;
};

/** Those of the server itself. */
export const listServerStanding = async (tx: Db | Tx): Promise<StandingRow[]> => {
  const { rows } = await tx.query<StandingRow & Record<string, unknown>>(sql`
    select ${COLUMNS} from alarm where meter_id is null and gateway is null and local_server_id is null and ${IS_STANDING} order by id`);
  return rows;
};

type Told = Pick<StandingRow, 'id' | 'organization_id' | 'meter_id'>;
const TOLD = sql`id, organization_id, meter_id`;
const wordsOf = (rows: readonly Told[], event: AlarmEvent, time: number): AlarmWord[] =>
  rows.map((row) => ({
    alarmId: row.id,
    organizationId: row.organization_id,
    meterId: row.meter_id,
    event,
    time,
  }));

/** Inserts those of whose subject and code none is open; answers them as they stand now. */
export const insertAlarms = async (tx: Tx, alarms: readonly NewAlarm[]): Promise<StandingRow[]> => {
  if (alarms.length === 0) return [];
  const { rows } = await tx.query<StandingRow & Record<string, unknown>>(sql`
    insert into alarm (organization_id, gateway, local_server_id, meter_id, sensor_id, purifier_id, organization_name, office_name,
      department_name, meter_name, sensor_name, air_name, category, code, source, severity, description,
      description_en, detail, sensor_type, value, bound, since_time, occurred_time)
    select * from jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb) as a(organization_id integer, gateway text,
      local_server_id integer, meter_id integer,
      sensor_id integer, purifier_id integer, organization_name text, office_name text, department_name text,
      meter_name text, sensor_name text, air_name text, category text, code text, source text, severity text,
      description text, description_en text, detail text, sensor_type text, value double precision,
      bound double precision, since_time timestamptz, occurred_time timestamptz)
    on conflict do nothing
    returning ${COLUMNS}`);
  return rows;
};

/** An alarm and a time of its own, epoch milliseconds. */
export interface AlarmAt {
  id: number;
  time: number;
}
const idsOf = (alarms: readonly AlarmAt[]) => alarms.map(({ id }) => id);
const timesOf = (alarms: readonly AlarmAt[]) => alarms.map(({ time }) => new Date(time).toISOString());

export const raisedWords = (alarms: readonly StandingRow[], now: number): AlarmWord[] => wordsOf(alarms, 'RAISED', now);

export const endAlarms = async (tx: Tx, alarms: readonly AlarmAt[], now: number): Promise<AlarmWord[]> => {
  if (alarms.length === 0) return [];
  const { rows } = await tx.query<Told & Record<string, unknown>>(sql`
    update alarm set ended_time = greatest(e.time, occurred_time), version = version + 1
    from unnest(${idsOf(alarms)}::bigint[], ${timesOf(alarms)}::timestamptz[]) as e(ended, time)
    where id = e.ended and ended_time is null returning ${TOLD}`);
  return wordsOf(rows, 'ENDED', now);
};

export const bringBack = async (tx: Tx, ids: readonly number[], now: number): Promise<AlarmWord[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<Told & Record<string, unknown>>(sql`
    update alarm set ended_time = null, occurrences = occurrences + 1, version = version + 1
    where id = any(${ids}::bigint[]) and ended_time is not null and cleared_time is null returning ${TOLD}`);
  return wordsOf(rows, 'CAME_BACK', now);
};

/** They come back, and want somebody again: nobody has acknowledged them. */
export const reopenAlarms = async (tx: Tx, ids: readonly number[], now: number): Promise<AlarmWord[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<Told & Record<string, unknown>>(sql`
    update alarm set ended_time = null, occurrences = occurrences + 1, openings = openings + 1, acknowledged_time = null,
      acknowledged_by = null, acknowledged_login = null, acknowledged_note = null, version = version + 1
    where id = any(${ids}::bigint[]) and ended_time is not null and cleared_time is null returning ${TOLD}`);
  return wordsOf(rows, 'REOPENED', now);
};

/** They clear themselves. */
export const clearAlarms = async (tx: Tx, ids: readonly number[], now: number): Promise<AlarmWord[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<Told & Record<string, unknown>>(sql`
    update alarm set cleared_time = ${new Date(now)}, version = version + 1
    where id = any(${ids}::bigint[]) and cleared_time is null returning ${TOLD}`);
  return wordsOf(rows, 'CLEARED', now);
};

const IS_LESS_SEVERE = sql`array_position(${SEVERITIES}::text[], a.severity) > array_position(${SEVERITIES}::text[], c.severity)`;

/**
 * Open alarms become symptoms of these, where they are none yet: those of a meter without communication, of the meters
 * behind a gateway or a local server, and what is less severe of a sensor's values.
 */
export const linkSymptoms = async (tx: Tx, causes: readonly number[], now: number): Promise<AlarmWord[]> => {
  if (causes.length === 0) return [];
  const { rows } = await tx.query<Told & Record<string, unknown>>(sql`
    with cause as materialized (select * from alarm where id = any(${causes}::bigint[])), below as (
      select c.id as cause, a.id from cause c join alarm a on a.meter_id = c.meter_id
      where c.source = 'SILENCE' and a.id <> c.id and a.cause_id is null and a.cleared_time is null
      union all
      select c.id, a.id from cause c join alarm a on a.meter_id = c.meter_id and a.sensor_id = c.sensor_id
      where c.source = 'VALUE' and a.source in ('VALUE', 'DAY_MEAN') and ${IS_LESS_SEVERE}
        and a.cause_id is null and a.cleared_time is null
      union all
      select c.id, a.id from cause c
      join meter_route r on r.organization_id = c.organization_id and r.gateway = c.gateway
      join alarm a on a.meter_id = r.meter_id
      where c.source = 'GATEWAY' and a.cause_id is null and a.cleared_time is null
      union all
      select c.id, a.id from cause c join meter_route r on r.local_server_id = c.local_server_id
      join alarm a on a.meter_id = r.meter_id
      where c.source = 'LOCAL_SERVER' and a.cause_id is null and a.cleared_time is null
    )
    update alarm set cause_id = below.cause, version = version + 1 from below
    where alarm.id = below.id returning alarm.id, organization_id, meter_id`);
  return wordsOf(rows, 'CAUSE', now);
};

/** What were symptoms of these stand for themselves again. */
export const releaseSymptoms = async (tx: Tx, causes: readonly number[], now: number): Promise<AlarmWord[]> => {
  if (causes.length === 0) return [];
  const { rows } = await tx.query<Told & Record<string, unknown>>(sql`
    update alarm set cause_id = null, version = version + 1
    where cause_id = any(${causes}::bigint[]) and cleared_time is null returning ${TOLD}`);
  return wordsOf(rows, 'CAUSE', now);
};

/** Through what a meter spoke last. */
export interface Route {
  gateway: string | null;
  localServerId: number | null;
}

/** Of each of these meters that did not speak for itself. */
export const listRoutes = async (tx: Db | Tx, meterIds: readonly number[]): Promise<Map<number, Route>> => {
  const { rows } = await tx.query<Route & { meterId: number }>(
    sql`select meter_id as "meterId", gateway, local_server_id as "localServerId" from meter_route
      where meter_id = any(${meterIds}::integer[])`,
  );
  return new Map(rows.map((row) => [row.meterId, row]));
};
