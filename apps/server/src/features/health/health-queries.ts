import type { HealthProblem } from '@airdeck/contract/health/routes';
import sql from 'sql-template-tag';
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

/** The process is running, with these problems. Replaces the report of an earlier process of the role. */
export const saveProcess = async (tx: Tx, { supervisorId, role }: ProcessKey, problems: readonly HealthProblem[]) => {
  await tx.query(sql`insert into process (supervisor_id, role, seen_time, problems)
    values (${supervisorId}, ${role}, clock_timestamp(), ${[...problems]})
    on conflict (supervisor_id, role) do update set seen_time = excluded.seen_time, problems = excluded.problems`);
};

export const removeProcess = async (tx: Tx, { supervisorId, role }: ProcessKey): Promise<void> => {
  await tx.query(sql`delete from process where supervisor_id = ${supervisorId} and role = ${role}`);
};

/** Deletes processes that were silent for long. */
export const removeSilentProcesses = async (tx: Tx, ms: number): Promise<void> => {
  await tx.query(sql`delete from process where seen_time < clock_timestamp() - ${ms} * interval '1 millisecond'`);
};

export interface ProcessRow {
  role: string;
  problems: HealthProblem[];
}

/** Processes that have reported recently, by the database's clock: machines' clocks differ. */
export const listProcesses = async (tx: Tx, ms: number): Promise<ProcessRow[]> => {
  const { rows } = await tx.query<ProcessRow & Record<string, unknown>>(sql`select role, problems from process
    where seen_time >= clock_timestamp() - ${ms} * interval '1 millisecond'`);
  return rows;
};
