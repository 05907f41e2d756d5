import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** Resolves when the database has answered. */
export const askDatabase = async (tx: Tx): Promise<void> => {
  await tx.query(sql`select`);
};

/** Marks of hours whose rollup is older than what it is made of. */
export const countDirtyHours = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(sql`select count(*)::integer as count from dirty_hour`);
  return rows[0]?.count ?? 0;
};
