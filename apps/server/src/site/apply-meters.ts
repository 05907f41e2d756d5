import { channelOf } from '@airdeck/domain/channel';
import { byName, type Department, deviceKey, type Meter, type SitePicture } from './picture.ts';
import type { MeterRow, MeterRows } from './queries.ts';

/** Takes a meter out of everything but its department's list. */
export const forgetMeter = (picture: SitePicture, meter: Meter): void => {
  const key = deviceKey(meter.organization.code, meter.code);
  picture.meters.delete(meter.id);
  picture.metersByCode.delete(key);
  if (picture.credentials.get(key)?.meterId === meter.id) picture.credentials.delete(key);
  for (const sensor of meter.sensors.values()) picture.sensors.delete(sensor.id);
  for (const purifier of meter.purifiers) picture.purifiers.delete(purifier.id);
};

const addMeter = (picture: SitePicture, department: Department, row: MeterRow): Meter => {
  const meter: Meter = {
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
  picture.meters.set(row.id, meter);
  picture.metersByCode.set(deviceKey(meter.organization.code, row.code), meter);
  return meter;
};

const addParts = (picture: SitePicture, rows: MeterRows): void => {
  for (const { id, meter_id, type, sequence, name } of rows.sensors) {
    const meter = picture.meters.get(meter_id);
    if (!meter) continue;
    const channel = channelOf(type, sequence);
    const sensor = { id, meter, type, sequence, channel, name };
    meter.sensors.set(channel, sensor);
    picture.sensors.set(id, sensor);
  }
  for (const { id, meter_id, number, name, name_en, model } of rows.purifiers) {
    const meter = picture.meters.get(meter_id);
    if (!meter) continue;
    const purifier = { id, meter, number, name, nameEn: name_en, model };
    meter.purifiers.push(purifier);
    picture.purifiers.set(id, purifier);
  }
  for (const { code, meter_id, secret_hash } of rows.credentials) {
    const meter = meter_id === null ? undefined : picture.meters.get(meter_id);
    if (!meter) continue;
    const { organization } = meter;
    const credential = { organization, code, kind: 'DEVICE' as const, meterId: meter.id, secretHash: secret_hash };
    picture.credentials.set(deviceKey(organization.code, code), credential);
  }
};

/** Brings meters with their sensors, purifiers and credentials to what the rows say; those of `ids` without a row go. */
export const applyMeters = (picture: SitePicture, ids: readonly number[], rows: MeterRows): void => {
  const changed = new Map<Department, Meter[]>();
  for (const id of ids) {
    const meter = picture.meters.get(id);
    if (!meter) continue;
    forgetMeter(picture, meter);
    changed.set(meter.department, changed.get(meter.department) ?? []);
  }
  for (const row of rows.meters) {
    const department = picture.departments.get(row.department_id);
    if (!department) continue;
    const added = changed.get(department) ?? [];
    changed.set(department, added);
    added.push(addMeter(picture, department, row));
  }
  addParts(picture, rows);
  const isAffected = new Set(ids);
  for (const [department, added] of changed) {
    const kept = department.meters.filter((meter) => !isAffected.has(meter.id));
    department.meters = [...kept, ...added].sort(byName);
    department.office.organization.revision = picture.revision;
  }
};
