import sql from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Tx } from '../../platform/db/pool.ts';

/**
 * Locks alarm evaluation for the meters of a partition until the transaction ends. Without it, the sweep could evaluate data
 * that a batch is changing.
 */
export const holdPartition = async (tx: Tx, partition: number): Promise<void> => {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK.alarms}, ${partition})`);
};

/**
 * Like `holdLane`, for a transaction that rarely changes an alarm. Its commit is asynchronous: if the database crashes,
 * the cursor is lost with it and the batch is evaluated again. `makeDurable` restores a synchronous commit.
 */
export const holdPartitionLightly = async (tx: Tx, partition: number): Promise<void> => {
  await tx.query(
    sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${LOCK.alarms}, ${partition})`,
  );
};

/** Subscribers that learn of the change after the commit must be able to rely on it. */
export const makeDurable = async (tx: Tx): Promise<void> => {
  await tx.query(sql`select set_config('synchronous_commit', 'on', true)`);
};
