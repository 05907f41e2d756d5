import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';

/**
 * Runs reads that all see the store as it is at the first of them. What is packed meanwhile is hot in it, so the hot
 * day must not be dropped before the end: that is what the lock is for, which is taken before the snapshot. Keep it
 * short.
 */
export const readSnapshot = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.tx(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    await tx.query(sql`lock table only frame in access share mode`);
    return run(tx);
  });
