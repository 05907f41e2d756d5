import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';

/**
 * Runs reads that all see the store as it is at the first of them. Keep it short.
 *
 * A day that is packed meanwhile is still hot in the snapshot, so its frames must not be dropped before the end. The
 * lock sees to that, and so it is taken before the snapshot.
 */
export const readSnapshot = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.tx(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    await tx.query(sql`lock table only frame in access share mode`);
    return run(tx);
  });
