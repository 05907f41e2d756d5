import type { Layer } from '@airdeck/domain/retention';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';

interface NamedRow {
  id: number;
  name: string;
  name_en: string | null;
}
export interface OrganizationRow extends NamedRow {
  code: string;
  time_zone: string;
  use: 'Y' | 'N';
  enrolment_hash: Buffer | null;
}
export interface OfficeRow extends NamedRow {
  organization_id: number;
}
export interface DepartmentRow extends NamedRow {
  organization_id: number;
  office_id: number;
}
export interface MeterRow extends NamedRow {
  department_id: number;
  code: string;
  type: string;
  interval_s: number;
  use: 'Y' | 'N';
}
export interface SensorRow {
  id: number;
  meter_id: number;
  type: SensorType;
  sequence: number;
  name: string;
}
export interface PurifierRow extends NamedRow {
  meter_id: number;
  number: number;
  model: string | null;
}
export interface CredentialRow {
  organization_id: number;
  code: string;
  meter_id: number | null;
  secret_hash: Buffer;
}
export interface BlockedRow {
  organization_id: number;
  code: string;
}
export interface StandardRow {
  organization_id: number | null;
  type: SensorType;
  valid_from: string;
  /** null: what lies above holds again. */
  bounds: number[] | null;
}
export interface RetentionRow {
  organization_id: number;
  layer: Layer;
  days: number;
}

const rows = async <R extends object>(tx: Db | Tx, statement: ReturnType<typeof sql>): Promise<R[]> =>
  (await tx.query<R & Record<string, unknown>>(statement)).rows;

export const listOrganizationIds = async (tx: Db | Tx): Promise<number[]> =>
  (await rows<{ id: number }>(tx, sql`select id from organization order by id`)).map(({ id }) => id);

/** What is registered of organizations besides their meters. Standards of the master are among all standards. */
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

/** Meters with their sensors and purifiers in use and their credentials. An organization may use no sensor of a type. */
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
