import { DEFAULT_RETENTION } from '@airdeck/domain/retention';
import { forgetMeter, forgetPastMeter } from './apply-meters.ts';
import type { MaintenanceWindow } from './maintenance.ts';
import type { OrganizationRow, OrganizationRows, WindowRow } from './registry-queries.ts';
import {
  byName,
  codesOf,
  type Department,
  deviceKey,
  type Office,
  type Organization,
  type RegistrySnapshot,
} from './snapshot.ts';
import { putStandards, standardHistory } from './thresholds.ts';

const forgetDepartment = (snapshot: RegistrySnapshot, department: Department): void => {
  if (department.meters.length > 0) snapshot.removedRevision = snapshot.revision;
  for (const meter of department.meters) forgetMeter(snapshot, meter);
  department.meters = [];
  department.revision = snapshot.revision;
  snapshot.departments.delete(department.id);
  snapshot.past.departments.set(department.id, department);
};

const forgetOffice = (snapshot: RegistrySnapshot, office: Office): void => {
  for (const department of office.departments) forgetDepartment(snapshot, department);
  office.departments = [];
  snapshot.offices.delete(office.id);
  snapshot.past.offices.set(office.id, office);
};

const forgetPast = (snapshot: RegistrySnapshot, organization: Organization): void => {
  const { past } = snapshot;
  for (const meter of past.meters.values()) {
    if (meter.organization === organization) forgetPastMeter(snapshot, meter);
  }
  for (const { id, organization: own } of past.offices.values()) if (own === organization) past.offices.delete(id);
  for (const { id, office } of past.departments.values()) {
    if (office.organization === organization) past.departments.delete(id);
  }
};

const forgetKeys = (snapshot: RegistrySnapshot, organization: Organization): void => {
  const { id } = organization;
  for (const code of codesOf(organization)) {
    // Another organization may have taken the code meanwhile.
    if (snapshot.organizationsByCode.get(code)?.id === id) snapshot.organizationsByCode.delete(code);
  }
  for (const [key, credential] of snapshot.credentials) {
    if (credential.kind === 'GATEWAY' && credential.organization.id === id) snapshot.credentials.delete(key);
  }
};

const forgetOrganization = (snapshot: RegistrySnapshot, organization: Organization): void => {
  for (const office of organization.offices) forgetOffice(snapshot, office);
  forgetKeys(snapshot, organization);
  forgetPast(snapshot, organization);
  snapshot.organizations.delete(organization.id);
  snapshot.standards.delete(organization.id);
  snapshot.retentions.delete(organization.id);
};

/** Device keys begin with the organization's code: a new code needs new keys. */
const rekeyMeters = (snapshot: RegistrySnapshot, organization: Organization, code: string): void => {
  for (const { departments } of organization.offices) {
    for (const meter of departments.flatMap(({ meters }) => meters)) {
      const [before, after] = [deviceKey(organization.code, meter.code), deviceKey(code, meter.code)];
      const credential = snapshot.credentials.get(before);
      snapshot.metersByCode.delete(before);
      snapshot.metersByCode.set(after, meter);
      snapshot.credentials.delete(before);
      if (credential) snapshot.credentials.set(after, credential);
    }
  }
};

const windowOf = (row: WindowRow): MaintenanceWindow => ({
  id: row.id,
  officeId: row.office_id,
  departmentId: row.department_id,
  meterId: row.meter_id,
  start: row.begin_time.getTime(),
  end: row.end_time.getTime(),
  reason: row.reason,
});

const putOrganization = (
  snapshot: RegistrySnapshot,
  row: OrganizationRow,
  { blocked, aliases, windows }: Pick<OrganizationRows, 'blocked' | 'aliases' | 'windows'>,
): Organization => {
  const known = snapshot.organizations.get(row.id);
  const fields = {
    id: row.id,
    name: row.name,
    nameEn: row.name_en,
    code: row.code,
    aliases: aliases.filter((each) => each.organization_id === row.id).map(({ code }) => code),
    timeZone: row.time_zone,
    use: row.use,
    publicSlug: row.public_slug,
    enrolmentHash: row.enrolment_hash,
    blockedCodes: new Set(blocked.filter((each) => each.organization_id === row.id).map(({ code }) => code)),
    windows: windows.filter((each) => each.organization_id === row.id).map(windowOf),
    revision: snapshot.revision,
  };
  if (known) forgetKeys(snapshot, known);
  if (known && known.code !== row.code) rekeyMeters(snapshot, known, row.code);
  const organization = known ? Object.assign(known, fields) : { ...fields, offices: [] };
  snapshot.organizations.set(row.id, organization);
  for (const code of codesOf(organization)) snapshot.organizationsByCode.set(code, organization);
  return organization;
};

