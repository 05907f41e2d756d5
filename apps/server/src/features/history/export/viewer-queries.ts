import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';

/** Name of the user who requests a file; null for an unknown id. */
export const readViewerName = async (tx: Tx, userId: number): Promise<string | null> => {
  const { rows } = await tx.query<{ name: string }>(sql`select name from app_user where id = ${userId}`);
  return rows[0]?.name ?? null;
};
