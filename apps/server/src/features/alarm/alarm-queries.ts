import type { AlarmSource } from '@airdeck/contract/standard/built-in';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql, { type Sql } from 'sql-template-tag';
import type { AlarmEvent, AlarmEventKind } from '../../feed/entry.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

/** The subject of an alarm; all null: the server itself. */
export type Subject = Pick<
  Tables['alarm'],
  'organization_id' | 'gateway' | 'local_server_id' | 'decoder_id' | 'meter_id' | 'sensor_id' | 'purifier_id'
>;

/** An alarm of which something is still to be decided (domain/alarm/decide). */
export type StandingRow = Subject &
  Pick<Tables['alarm'], 'id' | 'code' | 'severity' | 'value' | 'since_time' | 'occurred_time' | 'ended_time'> &
  Pick<Tables['alarm'], 'cleared_time'> & {
    source: AlarmSource;
  };

type Names = 'organization_name' | 'office_name' | 'department_name' | 'meter_name' | 'sensor_name' | 'air_name';

/** A row to be inserted. */
export type NewAlarm = Subject &
  Pick<Tables['alarm'], Names | 'category' | 'code' | 'severity' | 'description' | 'description_en'> &
  Pick<Tables['alarm'], 'detail' | 'value' | 'bound' | 'since_time' | 'occurred_time'> &
  Partial<Pick<Tables['alarm'], 'office_id' | 'department_id' | 'reported_by' | 'reported_login' | 'report_key'>> & {
    source: AlarmSource;
    sensor_type: SensorType | null;
  };

const COLUMNS = sql`id, organization_id, gateway, local_server_id, decoder_id, meter_id, sensor_id, purifier_id, code, source,
  severity, value, since_time, occurred_time, ended_time, cleared_time`;
const IS_STANDING = sql`(cleared_time is null or ended_time is null)`;

/**
 * Standing alarms of these meters, and of all gateways and local servers: these are few, and meters below need them.
 */
export const listStanding = async (tx: Db | Tx, meterIds: readonly number[]): Promise<StandingRow[]> => {
  const { rows } = await tx.query<StandingRow>(sql`
    select ${COLUMNS} from alarm where meter_id = any(${meterIds}::integer[]) and ${IS_STANDING}
    union all
    select ${COLUMNS} from alarm where meter_id is null and coalesce(gateway, local_server_id::text) is not null and ${IS_STANDING}
    order by id`);
  return rows;
};

/** Standing alarms of the server itself, and of all gateways, local servers and decoders. */
export const listSiteStanding = async (tx: Db | Tx): Promise<StandingRow[]> => {
  const { rows } = await tx.query<StandingRow>(sql`
    select ${COLUMNS} from alarm where meter_id is null and ${IS_STANDING} order by id`);
  return rows;
};

export type Told = Pick<StandingRow, 'id' | 'organization_id' | 'meter_id'>;
const TOLD = sql`id, organization_id, meter_id`;
export const eventsOf = (rows: readonly Told[], event: AlarmEventKind, time: number): AlarmEvent[] =>
  rows.map((row) => ({
    alarmId: row.id,
    organizationId: row.organization_id,
    meterId: row.meter_id,
    event,
    time,
  }));

/** Inserts alarms unless one is open for the same subject and code; returns the inserted ones. */
export const insertAlarms = async (tx: Tx, alarms: readonly NewAlarm[]): Promise<StandingRow[]> => {
  if (alarms.length === 0) return [];
  const { rows } = await tx.query<StandingRow>(sql`
    insert into alarm (organization_id, gateway, local_server_id, decoder_id, meter_id, sensor_id, purifier_id,
      organization_name, office_name, department_name, meter_name, sensor_name, air_name, category, code, source, severity, description,
      description_en, detail, sensor_type, value, bound, since_time, occurred_time, office_id, department_id,
      reported_by, reported_login, report_key)
    select * from jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb) as a(organization_id integer, gateway text,
      local_server_id integer, decoder_id integer, meter_id integer,
      sensor_id integer, purifier_id integer, organization_name text, office_name text, department_name text,
      meter_name text, sensor_name text, air_name text, category text, code text, source text, severity text,
      description text, description_en text, detail text, sensor_type text, value double precision,
      bound double precision, since_time timestamptz, occurred_time timestamptz, office_id integer,
      department_id integer, reported_by integer, reported_login text, report_key uuid)
    on conflict do nothing
    returning ${COLUMNS}`);
  return rows;
};

/** An alarm with a time, epoch milliseconds. */
export interface AlarmAt {
  id: number;
  time: number;
}
const idsOf = (alarms: readonly Pick<AlarmAt, 'id'>[]) => alarms.map(({ id }) => id);
const timesOf = (alarms: readonly AlarmAt[]) => alarms.map(({ time }) => new Date(time).toISOString());

