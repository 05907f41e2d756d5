import sql from 'sql-template-tag';
import type { Tx } from './pool.ts';

/** Processes report every few seconds; one that is silent for longer counts as ended. */
const SILENT_MS = 60_000;

/**
 * Whether a process runs beside this one that does not know a migration. Until it has ended, nothing is written that
 * only processes with that migration can read (docs/adr/0024).
 */
export const hasOlderProcess = async (tx: Tx, migration: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    select from process where coalesce(migration, 0) < ${migration}
      and seen_time >= clock_timestamp() - ${SILENT_MS} * interval '1 millisecond' limit 1`);
  return rowCount > 0;
};
