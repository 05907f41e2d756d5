import sql, { raw } from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

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
): Promise<{ id: number; organization_id: number; authority: string }[]> => {
  const { rows } = await db.query<{ id: number; organization_id: number; authority: string }>(
    sql`select id, organization_id, authority from app_user order by id`,
  );
  return rows;
};

/**
 * Lends a connection on which `alarm` is an empty temporary table: the engine's statements decide the past there, while
 * the present is decided in the real one. Not a transaction, because the feed waits for the oldest one.
 */
export const withPastAlarms = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.withClient(async (client) => {
    const tx: Tx = {
      async query({ text, values }) {
        const { rows, rowCount } = await client.query({ text, ...(values && { values }) });
        return { rows, rowCount: rowCount ?? 0 };
      },
    };
    try {
      await client.query(
        'create temp table alarm (like public.alarm including defaults including generated including indexes)',
      );
      await client.query(
        `alter table pg_temp.alarm alter id set default nextval(pg_get_serial_sequence('public.alarm', 'id'))`,
      );
      return await run(tx);
    } finally {
      // A connection that keeps the table must not go back to the pool: an error event closes it.
      await client.query('discard temp').catch((error) => client.emit('error', error));
    }
  });

const COLUMNS = raw(`id, organization_id, gateway, local_server_id, decoder_id, meter_id, sensor_id, purifier_id,
  organization_name, office_name, department_name, meter_name, sensor_name, air_name, category, code, source, severity, description,
  description_en, detail, sensor_type, value, bound, since_time, occurred_time, ended_time, occurrences, openings,
  acknowledged_time, acknowledged_by, acknowledged_login, acknowledged_note, cleared_time, cleared_by, cleared_login,
  cleared_note, version, cause_id, occurrence_of`);

/** Alarms of the past that last, and open ones of a subject for which the engine has raised one meanwhile. */
const OF_ENGINE = sql`(ended_time is null or cleared_time is null and exists (
  select from public.alarm o where o.cleared_time is null
    and (o.meter_id, o.code, o.sensor_id, o.purifier_id, o.organization_id, o.gateway) is not distinct from
      (a.meter_id, a.code, a.sensor_id, a.purifier_id, a.organization_id, a.gateway)))`;

/** Moves the alarms of the past to the real ones, except those that are the engine's. Returns how many. */
export const keepPastAlarms = async (tx: Tx): Promise<number> => {
  await tx.query(sql`
    with gone as (delete from pg_temp.alarm a where occurrence_of is null and ${OF_ENGINE} returning id)
    delete from pg_temp.alarm where occurrence_of in (select id from gone)`);
  await tx.query(sql`update pg_temp.alarm set cause_id = null where cause_id not in (select id from pg_temp.alarm)`);
  const { rowCount } = await tx.query(sql`
    insert into public.alarm (${COLUMNS}) overriding system value select ${COLUMNS} from pg_temp.alarm order by id
    on conflict do nothing`);
  return rowCount;
};
