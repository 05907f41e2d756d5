import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** Runs reads that all see the store as it is at the first of them. Keep it short: meanwhile nothing can be dropped. */
export const readSnapshot = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.tx(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    return run(tx);
  });
