import type { HealthProblem } from '@airdeck/contract/health/routes';
import type { ClockSummary, KeyIds, MachineOffset } from '@airdeck/domain/installation';
import sql from 'sql-template-tag';
import type { CertificateState } from '../../platform/certificate-watch.ts';
import type { Tx } from '../../platform/db/pool.ts';

/** Marks of hours whose rollup is outdated. */
export const countDirtyHours = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(sql`select count(*)::integer as count from dirty_hour`);
  return rows[0]?.count ?? 0;
};

/** A process that does the work of a role. */
export interface ProcessKey {
  supervisorId: string;
  role: string;
}

/** Reports of a process about itself besides its problems, for the screen of the installation. */
export interface ProcessFacts {
  version?: string;
  /** Number of the newest migration that it knows. */
  migration?: number;
  /** Epoch milliseconds. */
  startedAt?: number;
  certificate?: CertificateState | undefined;
  clocks?: ClockSummary | undefined;
  backupFolder?: string;
  machine?: string;
  /** Clock of the machine minus that of the database, ms. */
  machineOffsetMs?: number | null;
  keyIds?: KeyIds;
}

/** The process is running, with these problems. Replaces the report of an earlier process of the role. */
export const saveProcess = async (
  tx: Tx,
  { supervisorId, role }: ProcessKey,
  problems: readonly HealthProblem[],
  facts: ProcessFacts = {},
): Promise<void> => {
  const { version, migration, startedAt, certificate, clocks, backupFolder, machine, machineOffsetMs, keyIds } = facts;
  const time = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
  await tx.query(sql`insert into process (supervisor_id, role, seen_time, problems,
      version, started_time, certificate_names, certificate_time, certificate_fault, clock_devices, clock_deviating,
      clock_offset_ms, backup_folder, machine, machine_offset_ms, key_ids, migration)
    values (${supervisorId}, ${role}, clock_timestamp(), ${[...problems]}, ${version ?? null}, ${time(startedAt)},
      ${certificate?.names ?? null}, ${time(certificate?.expiresAt)}, ${certificate?.fault ?? null},
      ${clocks?.devices ?? null}, ${clocks?.deviating ?? null}, ${clocks ? Math.round(clocks.offsetMs) : null},
      ${backupFolder ?? null}, ${machine ?? null},
      ${machineOffsetMs === undefined || machineOffsetMs === null ? null : Math.round(machineOffsetMs)},
      ${keyIds === undefined ? null : JSON.stringify(keyIds)}::jsonb, ${migration ?? null})
    on conflict (supervisor_id, role) do update set seen_time = excluded.seen_time, problems = excluded.problems,
      version = excluded.version, started_time = excluded.started_time,
      certificate_names = excluded.certificate_names, certificate_time = excluded.certificate_time,
      certificate_fault = excluded.certificate_fault, clock_devices = excluded.clock_devices,
      clock_deviating = excluded.clock_deviating, clock_offset_ms = excluded.clock_offset_ms,
      backup_folder = excluded.backup_folder, machine = excluded.machine,
      machine_offset_ms = excluded.machine_offset_ms, key_ids = excluded.key_ids, migration = excluded.migration`);
};

/** The database's clock, epoch ms, and those of the machines of all other processes that have reported recently. */
export const readClocks = async (
  tx: Tx,
  { supervisorId, role }: ProcessKey,
  ms: number,
): Promise<{ databaseTime: number; others: MachineOffset[] }> => {
  const { rows } = await tx.query<{ time: Date; others: MachineOffset[] }>(sql`
    select clock_timestamp() as time, coalesce((
      select jsonb_agg(jsonb_build_object('machine', machine, 'offsetMs', machine_offset_ms)) from process
      where (supervisor_id, role) <> (${supervisorId}, ${role}) and machine is not null and machine_offset_ms is not null
        and seen_time >= clock_timestamp() - ${ms} * interval '1 millisecond'), '[]') as others`);
  const [row] = rows;
  if (!row) throw new Error('the database has no clock');
  return { databaseTime: row.time.getTime(), others: row.others };
};

/** Processes of other supervisors that have reported recently, with the keys that they use. */
export const listOtherKeyIds = async (
  tx: Tx,
  { supervisorId }: ProcessKey,
  ms: number,
): Promise<{ machine: string | null; keyIds: KeyIds }[]> => {
  const { rows } = await tx.query<{ machine: string | null; key_ids: KeyIds }>(sql`
    select machine, key_ids from process
    where supervisor_id <> ${supervisorId} and key_ids is not null
      and seen_time >= clock_timestamp() - ${ms} * interval '1 millisecond'`);
  return rows.map(({ machine, key_ids }) => ({ machine, keyIds: key_ids }));
};

export const removeProcess = async (tx: Tx, { supervisorId, role }: ProcessKey): Promise<void> => {
  await tx.query(sql`delete from process where supervisor_id = ${supervisorId} and role = ${role}`);
};

/** Whether another machine has a process of this role that has reported recently and takes clients. */
export const hasPeers = async (tx: Tx, { supervisorId, role }: ProcessKey, ms: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`select from process
    where role = ${role} and supervisor_id <> ${supervisorId} and not 'BROKER_NOT_LISTENING' = any(problems)
      and seen_time >= clock_timestamp() - ${ms} * interval '1 millisecond' limit 1`);
  return rowCount > 0;
};

/** Deletes processes that were silent for long. */
export const removeSilentProcesses = async (tx: Tx, ms: number): Promise<void> => {
  await tx.query(sql`delete from process where seen_time < clock_timestamp() - ${ms} * interval '1 millisecond'`);
};

export interface ProcessRow {
  role: string;
  problems: HealthProblem[];
}

/**
 * Processes that have reported recently, by the database's clock: machines' clocks differ. Null for a database that
 * accepts no writes, such as a standby.
 */
export const listProcesses = async (tx: Tx, ms: number): Promise<ProcessRow[] | null> => {
  const { rows } = await tx.query<ProcessRow & { isReadOnly: boolean }>(sql`
    select role, problems, "isReadOnly"
    from (select current_setting('transaction_read_only')::boolean as "isReadOnly") as database
    left join process on seen_time >= clock_timestamp() - ${ms} * interval '1 millisecond'`);
  if (rows.some(({ isReadOnly }) => isReadOnly)) return null;
  return rows.filter(({ role }) => role !== null).map(({ role, problems }) => ({ role, problems }));
};