/** Updates a place in place; its revision changes only if a field does. */
const update = <T extends Office | Department>(place: T, fields: Partial<T>, revision: number): T => {
  const isSame = (Object.keys(fields) as (keyof T)[]).every((key) => place[key] === fields[key]);
  return isSame ? place : Object.assign(place, fields, { revision });
};

const putOffices = (snapshot: RegistrySnapshot, organization: Organization, rows: OrganizationRows): void => {
  const { revision } = snapshot;
  const offices = rows.offices
    .filter((row) => row.organization_id === organization.id)
    .map((row): Office => {
      const fields = { id: row.id, name: row.name, nameEn: row.name_en, organization };
      // Deleted meters of a restored place refer to it.
      const known = snapshot.offices.get(row.id) ?? snapshot.past.offices.get(row.id);
      return known ? update(known, fields, revision) : { ...fields, departments: [], revision };
    })
    .sort(byName);
  const kept = new Set(offices);
  for (const office of organization.offices) if (!kept.has(office)) forgetOffice(snapshot, office);
  for (const office of offices) {
    snapshot.offices.set(office.id, office);
    snapshot.past.offices.delete(office.id);
  }
  organization.offices = offices;
};

const putDepartments = (snapshot: RegistrySnapshot, organization: Organization, rows: OrganizationRows): void => {
  const { revision } = snapshot;
  const departments = rows.departments
    .filter((row) => row.organization_id === organization.id)
    .flatMap((row): Department[] => {
      const office = snapshot.offices.get(row.office_id);
      if (!office) return [];
      const fields = { id: row.id, name: row.name, nameEn: row.name_en, office };
      const known = snapshot.departments.get(row.id) ?? snapshot.past.departments.get(row.id);
      return [known ? update(known, fields, revision) : { ...fields, meters: [], revision }];
    })
    .sort(byName);
  const kept = new Set(departments);
  for (const { departments: before } of organization.offices) {
    for (const department of before) if (!kept.has(department)) forgetDepartment(snapshot, department);
  }
  for (const office of organization.offices) {
    const own = departments.filter((each) => each.office === office);
    const isSame =
      own.length === office.departments.length &&
      own.every((each, i) => each === office.departments[i] && each.revision !== revision);
    if (isSame) continue;
    office.departments = own;
    office.revision = revision;
  }
  for (const department of departments) {
    snapshot.departments.set(department.id, department);
    snapshot.past.departments.delete(department.id);
  }
};

/**
 * Updates organizations with their offices, departments, gateways, standards and retentions from the rows.
 * Organizations in `ids` without a row are removed with everything below them. Meters of the others stay unchanged.
 */
export const applyOrganizations = (
  snapshot: RegistrySnapshot,
  ids: readonly number[],
  rows: OrganizationRows,
): void => {
  const found = new Set(rows.organizations.map(({ id }) => id));
  for (const id of ids) {
    const gone = found.has(id) ? undefined : snapshot.organizations.get(id);
    if (gone) forgetOrganization(snapshot, gone);
  }
  for (const row of rows.organizations) {
    const organization = putOrganization(snapshot, row, rows);
    putOffices(snapshot, organization, rows);
    putDepartments(snapshot, organization, rows);
    putStandards(snapshot, row.id, standardHistory(rows.standards, row.id), snapshot.standards);
    snapshot.retentions.delete(row.id);
  }
  for (const { organization_id, code, secret_hash } of rows.gateways) {
    const organization = snapshot.organizations.get(organization_id);
    if (!organization) continue;
    const gateway = { organization, code, meterId: null, secretHash: secret_hash, handOver: null };
    snapshot.credentials.set(deviceKey(organization.code, code), { kind: 'GATEWAY', ...gateway });
  }
  for (const { organization_id, layer, days } of rows.retentions) {
    const known = snapshot.retentions.get(organization_id) ?? DEFAULT_RETENTION;
    snapshot.retentions.set(organization_id, { ...known, [layer]: days });
  }
};
