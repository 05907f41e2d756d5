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
  kind: 'DEVICE' | 'GATEWAY';
  meter_id: number | null;
  secret_hash: Buffer;
}
export interface StandardRow {
  organization_id: number | null;
  type: SensorType;
  valid_from: string;
  bounds: number[];
}
export interface RetentionRow {
  organization_id: number;
  layer: Layer;
  days: number;
}

const rows = async <R extends object>(db: Db | Tx, text: string): Promise<R[]> =>
  (await db.query<R & Record<string, unknown>>(sql([text]))).rows;

/** Reads all that is registered and in use. */
export const loadSite = async (db: Db | Tx) => ({
  organizations: await rows<OrganizationRow>(
    db,
    'select id, name, name_en, code, time_zone, use, enrolment_hash from organization order by id',
  ),
  offices: await rows<OfficeRow>(db, 'select id, name, name_en, organization_id from office order by name, id'),
  departments: await rows<DepartmentRow>(db, 'select id, name, name_en, office_id from department order by name, id'),
  meters: await rows<MeterRow>(
    db,
    'select id, name, name_en, department_id, code, type, interval_s, use from meter order by name, id',
  ),
  sensors: await rows<SensorRow>(
    db,
    `select id, meter_id, type, sequence, name from sensor where use = 'Y' order by meter_id, type, sequence`,
  ),
  purifiers: await rows<PurifierRow>(
    db,
    `select id, meter_id, number, name, name_en, model from purifier where use = 'Y' order by meter_id, number`,
  ),
  credentials: await rows<CredentialRow>(
    db,
    'select organization_id, code, kind, meter_id, secret_hash from device_credential',
  ),
  standards: await rows<StandardRow>(
    db,
    'select organization_id, type, valid_from, bounds from standard order by valid_from desc',
  ),
  retentions: await rows<RetentionRow>(db, 'select organization_id, layer, days from retention'),
});

export type SiteRows = Awaited<ReturnType<typeof loadSite>>;
