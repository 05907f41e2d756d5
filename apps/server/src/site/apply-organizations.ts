import { DEFAULT_RETENTION } from '@airdeck/domain/retention';
import { forgetMeter } from './apply-meters.ts';
import { byName, type Department, deviceKey, type Office, type Organization, type SitePicture } from './picture.ts';
import type { OrganizationRow, OrganizationRows } from './queries.ts';
import { standardHistory } from './standards.ts';

const forgetDepartment = (picture: SitePicture, department: Department): void => {
  for (const meter of department.meters) forgetMeter(picture, meter);
  picture.departments.delete(department.id);
};

const forgetOffice = (picture: SitePicture, office: Office): void => {
  for (const department of office.departments) forgetDepartment(picture, department);
  picture.offices.delete(office.id);
};

const forgetKeys = (picture: SitePicture, { id, code }: Organization): void => {
  picture.organizationsByCode.delete(code);
  for (const [key, credential] of picture.credentials) {
    if (credential.kind === 'GATEWAY' && credential.organization.id === id) picture.credentials.delete(key);
  }
};

const forgetOrganization = (picture: SitePicture, organization: Organization): void => {
  for (const office of organization.offices) forgetOffice(picture, office);
  forgetKeys(picture, organization);
  picture.organizations.delete(organization.id);
  picture.standards.delete(organization.id);
  picture.retentions.delete(organization.id);
};

/** Codes of devices begin with their organization's: another code, other keys. */
const rekeyMeters = (picture: SitePicture, organization: Organization, code: string): void => {
  for (const { departments } of organization.offices) {
    for (const meter of departments.flatMap(({ meters }) => meters)) {
      const [before, after] = [deviceKey(organization.code, meter.code), deviceKey(code, meter.code)];
      const credential = picture.credentials.get(before);
      picture.metersByCode.delete(before);
      picture.metersByCode.set(after, meter);
      picture.credentials.delete(before);
      if (credential) picture.credentials.set(after, credential);
    }
  }
};

const putOrganization = (picture: SitePicture, row: OrganizationRow): Organization => {
  const known = picture.organizations.get(row.id);
  const fields = {
    id: row.id,
    name: row.name,
    nameEn: row.name_en,
    code: row.code,
    timeZone: row.time_zone,
    use: row.use,
    enrolmentHash: row.enrolment_hash,
    revision: picture.revision,
  };
  if (known) forgetKeys(picture, known);
  if (known && known.code !== row.code) rekeyMeters(picture, known, row.code);
  const organization = known ? Object.assign(known, fields) : { ...fields, offices: [] };
  picture.organizations.set(row.id, organization);
  picture.organizationsByCode.set(row.code, organization);
  return organization;
};

const putOffices = (picture: SitePicture, organization: Organization, rows: OrganizationRows): void => {
  const offices = rows.offices
    .filter((row) => row.organization_id === organization.id)
    .map((row): Office => {
      const fields = { id: row.id, name: row.name, nameEn: row.name_en, organization };
      const known = picture.offices.get(row.id);
      return known ? Object.assign(known, fields) : { ...fields, departments: [] };
    })
    .sort(byName);
  const kept = new Set(offices);
  for (const office of organization.offices) if (!kept.has(office)) forgetOffice(picture, office);
  for (const office of offices) picture.offices.set(office.id, office);
  organization.offices = offices;
};

const putDepartments = (picture: SitePicture, organization: Organization, rows: OrganizationRows): void => {
  const departments = rows.departments
    .filter((row) => row.organization_id === organization.id)
    .flatMap((row): Department[] => {
      const office = picture.offices.get(row.office_id);
      if (!office) return [];
      const fields = { id: row.id, name: row.name, nameEn: row.name_en, office };
      const known = picture.departments.get(row.id);
      return [known ? Object.assign(known, fields) : { ...fields, meters: [] }];
    })
    .sort(byName);
  const kept = new Set(departments);
  for (const { departments: before } of organization.offices) {
    for (const department of before) if (!kept.has(department)) forgetDepartment(picture, department);
  }
  for (const office of organization.offices) office.departments = departments.filter((each) => each.office === office);
  for (const department of departments) picture.departments.set(department.id, department);
};

/**
 * Brings organizations with their offices, departments, gateways, standards and retentions to what the rows say; those
 * of `ids` without a row go, with everything below them. Their meters stay as they are.
 */
export const applyOrganizations = (picture: SitePicture, ids: readonly number[], rows: OrganizationRows): void => {
  const found = new Set(rows.organizations.map(({ id }) => id));
  for (const id of ids) {
    const gone = found.has(id) ? undefined : picture.organizations.get(id);
    if (gone) forgetOrganization(picture, gone);
  }
  for (const row of rows.organizations) {
    const organization = putOrganization(picture, row);
    putOffices(picture, organization, rows);
    putDepartments(picture, organization, rows);
    picture.standards.set(row.id, standardHistory(rows.standards, row.id));
    picture.retentions.delete(row.id);
  }
  for (const { organization_id, code, secret_hash } of rows.gateways) {
    const organization = picture.organizations.get(organization_id);
    if (!organization) continue;
    const gateway = { organization, code, kind: 'GATEWAY' as const, meterId: null, secretHash: secret_hash };
    picture.credentials.set(deviceKey(organization.code, code), gateway);
  }
  for (const { organization_id, layer, days } of rows.retentions) {
    const known = picture.retentions.get(organization_id) ?? DEFAULT_RETENTION;
    picture.retentions.set(organization_id, { ...known, [layer]: days });
  }
};
