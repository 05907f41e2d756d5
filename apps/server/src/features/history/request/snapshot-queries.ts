import type { Tx } from '../../../platform/db/pool.ts';
import type { ReadDb } from '../../../platform/db/standby-reads.ts';

/**
 * A day that is packed during the snapshot is still hot in it, so its frames must not be dropped before the end. The
 * lock ensures that; it is taken before the first read, which creates the snapshot.
 */
const BEGIN = `begin transaction isolation level repeatable read, read only;
  lock table only frame in access share mode`;

/** Runs reads that share the snapshot of the first one. Keep it short. */
export const readSnapshot = <T>(db: Pick<ReadDb, 'read'>, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.read(BEGIN, run);