export const raisedEvents = (alarms: readonly StandingRow[], now: number): AlarmEvent[] =>
  eventsOf(alarms, 'RAISED', now);

/** Ends alarms. The record of an alarm that a person has cleared was closed then. */
export const endAlarms = async (tx: Tx, alarms: readonly AlarmAt[], now: number): Promise<AlarmEvent[]> => {
  if (alarms.length === 0) return [];
  const { rows } = await tx.query<Told>(sql`
    update alarm set ended_time = least(greatest(e.time, occurred_time), cleared_time), version = version + 1
    from unnest(${idsOf(alarms)}::bigint[], ${timesOf(alarms)}::timestamptz[]) as e(ended, time)
    where id = e.ended and ended_time is null returning ${TOLD}`);
  return eventsOf(rows, 'ENDED', now);
};

/** Other times of an open alarm, epoch milliseconds. */
export interface Correction {
  id: number;
  since: number;
  occurred: number;
  value: number | null;
}

/** Corrects the times of open alarms; none begins before its previous occurrence ended. */
export const correctAlarms = async (tx: Tx, alarms: readonly Correction[], now: number): Promise<AlarmEvent[]> => {
  if (alarms.length === 0) return [];
  const time = (pick: (alarm: Correction) => number) => alarms.map((each) => new Date(pick(each)).toISOString());
  const { rows } = await tx.query<Told>(sql`
    with asked as (
      select c.id, greatest(c.since, p.over) as since, greatest(c.occurred, c.since, p.over) as occurred, c.value
      from unnest(${idsOf(alarms)}::bigint[], ${time(({ since }) => since)}::timestamptz[],
        ${time(({ occurred }) => occurred)}::timestamptz[], ${alarms.map(({ value }) => value)}::double precision[])
        as c(id, since, occurred, value)
      cross join lateral (select max(ended_time) as over from alarm where occurrence_of = c.id) p
    )
    update alarm a set since_time = asked.since, occurred_time = asked.occurred, value = coalesce(asked.value, a.value),
      corrected_time = ${new Date(now)}, version = version + 1
    from asked where a.id = asked.id and a.cleared_time is null and a.ended_time is null
      and (a.since_time, a.occurred_time) is distinct from (asked.since, asked.occurred)
    returning a.id, a.organization_id, a.meter_id`);
  return eventsOf(rows, 'CORRECTED', now);
};

/** An open alarm whose condition holds again, with the values of the new occurrence. */
export interface Return {
  id: number;
  since: Date;
  occurred: Date;
  source: AlarmSource;
  value: number | null;
  bound: number | null;
  detail: string | null;
}

/** Maximum number of stored occurrences for each alarm; further ones are only counted. */
const MAX_OCCURRENCES_KEPT = 10_000;
/** Columns that all occurrences of an alarm share. */
const SHARED = sql`organization_id, gateway, local_server_id, decoder_id, meter_id, sensor_id, purifier_id,
  organization_name, office_name, department_name, meter_name, sensor_name, air_name, category, code, severity, description, description_en,
  sensor_type, cause_id`;
const UNACKNOWLEDGED = sql`, openings = a.openings + 1, acknowledged_time = null, acknowledged_by = null,
  acknowledged_login = null, acknowledged_note = null, unshelved_time = null`;

/**
 * Starts a new occurrence of open alarms. The alarm's row shows the current occurrence; the previous one is copied to a
 * row of its own, which lists of open alarms exclude. An event has no end time, so its occurrence ends when it
 * occurred. Occurrences never overlap.
 */
const beginOccurrences = async (tx: Tx, returns: readonly Return[], now: number, besides: Sql): Promise<Told[]> => {
  if (returns.length === 0) return [];
  const { rows } = await tx.query<Told>(sql`
    with back as materialized (
      select a.*, coalesce(a.ended_time, a.occurred_time) as over_time, r.since, r.occurred, r.source as new_source,
        r.value as new_value, r.bound as new_bound, r.detail as new_detail
      from jsonb_to_recordset(${JSON.stringify(returns)}::jsonb) as r(id bigint,
        since timestamptz, occurred timestamptz, source text, value double precision, bound double precision, detail text)
      join alarm a on a.id = r.id where a.cleared_time is null
    ), kept as (
      insert into alarm (${SHARED}, source, value, bound, detail, since_time, occurred_time, ended_time, occurrences,
        openings, acknowledged_time, acknowledged_by, acknowledged_login, acknowledged_note, cleared_time, occurrence_of,
        window_id)
      select ${SHARED}, source, value, bound, detail, since_time, occurred_time, over_time, occurrences,
        openings, acknowledged_time, acknowledged_by, acknowledged_login, acknowledged_note, ${new Date(now)}, id,
        window_id
      from back where occurrences <= ${MAX_OCCURRENCES_KEPT}
    )
    update alarm a set ended_time = null, occurrences = a.occurrences + 1, version = a.version + 1,
      window_id = case when a.shelved_until is not null then a.window_id end, source = back.new_source, value = back.new_value, bound = back.new_bound, detail = back.new_detail,
      occurred_time = greatest(back.occurred, back.over_time),
      since_time = least(greatest(back.since, back.over_time), greatest(back.occurred, back.over_time)) ${besides}
    from back where a.id = back.id returning a.id, a.organization_id, a.meter_id`);
  return rows;
};

