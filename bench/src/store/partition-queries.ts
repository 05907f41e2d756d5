import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';

/** Bytes of all hot frames with their index. */
export const readHotBytes = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ bytes: number }>(sql`
    select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'frame'::regclass`);
  return rows[0]?.bytes ?? Number.NaN;
};
