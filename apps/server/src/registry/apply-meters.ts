import { channelOf } from '@airdeck/domain/channel';
import type { MeterRow, MeterRows } from './registry-queries.ts';
import { byName, type Department, deviceKey, type Meter, type RegistrySnapshot } from './snapshot.ts';

/** Removes a meter from everything except its department's list. */
export const forgetMeter = (snapshot: RegistrySnapshot, meter: Meter): void => {
  const key = deviceKey(meter.organization.code, meter.code);
  snapshot.meters.delete(meter.id);
  snapshot.metersByCode.delete(key);
  if (snapshot.credentials.get(key)?.meterId === meter.id) snapshot.credentials.delete(key);
  for (const sensor of meter.sensors.values()) snapshot.sensors.delete(sensor.id);
  for (const purifier of meter.purifiers) snapshot.purifiers.delete(purifier.id);
};

const addMeter = (snapshot: RegistrySnapshot, department: Department, row: MeterRow): Meter => {
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
  snapshot.meters.set(row.id, meter);
  snapshot.metersByCode.set(deviceKey(meter.organization.code, row.code), meter);
  return meter;
};

const addParts = (snapshot: RegistrySnapshot, rows: MeterRows): void => {
  for (const { id, meter_id, type, sequence, name } of rows.sensors) {
    const meter = snapshot.meters.get(meter_id);
    if (!meter) continue;
    const channel = channelOf(type, sequence);
    const sensor = { id, meter, type, sequence, channel, name };
    meter.sensors.set(channel, sensor);
    snapshot.sensors.set(id, sensor);
  }
  for (const { id, meter_id, number, name, name_en, model } of rows.purifiers) {
    const meter = snapshot.meters.get(meter_id);
    if (!meter) continue;
    const purifier = { id, meter, number, name, nameEn: name_en, model };
    meter.purifiers.push(purifier);
    snapshot.purifiers.set(id, purifier);
  }
  for (const { code, meter_id, secret_hash } of rows.credentials) {
    const meter = meter_id === null ? undefined : snapshot.meters.get(meter_id);
    if (!meter) continue;
    const { organization } = meter;
    const credential = { organization, code, kind: 'DEVICE' as const, meterId: meter.id, secretHash: secret_hash };
    snapshot.credentials.set(deviceKey(organization.code, code), credential);
  }
};

/**
 * Updates meters with their sensors, purifiers and credentials from the rows. Meters in `ids` without a row are
 * removed.
 */
export const applyMeters = (snapshot: RegistrySnapshot, ids: readonly number[], rows: MeterRows): void => {
  const changed = new Map<Department, Meter[]>();
  for (const id of ids) {
    const meter = snapshot.meters.get(id);
    if (!meter) continue;
    forgetMeter(snapshot, meter);
    changed.set(meter.department, changed.get(meter.department) ?? []);
  }
  for (const row of rows.meters) {
    const department = snapshot.departments.get(row.department_id);
    if (!department) continue;
    const added = changed.get(department) ?? [];
    changed.set(department, added);
    added.push(addMeter(snapshot, department, row));
  }
  addParts(snapshot, rows);
  const isAffected = new Set(ids);
  for (const [department, added] of changed) {
    const kept = department.meters.filter((meter) => !isAffected.has(meter.id));
    department.meters = [...kept, ...added].sort(byName);
    department.office.organization.revision = snapshot.revision;
  }
};
