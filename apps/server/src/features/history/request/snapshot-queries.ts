import type { Db, Tx } from '../../../platform/db/pool.ts';

/**
 * A day that is packed meanwhile is still hot in the snapshot, so its frames must not be dropped before the end. The
 * lock sees to that, and so it is taken before the snapshot, which the first read makes.
 */
const BEGIN = `begin transaction isolation level repeatable read, read only;
  lock table only frame in access share mode`;

/** Runs reads that all see the store as it is at the first of them. Keep it short. */
export const readSnapshot = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> => db.read(BEGIN, run);
