import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';

/** The channel on which every process that shares the database hears that what is registered has changed. */
export const SITE_CHANNEL = 'airdeck_site';

/** Says so; in a transaction it is heard when that commits. */
export const notifySiteChanged = async (db: Db | Tx): Promise<void> => {
  await db.query(sql`select pg_notify(${SITE_CHANNEL}, '')`);
};
