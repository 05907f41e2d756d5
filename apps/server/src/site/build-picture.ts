import { channelOf } from '@airdeck/domain/channel';
import { DEFAULT_RETENTION } from '@airdeck/domain/retention';
import { DEFAULT_THRESHOLDS, THRESHOLD_FIELDS, type Thresholds } from '@airdeck/domain/threshold';
import { deviceKey, emptyPicture, type SitePicture, type StandardHistory } from './picture.ts';
import type { SiteRows, StandardRow } from './queries.ts';

const addPlaces = (picture: SitePicture, rows: SiteRows): void => {
  for (const row of rows.organizations) {
    const organization = {
      id: row.id,
      name: row.name,
      nameEn: row.name_en,
      code: row.code,
      timeZone: row.time_zone,
      use: row.use,
      enrolmentHash: row.enrolment_hash,
      offices: [],
    };
    picture.organizations.set(row.id, organization);
    picture.organizationsByCode.set(row.code, organization);
  }
  for (const row of rows.offices) {
    const organization = picture.organizations.get(row.organization_id);
    if (!organization) continue;
    const office = { id: row.id, name: row.name, nameEn: row.name_en, organization, departments: [] };
    organization.offices.push(office);
    picture.offices.set(row.id, office);
  }
  for (const row of rows.departments) {
    const office = picture.offices.get(row.office_id);
    if (!office) continue;
    const department = { id: row.id, name: row.name, nameEn: row.name_en, office, meters: [] };
    office.departments.push(department);
    picture.departments.set(row.id, department);
  }
};

const addDevices = (picture: SitePicture, rows: SiteRows): void => {
  for (const row of rows.meters) {
    const department = picture.departments.get(row.department_id);
    if (!department) continue;
    const meter = {
      id: row.id,
      name: row.name,
      nameEn: row.name_en,
      organization: department.office.organization,
      department,
      code: row.code,
      type: row.type,
      intervalS: row.interval_s,
      use: row.use,
      sensors: new Map(),
      purifiers: [],
    };
    department.meters.push(meter);
    picture.meters.set(row.id, meter);
    picture.metersByCode.set(deviceKey(meter.organization.code, row.code), meter);
  }
  for (const row of rows.sensors) {
    const meter = picture.meters.get(row.meter_id);
    if (!meter) continue;
    const channel = channelOf(row.type, row.sequence);
    const sensor = { id: row.id, meter, type: row.type, sequence: row.sequence, channel, name: row.name };
    meter.sensors.set(channel, sensor);
    picture.sensors.set(row.id, sensor);
  }
  for (const row of rows.purifiers) {
    const meter = picture.meters.get(row.meter_id);
    if (!meter) continue;
    const { id, name, number, model } = row;
    const purifier = { id, meter, number, name, nameEn: row.name_en, model };
    meter.purifiers.push(purifier);
    picture.purifiers.set(id, purifier);
  }
};

/** Bounds in ascending order → the type's named thresholds. */
const named = (row: StandardRow): Partial<Thresholds> => ({
  [row.type]: Object.fromEntries(THRESHOLD_FIELDS[row.type].map((field, i) => [field, row.bounds[i]])),
});

/**
 * The cascade of one organization: on each day on which anything changed, the defaults, overlaid by what the
 * master had by then, overlaid by what the organization had by then. Newest day first.
 */
export const standardHistory = (rows: StandardRow[], organizationId: number): StandardHistory => {
  const relevant = rows.filter((row) => row.organization_id === null || row.organization_id === organizationId);
  const days = [...new Set(['0001-01-01', ...relevant.map((row) => row.valid_from)])].sort().reverse();
  const ascending = relevant.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
  return days.map((day) => {
    const inForce = ascending.filter((row) => row.valid_from <= day);
    const masters = inForce.filter((row) => row.organization_id === null).map(named);
    const own = inForce.filter((row) => row.organization_id !== null).map(named);
    return { validFrom: day, thresholds: Object.assign({}, DEFAULT_THRESHOLDS, ...masters, ...own) as Thresholds };
  });
};

export const buildPicture = (rows: SiteRows): SitePicture => {
  const picture = emptyPicture();
  addPlaces(picture, rows);
  addDevices(picture, rows);
  for (const row of rows.credentials) {
    const organization = picture.organizations.get(row.organization_id);
    if (!organization) continue;
    const { code, kind } = row;
    const credential = { organization, code, kind, meterId: row.meter_id, secretHash: row.secret_hash };
    picture.credentials.set(deviceKey(organization.code, code), credential);
  }
  for (const { organization_id, layer, days } of rows.retentions) {
    const known = picture.retentions.get(organization_id) ?? DEFAULT_RETENTION;
    picture.retentions.set(organization_id, { ...known, [layer]: days });
  }
  for (const id of picture.organizations.keys()) picture.standards.set(id, standardHistory(rows.standards, id));
  return picture;
};
