import { channelOf } from '@airdeck/domain/channel';
import type { DeletedMeterRow, MeterRow, MeterRows, PurifierRow, SensorRow } from './registry-queries.ts';
import {
  byName,
  type Department,
  deviceKey,
  type HandOver,
  knownMeter,
  type Meter,
  type Office,
  type RegistrySnapshot,
} from './snapshot.ts';

/** Removes a meter from everything except its department's list. */
export const forgetMeter = (snapshot: RegistrySnapshot, meter: Meter): void => {
  const key = deviceKey(meter.organization.code, meter.code);
  snapshot.meters.delete(meter.id);
  snapshot.metersByCode.delete(key);
  if (snapshot.credentials.get(key)?.meterId === meter.id) snapshot.credentials.delete(key);
  for (const sensor of meter.sensors.values()) snapshot.sensors.delete(sensor.id);
  for (const purifier of meter.purifiers) snapshot.purifiers.delete(purifier.id);
  forgetPastParts(snapshot, meter);
};

const forgetPastParts = ({ past }: RegistrySnapshot, meter: Meter): void => {
  for (const sensor of meter.past.sensors) past.sensors.delete(sensor.id);
  for (const purifier of meter.past.purifiers) past.purifiers.delete(purifier.id);
};

/** Removes a deleted meter. */
export const forgetPastMeter = (snapshot: RegistrySnapshot, meter: Meter): void => {
  const { past } = snapshot;
  past.meters.delete(meter.id);
  for (const sensor of meter.sensors.values()) past.sensors.delete(sensor.id);
  for (const purifier of meter.purifiers) past.purifiers.delete(purifier.id);
  forgetPastParts(snapshot, meter);
};

const meterOf = (department: Department, row: MeterRow, deletedTime: number | null): Meter => ({
  id: row.id,
  name: row.name,
  nameEn: row.name_en,
  organization: department.office.organization,
  department,
  code: row.code,
  type: row.type,
  intervalS: row.interval_s,
  use: row.use,
  backfillUntil: row.backfill_until?.getTime() ?? null,
  certificate: { grade: row.certificate_grade, number: row.certificate_number, until: row.certificate_until },
  calibrationDate: row.calibration_date,
  isPublic: row.public_page === 'Y',
  periods: [],
  sensors: new Map(),
  purifiers: [],
  deletedTime,
  past: { sensors: [], purifiers: [] },
});

const addMeter = (snapshot: RegistrySnapshot, department: Department, row: MeterRow): Meter => {
  const meter = meterOf(department, row, null);
  snapshot.meters.set(row.id, meter);
  snapshot.metersByCode.set(deviceKey(meter.organization.code, row.code), meter);
  return meter;
};

/** The place of a deleted meter: a registered one, or a deleted one that only history knows. */
const pastDepartment = (snapshot: RegistrySnapshot, row: DeletedMeterRow): Department | null => {
  const { past } = snapshot;
  const known = snapshot.departments.get(row.department_id) ?? past.departments.get(row.department_id);
  if (known) return known;
  const organization = snapshot.organizations.get(row.organization_id);
  if (!organization) return null;
  const office: Office = snapshot.offices.get(row.office_id) ??
    past.offices.get(row.office_id) ?? {
      ...{ id: row.office_id, name: row.office_name, nameEn: row.office_name_en },
      ...{ organization, departments: [] },
    };
  if (!snapshot.offices.has(office.id)) past.offices.set(office.id, office);
  const names = { id: row.department_id, name: row.department_name, nameEn: row.department_name_en };
  const department: Department = { ...names, office, meters: [] };
  past.departments.set(department.id, department);
  return department;
};

const addSensor = (snapshot: RegistrySnapshot, row: SensorRow): void => {
  const { id, meter_id, type, sequence, name, state } = row;
  const meter = knownMeter(snapshot, meter_id);
  if (!meter) return;
  const channel = channelOf(type, sequence);
  const isTaken = meter.sensors.has(channel) || meter.past.sensors.some((each) => each.channel === channel);
  // Its readings are now those of the sensor that took its place.
  if (isTaken) return;
  const sensor = { id, meter, type, sequence, channel, name, state };
  const isPast = state !== null || meter.deletedTime !== null;
  (isPast ? snapshot.past.sensors : snapshot.sensors).set(id, sensor);
  if (state === null) meter.sensors.set(channel, sensor);
  else meter.past.sensors.push(sensor);
};

const addPurifier = (snapshot: RegistrySnapshot, row: PurifierRow): void => {
  const { id, meter_id, number, name, name_en, model, state } = row;
  const meter = knownMeter(snapshot, meter_id);
  if (!meter) return;
  const purifier = { id, meter, number, name, nameEn: name_en, model, state };
  const isPast = state !== null || meter.deletedTime !== null;
  (isPast ? snapshot.past.purifiers : snapshot.purifiers).set(id, purifier);
  (state === null ? meter.purifiers : meter.past.purifiers).push(purifier);
};

const addDeletedMeters = (snapshot: RegistrySnapshot, rows: MeterRows): void => {
  for (const row of rows.deletedMeters) {
    const department = pastDepartment(snapshot, row);
    if (!department || snapshot.meters.has(row.id)) continue;
    snapshot.past.meters.set(row.id, meterOf(department, row, row.deleted_time.getTime()));
  }
  for (const { meter_id, from_time, interval_s, use } of rows.deletedPeriods) {
    snapshot.past.meters.get(meter_id)?.periods.push({ from: from_time.getTime(), intervalS: interval_s, use });
  }
  // Nothing is expected of a deleted meter.
  for (const { id, deleted_time, interval_s } of rows.deletedMeters) {
    snapshot.past.meters.get(id)?.periods.push({ from: deleted_time.getTime(), intervalS: interval_s, use: 'N' });
  }
};

const handOverOf = (row: MeterRows['credentials'][number]): HandOver | null =>
  row.closes_time === null
    ? null
    : {
        ip: row.ip,
        closesTime: row.closes_time.getTime(),
        connectedBefore: row.connected_before?.getTime() ?? null,
        isDelivered: row.delivered_time !== null,
      };

const addParts = (snapshot: RegistrySnapshot, rows: MeterRows): void => {
  for (const { meter_id, from_time, interval_s, use } of rows.periods) {
    snapshot.meters.get(meter_id)?.periods.push({ from: from_time.getTime(), intervalS: interval_s, use });
  }
  addDeletedMeters(snapshot, rows);
  for (const row of [...rows.sensors, ...rows.deletedSensors]) addSensor(snapshot, row);
  for (const row of [...rows.purifiers, ...rows.deletedPurifiers]) addPurifier(snapshot, row);
  for (const row of rows.credentials) {
    const { code, meter_id, secret_hash } = row;
    const meter = meter_id === null ? undefined : snapshot.meters.get(meter_id);
    if (!meter) continue;
    const { organization } = meter;
    const credential = { organization, code, meterId: meter.id, secretHash: secret_hash, handOver: handOverOf(row) };
    snapshot.credentials.set(deviceKey(organization.code, code), { kind: 'DEVICE', ...credential });
  }
};

/**
 * Updates meters with their sensors, purifiers and credentials from the rows. Meters in `ids` without a row are
 * removed.
 */
export const applyMeters = (snapshot: RegistrySnapshot, ids: readonly number[], rows: MeterRows): void => {
  const changed = new Map<Department, Meter[]>();
  for (const id of ids) {
    const deleted = snapshot.past.meters.get(id);
    if (deleted) forgetPastMeter(snapshot, deleted);
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
