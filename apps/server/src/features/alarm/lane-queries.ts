import sql from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Tx } from '../../platform/db/pool.ts';

/**
 * Waits until nobody else decides about alarms of the meters of a lane; until the transaction ends. The sweep finds what
 * is missing there, and would otherwise decide from what a batch is just changing.
 */
export const holdLane = async (tx: Tx, lane: number): Promise<void> => {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK.alarms}, ${lane})`);
};
