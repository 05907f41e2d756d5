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

/**
 * The same, for a transaction that mostly changes no alarm: its commit need not be on disk at once, since after a crash of
 * the database it is gone together with the cursor and done again. `makeDurable` takes that back.
 */
export const holdLaneLightly = async (tx: Tx, lane: number): Promise<void> => {
  await tx.query(
    sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${LOCK.alarms}, ${lane})`,
  );
};

/** Who hears of the change after the commit must be able to rely on it. */
export const makeDurable = async (tx: Tx): Promise<void> => {
  await tx.query(sql`select set_config('synchronous_commit', 'on', true)`);
};
