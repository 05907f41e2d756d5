import type { Layer } from '@airdeck/domain/retention';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Tables } from '../schema/tables.ts';

type Named = 'id' | 'name' | 'name_en';
export type OrganizationRow = Pick<Tables['organization'], Named | 'code' | 'time_zone' | 'use' | 'enrolment_hash'>;
export type OfficeRow = Pick<Tables['office'], Named | 'organization_id'>;
export type DepartmentRow = Pick<Tables['department'], Named | 'organization_id' | 'office_id'>;
export type MeterRow = Pick<Tables['meter'], Named | 'department_id' | 'code' | 'type' | 'interval_s' | 'use'>;
export type SensorRow = Pick<Tables['sensor'], 'id' | 'meter_id' | 'sequence' | 'name'> & { type: SensorType };
export type PurifierRow = Pick<Tables['purifier'], Named | 'meter_id' | 'number' | 'model'>;
export type CredentialRow = Pick<Tables['device_credential'], 'organization_id' | 'code' | 'meter_id' | 'secret_hash'>;
export type BlockedRow = Pick<Tables['unregistered_device'], 'organization_id' | 'code'>;
export type StandardRow = Pick<Tables['standard'], 'organization_id' | 'valid_from' | 'bounds'> & { type: SensorType };
export interface RetentionRow {
  organization_id: number;
  layer: Layer;
  days: number;
}

const rows = async <R extends object>(tx: Db | Tx, statement: ReturnType<typeof sql>): Promise<R[]> =>
  (await tx.query<R & Record<string, unknown>>(statement)).rows;

export const listOrganizationIds = async (tx: Db | Tx): Promise<number[]> =>
  (await rows<{ id: number }>(tx, sql`select id from organization order by id`)).map(({ id }) => id);

/** Loads organizations without their meters. The master's standards are included in all standards. */
export const loadOrganizations = async (tx: Tx, ids: readonly number[]) => ({
  organizations: await rows<OrganizationRow>(
    tx,
    sql`select id, name, name_en, code, time_zone, use, enrolment_hash from organization
      where id = any(${ids}::integer[]) order by id`,
  ),
  offices: await rows<OfficeRow>(
    tx,
    sql`select id, name, name_en, organization_id from office where organization_id = any(${ids}::integer[])`,
  ),
  departments: await rows<DepartmentRow>(
    tx,
    sql`select id, name, name_en, organization_id, office_id from department where organization_id = any(${ids}::integer[])`,
  ),
  gateways: await rows<CredentialRow>(
    tx,
    sql`select organization_id, code, meter_id, secret_hash from device_credential
      where kind = 'GATEWAY' and organization_id = any(${ids}::integer[])`,
  ),
  blocked: await rows<BlockedRow>(
    tx,
    sql`select organization_id, code from unregistered_device
      where blocked = 'Y' and organization_id = any(${ids}::integer[])`,
  ),
  standards: await rows<StandardRow>(
    tx,
    sql`select organization_id, type, valid_from, bounds from standard
      where organization_id is null or organization_id = any(${ids}::integer[]) order by valid_from desc`,
  ),
  retentions: await rows<RetentionRow>(
    tx,
    sql`select organization_id, layer, days from retention where organization_id = any(${ids}::integer[])`,
  ),
});
export type OrganizationRows = Awaited<ReturnType<typeof loadOrganizations>>;

/** The next meters by id. */
export const listMeterIds = async (tx: Tx, after: number, limit: number): Promise<number[]> =>
  (await rows<{ id: number }>(tx, sql`select id from meter where id > ${after} order by id limit ${limit}`)).map(
    ({ id }) => id,
  );

/**
 * Loads meters with credentials and the sensors and purifiers in use. Sensors of types that the organization does not
 * use are left out.
 */
export const loadMeters = async (tx: Tx, ids: readonly number[]) => ({
  meters: await rows<MeterRow>(
    tx,
    sql`select id, name, name_en, department_id, code, type, interval_s, use from meter where id = any(${ids}::integer[])`,
  ),
  sensors: await rows<SensorRow>(
    tx,
    sql`select s.id, s.meter_id, s.type, s.sequence, s.name from sensor s join meter m on m.id = s.meter_id
      where s.use = 'Y' and s.meter_id = any(${ids}::integer[]) and not exists (
        select from organization_sensor o join master_sensor t on t.id = o.master_sensor_id
        where o.organization_id = m.organization_id and t.type = s.type and o.use = 'N')
      order by s.meter_id, s.type, s.sequence`,
  ),
  purifiers: await rows<PurifierRow>(
    tx,
    sql`select id, meter_id, number, name, name_en, model from purifier where use = 'Y' and meter_id = any(${ids}::integer[])
      order by meter_id, number`,
  ),
  credentials: await rows<CredentialRow>(
    tx,
    sql`select organization_id, code, meter_id, secret_hash from device_credential where meter_id = any(${ids}::integer[])`,
  ),
});
export type MeterRows = Awaited<ReturnType<typeof loadMeters>>;
