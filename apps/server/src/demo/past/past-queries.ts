import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { PastAlarm } from './decide-past.ts';

/** Whether alarms of before this time are there. */
export const hasAlarmsBefore = async (db: Db | Tx, time: number): Promise<boolean> => {
  const { rows } = await db.query<{ there: boolean }>(
    sql`select exists (select from alarm where occurred_time < ${new Date(time)} and ended_time < ${new Date(time)}) as there`,
  );
  return rows[0]?.there ?? false;
};

/** The demo's users who handle alarms, with the organization that they belong to. */
export const listHandlers = async (
  db: Db | Tx,
): Promise<{ id: number; login: string; organization_id: number; authority: string }[]> => {
  const { rows } = await db.query<{ id: number; login: string; organization_id: number; authority: string }>(
    sql`select id, login, organization_id, authority from app_user order by id`,
  );
  return rows;
};

/** Where one is open meanwhile, the engine has raised it: an alarm of the same subject that is not cleared gives way. */
export const insertPastAlarms = async (tx: Tx, alarms: readonly PastAlarm[]): Promise<number> => {
  const numbers = await tx.query<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('alarm', 'id')) as id from generate_series(1, ${alarms.length}::integer)`);
  const ids = new Map(alarms.map((alarm, i) => [alarm, numbers.rows[i]?.id]));
  const numbered = alarms.map((alarm) => ({
    ...alarm,
    id: ids.get(alarm),
    occurrence_of: alarm.occurrence_of && ids.get(alarm.occurrence_of),
  }));
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into alarm (id, occurrence_of, organization_id, gateway, meter_id, sensor_id, purifier_id, organization_name, office_name,
      department_name, meter_name, sensor_name, air_name, category, code, source, severity, description,
      description_en, detail, sensor_type, value, bound, since_time, occurred_time, ended_time, occurrences,
      acknowledged_time, acknowledged_by, acknowledged_login, acknowledged_note,
      cleared_time, cleared_by, cleared_login, cleared_note, version) overriding system value
    select * from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as a(id bigint, occurrence_of bigint, organization_id integer, gateway text,
      meter_id integer, sensor_id integer, purifier_id integer, organization_name text, office_name text,
      department_name text, meter_name text, sensor_name text, air_name text, category text, code text, source text,
      severity text, description text, description_en text, detail text, sensor_type text, value double precision,
      bound double precision, since_time timestamptz, occurred_time timestamptz, ended_time timestamptz,
      occurrences integer, acknowledged_time timestamptz, acknowledged_by integer, acknowledged_login text,
      acknowledged_note text, cleared_time timestamptz, cleared_by integer, cleared_login text, cleared_note text,
      version integer)
    on conflict do nothing returning id`);
  return rows.length;
};
