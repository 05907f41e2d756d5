import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/pool.ts';

/** The name of who takes a file; null where nobody has the id. */
export const readViewerName = async (tx: Tx, userId: number): Promise<string | null> => {
  const { rows } = await tx.query<{ name: string }>(sql`select name from app_user where id = ${userId}`);
  return rows[0]?.name ?? null;
};