export const bringBack = async (tx: Tx, returns: readonly Return[], now: number): Promise<AlarmEvent[]> =>
  eventsOf(await beginOccurrences(tx, returns, now, sql``), 'CAME_BACK', now);

/** Starts a new occurrence and resets the acknowledgement, which covered only the previous one. */
export const reopenAlarms = async (tx: Tx, returns: readonly Return[], now: number): Promise<AlarmEvent[]> =>
  eventsOf(await beginOccurrences(tx, returns, now, UNACKNOWLEDGED), 'REOPENED', now);

/**
 * Ends shelving. An unacknowledged alarm whose condition still holds is announced again, also to receivers that were
 * notified before (ISA-18.2).
 */
export const unshelved = (now: number): Sql => sql`shelved_until = null, unshelved_time = ${new Date(now)},
  openings = openings + case when ended_time is null and acknowledged_time is null then 1 else 0 end`;

/** Clears alarms without a person. */
export const clearAlarms = async (tx: Tx, ids: readonly number[], now: number): Promise<AlarmEvent[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<Told>(sql`
    update alarm set cleared_time = ${new Date(now)}, version = version + 1
    where id = any(${ids}::bigint[]) and cleared_time is null returning ${TOLD}`);
  return eventsOf(rows, 'CLEARED', now);
};

const IS_LESS_SEVERE = sql`array_position(${SEVERITIES}::text[], a.severity) > array_position(${SEVERITIES}::text[], c.severity)`;

/**
 * Links open alarms that have no cause yet to these causes: alarms of a silent meter, of the meters behind a silent
 * gateway or local server, and less severe alarms of the same sensor's values. Reports of people are no symptoms.
 */
export const linkSymptoms = async (tx: Tx, causes: readonly number[], now: number): Promise<AlarmEvent[]> => {
  if (causes.length === 0) return [];
  const { rows } = await tx.query<Told>(sql`
    with cause as materialized (select * from alarm where id = any(${causes}::bigint[])), below as (
      select c.id as cause, a.id from cause c join alarm a on a.meter_id = c.meter_id
      where c.source = 'SILENCE' and a.source <> 'REPORT' and a.id <> c.id and a.cause_id is null and a.cleared_time is null
      union all
      select c.id, a.id from cause c join alarm a on a.meter_id = c.meter_id and a.sensor_id = c.sensor_id
      where c.source = 'VALUE' and a.source in ('VALUE', 'DAY_MEAN') and ${IS_LESS_SEVERE}
        and a.cause_id is null and a.cleared_time is null
      union all
      select c.id, a.id from cause c
      join meter_route r on r.organization_id = c.organization_id and r.gateway = c.gateway
      join alarm a on a.meter_id = r.meter_id
      where c.source = 'GATEWAY' and a.source <> 'REPORT' and a.cause_id is null and a.cleared_time is null
      union all
      select c.id, a.id from cause c
      join meter_route r on r.local_server_id = c.local_server_id and r.organization_id = c.organization_id
      join alarm a on a.meter_id = r.meter_id
      where c.source = 'LOCAL_SERVER' and a.source <> 'REPORT' and a.cause_id is null and a.cleared_time is null
    )
    update alarm set cause_id = below.cause, version = version + 1 from below
    where alarm.id = below.id returning alarm.id, organization_id, meter_id`);
  return eventsOf(rows, 'CAUSE', now);
};

/** Unlinks the symptoms of these causes. */
export const releaseSymptoms = async (tx: Tx, causes: readonly number[], now: number): Promise<AlarmEvent[]> => {
  if (causes.length === 0) return [];
  const { rows } = await tx.query<Told>(sql`
    update alarm set cause_id = null, version = version + 1
    where cause_id = any(${causes}::bigint[]) and cleared_time is null returning ${TOLD}`);
  return eventsOf(rows, 'CAUSE', now);
};

/** The gateway and the local server through which a meter last connected. */
export interface Route {
  gateway: string | null;
  localServerId: number | null;
}

/** Routes of these meters; a meter that connects directly has none. */
export const listRoutes = async (tx: Db | Tx, meterIds: readonly number[]): Promise<Map<number, Route>> => {
  const { rows } = await tx.query<Route & { meterId: number }>(
    sql`select meter_id as "meterId", gateway, local_server_id as "localServerId" from meter_route
      where meter_id = any(${meterIds}::integer[])`,
  );
  return new Map(rows.map((row) => [row.meterId, row]));
};
