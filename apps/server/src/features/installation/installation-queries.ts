import type { HealthProblem } from '@airdeck/contract/health/routes';
import type { InstallationSettings } from '@airdeck/contract/installation/schema';
import type { DiskSample, KeyIds } from '@airdeck/domain/installation';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { SYSTEM_CODE } from '../../registry/visible-organizations.ts';
import type { Tables } from '../../schema/tables.ts';

export interface SettingsRow extends InstallationSettings {
  version: number;
  updated_time: Date;
  /** Of the installation's organization. */
  time_zone: string;
}

export const readSettings = async (tx: Db | Tx): Promise<SettingsRow> => {
  const { rows } = await tx.query<SettingsRow & Record<string, unknown>>(sql`
    select backup_every_days, backup_hour, backups_kept, drill_every_days, disk_days, certificate_days, version,
      updated_time,
      coalesce((select time_zone from organization where code = ${SYSTEM_CODE}), 'UTC') as time_zone
    from installation_setting`);
  const [row] = rows;
  if (!row) throw new Error('installation_setting has no row');
  return row;
};

/** Answers whether the row had this version. */
export const saveSettings = async (tx: Tx, settings: InstallationSettings, version: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update installation_setting set backup_every_days = ${settings.backup_every_days},
      backup_hour = ${settings.backup_hour}, backups_kept = ${settings.backups_kept},
      drill_every_days = ${settings.drill_every_days}, disk_days = ${settings.disk_days},
      certificate_days = ${settings.certificate_days}, updated_time = now(), version = version + 1
    where version = ${version}`);
  return rowCount > 0;
};

/** The last report of a process about itself. */
export type ProcessRow = Pick<
  Tables['process'],
  | 'role'
  | 'version'
  | 'started_time'
  | 'certificate_names'
  | 'certificate_time'
  | 'certificate_fault'
  | 'clock_devices'
  | 'clock_deviating'
  | 'clock_offset_ms'
  | 'backup_folder'
  | 'machine'
  | 'machine_offset_ms'
> & { problems: HealthProblem[]; key_ids: KeyIds | null };

/** A process that is silent for longer has ended or hangs. */
const SILENT = sql`interval '10 seconds'`;

/** Running processes of all machines. */
export const listProcessFacts = async (tx: Db | Tx): Promise<ProcessRow[]> => {
  const { rows } = await tx.query<ProcessRow & Record<string, unknown>>(sql`
    select role, problems, version, started_time, certificate_names, certificate_time, certificate_fault, clock_devices,
      clock_deviating, clock_offset_ms, backup_folder, machine, machine_offset_ms, key_ids
    from process where seen_time >= clock_timestamp() - ${SILENT} order by role, started_time`);
  return rows;
};

export const saveDisk = async (db: Db, time: number, freeBytes: number | null, keptSince: number): Promise<void> => {
  await db.query(sql`insert into disk_measurement (time, free_bytes, database_bytes)
    values (${new Date(time)}, ${freeBytes}, pg_database_size(current_database())) on conflict (time) do nothing`);
  await db.query(sql`delete from disk_measurement where time < ${new Date(keptSince)}`);
};

export type DiskRow = Tables['disk_measurement'];

export const readLastDisk = async (tx: Db | Tx): Promise<DiskRow | undefined> => {
  const { rows } = await tx.query<DiskRow>(sql`
    select time, free_bytes, database_bytes from disk_measurement order by time desc limit 1`);
  return rows[0];
};

/** Measurements of free space since a time, oldest first. */
export const listDisk = async (tx: Db | Tx, since: number): Promise<DiskSample[]> => {
  const { rows } = await tx.query<{ time: Date; free_bytes: number }>(sql`
    select time, free_bytes from disk_measurement
    where time >= ${new Date(since)} and free_bytes is not null order by time`);
  return rows.map(({ time, free_bytes }) => ({ time: time.getTime(), freeBytes: free_bytes }));
};

/** Tasks whose backlog is measured by the role `work`. */
export type MeasuredTask = 'ROLLUP' | 'PACKING' | 'RETENTION' | 'NOTIFICATION';
export type TaskRow = Tables['background_task'] & { name: MeasuredTask };

export interface TaskMeasurement {
  name: MeasuredTask;
  waiting: number | null;
  /** Epoch ms; undefined: since something has been waiting at every measurement. */
  behindSince?: number | null;
  /** Epoch ms; null: not known to this process. */
  doneAt?: number | null;
}

export const saveTask = async (db: Db, task: TaskMeasurement, now: number): Promise<void> => {
  const { name, waiting, behindSince, doneAt = null } = task;
  const isWaiting = (waiting ?? 0) > 0;
  const since = behindSince === undefined ? (isWaiting ? now : null) : behindSince;
  const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  await db.query(sql`insert into background_task as t (name, waiting, behind_since, done_time, measured_time)
    values (${name}, ${waiting}, ${time(since)}, ${time(doneAt)}, ${new Date(now)})
    on conflict (name) do update set waiting = excluded.waiting, measured_time = excluded.measured_time,
      behind_since = case when ${behindSince === undefined && isWaiting}
        then coalesce(t.behind_since, excluded.behind_since) else excluded.behind_since end,
      done_time = coalesce(excluded.done_time, t.done_time)`);
};

export const listTasks = async (tx: Db | Tx): Promise<TaskRow[]> => {
  const { rows } = await tx.query<TaskRow>(
    sql`select name, waiting, behind_since, done_time, measured_time from background_task`,
  );
  return rows;
};

export type StandbyRow = Tables['database_standby'];

/** Notes the standbys that replicate now, and forgets those that have not done so since a time. */
export const saveStandbys = async (db: Db, now: number, keptSince: number): Promise<void> => {
  // Without the right to see more, a role sees the names of all replicating connections, also those of copying tools.
  await db.query(sql`insert into database_standby (name, seen_time, lag_ms)
    select left(application_name, 200), ${new Date(now)}, (extract(epoch from max(replay_lag)) * 1000)::bigint
    from pg_stat_replication
    where coalesce(state, 'streaming') = 'streaming' and application_name not like 'pg\\_%'
    group by 1
    on conflict (name) do update set seen_time = excluded.seen_time, lag_ms = excluded.lag_ms`);
  await db.query(sql`delete from database_standby where seen_time < ${new Date(keptSince)}`);
};

export const listStandbys = async (tx: Db | Tx): Promise<StandbyRow[]> => {
  const { rows } = await tx.query<StandbyRow>(sql`select name, seen_time, lag_ms from database_standby order by name`);
  return rows;
};

/** Marked hours that are over: the rollups that wait. */
export const countClosedMarks = async (db: Db, before: number): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from dirty_hour where hour < ${new Date(before)}`,
  );
  return rows[0]?.count ?? 0;
};

/** Notifications that are due, and since when the oldest has been. */
export const countDueNotifications = async (db: Db, now: number): Promise<{ count: number; since: number | null }> => {
  const { rows } = await db.query<{ count: number; since: Date | null }>(sql`
    select count(*)::integer as count, min(next_time) as since from notification
    where state = 'WAITING' and next_time <= ${new Date(now)}`);
  return { count: rows[0]?.count ?? 0, since: rows[0]?.since?.getTime() ?? null };
};
