import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';

/** Adds an organization's row for each master sensor and error. Call it for each inserted organization. */
export const insertOrganizationStandards = async (tx: Db | Tx, organizationId: number): Promise<void> => {
  await tx.query(sql`insert into organization_sensor (organization_id, master_sensor_id)
    select ${organizationId}, id from master_sensor on conflict do nothing`);
  await tx.query(sql`insert into organization_error (organization_id, master_error_id)
    select ${organizationId}, id from master_error on conflict do nothing`);
};
