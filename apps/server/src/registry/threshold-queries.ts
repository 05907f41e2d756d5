import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';

/** Adds the missing rows of organizations for master sensors and errors. Call it for each inserted organization. */
export const insertOrganizationStandards = async (tx: Db | Tx, ...organizationIds: number[]): Promise<void> => {
  await tx.query(sql`insert into organization_sensor (organization_id, master_sensor_id)
    select o.id, m.id from unnest(${organizationIds}::integer[]) as o (id) cross join master_sensor m
    on conflict do nothing`);
  await tx.query(sql`insert into organization_error (organization_id, master_error_id)
    select o.id, m.id from unnest(${organizationIds}::integer[]) as o (id) cross join master_error m
    on conflict do nothing`);
};
