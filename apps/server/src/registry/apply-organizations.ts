import { DEFAULT_RETENTION } from '@airdeck/domain/retention';
import { forgetMeter } from './apply-meters.ts';
import type { OrganizationRow, OrganizationRows } from './registry-queries.ts';
import {
  byName,
  type Department,
  deviceKey,
  type Office,
  type Organization,
  type RegistrySnapshot,
} from './snapshot.ts';
import { standardHistory } from './thresholds.ts';

const forgetDepartment = (snapshot: RegistrySnapshot, department: Department): void => {
  for (const meter of department.meters) forgetMeter(snapshot, meter);
  snapshot.departments.delete(department.id);
};

const forgetOffice = (snapshot: RegistrySnapshot, office: Office): void => {
  for (const department of office.departments) forgetDepartment(snapshot, department);
  snapshot.offices.delete(office.id);
};

const forgetKeys = (snapshot: RegistrySnapshot, { id, code }: Organization): void => {
  snapshot.organizationsByCode.delete(code);
  for (const [key, credential] of snapshot.credentials) {
    if (credential.kind === 'GATEWAY' && credential.organization.id === id) snapshot.credentials.delete(key);
  }
};

const forgetOrganization = (snapshot: RegistrySnapshot, organization: Organization): void => {
  for (const office of organization.offices) forgetOffice(snapshot, office);
  forgetKeys(snapshot, organization);
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

const putOrganization = (
  snapshot: RegistrySnapshot,
  row: OrganizationRow,
  blocked: OrganizationRows['blocked'],
): Organization => {
  const known = snapshot.organizations.get(row.id);
  const fields = {
    id: row.id,
    name: row.name,
    nameEn: row.name_en,
    code: row.code,
    timeZone: row.time_zone,
    use: row.use,
    enrolmentHash: row.enrolment_hash,
    blockedCodes: new Set(blocked.filter((each) => each.organization_id === row.id).map(({ code }) => code)),
    revision: snapshot.revision,
  };
  if (known) forgetKeys(snapshot, known);
  if (known && known.code !== row.code) rekeyMeters(snapshot, known, row.code);
  const organization = known ? Object.assign(known, fields) : { ...fields, offices: [] };
  snapshot.organizations.set(row.id, organization);
  snapshot.organizationsByCode.set(row.code, organization);
  return organization;
};

const putOffices = (snapshot: RegistrySnapshot, organization: Organization, rows: OrganizationRows): void => {
  const offices = rows.offices
    .filter((row) => row.organization_id === organization.id)
    .map((row): Office => {
      const fields = { id: row.id, name: row.name, nameEn: row.name_en, organization };
      const known = snapshot.offices.get(row.id);
      return known ? Object.assign(known, fields) : { ...fields, departments: [] };
    })
    .sort(byName);
  const kept = new Set(offices);
  for (const office of organization.offices) if (!kept.has(office)) forgetOffice(snapshot, office);
  for (const office of offices) snapshot.offices.set(office.id, office);
  organization.offices = offices;
};

const putDepartments = (snapshot: RegistrySnapshot, organization: Organization, rows: OrganizationRows): void => {
  const departments = rows.departments
    .filter((row) => row.organization_id === organization.id)
    .flatMap((row): Department[] => {
      const office = snapshot.offices.get(row.office_id);
      if (!office) return [];
      const fields = { id: row.id, name: row.name, nameEn: row.name_en, office };
      const known = snapshot.departments.get(row.id);
      return [known ? Object.assign(known, fields) : { ...fields, meters: [] }];
    })
    .sort(byName);
  const kept = new Set(departments);
  for (const { departments: before } of organization.offices) {
    for (const department of before) if (!kept.has(department)) forgetDepartment(snapshot, department);
  }
  for (const office of organization.offices) office.departments = departments.filter((each) => each.office === office);
  for (const department of departments) snapshot.departments.set(department.id, department);
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
    const organization = putOrganization(snapshot, row, rows.blocked);
    putOffices(snapshot, organization, rows);
    putDepartments(snapshot, organization, rows);
    snapshot.standards.set(row.id, standardHistory(rows.standards, row.id));
    snapshot.retentions.delete(row.id);
  }
  for (const { organization_id, code, secret_hash } of rows.gateways) {
    const organization = snapshot.organizations.get(organization_id);
    if (!organization) continue;
    const gateway = { organization, code, kind: 'GATEWAY' as const, meterId: null, secretHash: secret_hash };
    snapshot.credentials.set(deviceKey(organization.code, code), gateway);
  }
  for (const { organization_id, layer, days } of rows.retentions) {
    const known = snapshot.retentions.get(organization_id) ?? DEFAULT_RETENTION;
    snapshot.retentions.set(organization_id, { ...known, [layer]: days });
  }
};
