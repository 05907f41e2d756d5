import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** Resolves when the database has answered. */
export const askDatabase = async (tx: Tx): Promise<void> => {
  await tx.query(sql`select`);
};
