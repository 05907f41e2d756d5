import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Standing alarms whose code was deleted, or disabled by their organization or for all. The server's own alarms are
 * left out: their codes cannot be disabled.
 */
export const listUnusedCodes = async (db: Db): Promise<{ id: number; meterId: number | null }[]> => {
  const { rows } = await db.query<{ id: number; meterId: number | null }>(sql`
    select a.id, a.meter_id as "meterId" from alarm a
    where (a.cleared_time is null or a.ended_time is null) and a.organization_id is not null and not exists (
      select from master_error m where m.code = a.code and m.use = 'Y' and not exists (
        select from organization_error o
        where o.master_error_id = m.id and o.organization_id = a.organization_id and o.use = 'N'))`);
  return rows;
};
