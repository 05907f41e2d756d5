import sql from 'sql-template-tag';
import { hasOlderProcess } from '../../platform/db/older-processes.ts';
import type { Db } from '../../platform/db/pool.ts';
import { isLockTimeout } from '../../platform/db/refusal.ts';

/** Processes that know this migration save packed days without the primary key of `packed_day`. */
const WITHOUT_KEY = 84;

/**
 * Drops the primary key of `packed_day`, which takes a fifteenth of the table's size, as soon as no older process needs
 * it. Returns false when one does, or when a transaction uses the table for so long that others would have to wait.
 */
export const dropFormerKey = async (db: Db): Promise<boolean> => {
  try {
    return await db.tx(async (tx) => {
      if (await hasOlderProcess(tx, WITHOUT_KEY)) return false;
      const key = await tx.query(
        sql`select from pg_constraint where conrelid = 'packed_day'::regclass and contype = 'p'`,
      );
      if (key.rowCount === 0) return true;
      await tx.query(sql`set local lock_timeout = '200ms'`);
      await tx.query(sql`alter table packed_day drop constraint if exists packed_day_pkey`);
      return true;
    });
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
};
