import { channelOf } from '@airdeck/domain/channel';
import { DeviceCredential } from './device-credential.ts';
import type {
  CredentialRow,
  DeletedMeterRow,
  MeterRow,
  MeterRows,
  PeriodRow,
  PurifierRow,
  SensorRow,
} from './registry-queries.ts';
import { SensorsInUse } from './sensors.ts';
import { SharedValues } from './shared-values.ts';
import {
  byName,
  type Department,
  deviceKey,
  type HandOver,
  knownMeter,
  type Meter,
  type Office,
  type RegistrySnapshot,
  revise,
} from './snapshot.ts';

/** Removes a meter from everything except its department's list. */
export const forgetMeter = (snapshot: RegistrySnapshot, meter: Meter): void => {
  const key = deviceKey(meter.organization.code, meter.code);
  snapshot.meters.delete(meter.id);
  snapshot.metersByCode.delete(key);
  if (snapshot.credentials.get(key)?.meterId === meter.id) snapshot.credentials.delete(key);
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

// Most meters of a large installation have nothing in these places, and few types.
const NO_CERTIFICATE: Meter['certificate'] = { grade: null, number: null, until: null };
const NO_PARTS: readonly never[] = [];
const NO_PAST: Meter['past'] = { sensors: NO_PARTS, purifiers: NO_PARTS };
const NO_SENSORS: Meter['sensors'] = new Map<number, never>();
const sharedTypes = new SharedValues((type) => type);

const certificateOf = (row: MeterRow): Meter['certificate'] => {
  const { certificate_grade: grade, certificate_number: number, certificate_until: until } = row;
  return grade === null && number === null && until === null ? NO_CERTIFICATE : { grade, number, until };
};

const meterOf = (department: Department, row: MeterRow, deletedTime: number | null): Meter => ({
  id: row.id,
  name: row.name,
  nameEn: row.name_en,
  organization: department.office.organization,
  department,
  code: row.code,
  type: sharedTypes.of(row.type),
  intervalS: row.interval_s,
  use: row.use,
  backfillUntil: row.backfill_until === null ? null : Date.parse(row.backfill_until),
  certificate: certificateOf(row),
  calibrationDate: row.calibration_date,
  isPublic: row.public_page === 'Y',
  periods: NO_PARTS,
  sensors: NO_SENSORS,
  purifiers: NO_PARTS,
  deletedTime,
  past: NO_PAST,
});

const addMeter = (snapshot: RegistrySnapshot, department: Department, row: MeterRow, key: string): Meter => {
  const meter = meterOf(department, row, null);
  snapshot.meters.set(row.id, meter);
  snapshot.metersByCode.set(key, meter);
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
      ...{ organization, departments: [], revision: snapshot.revision },
    };
  if (!snapshot.offices.has(office.id)) past.offices.set(office.id, office);
  const names = { id: row.department_id, name: row.department_name, nameEn: row.department_name_en };
  const department: Department = { ...names, office, meters: [], revision: snapshot.revision };
  past.departments.set(department.id, department);
  return department;
};

/** Many meters are registered at once, with the same first period: its list is kept once. */
const sharedPeriods = new SharedValues((text): Meter['periods'] => {
  const [from, intervalS, use] = JSON.parse(text) as [string, number, 'Y' | 'N'];
  return [{ from: Date.parse(from), intervalS, use }];
});

const addPeriod = (meter: Meter | undefined, { from_time, interval_s, use }: Omit<PeriodRow, 'meter_id'>): void => {
  if (!meter) return;
  const added = sharedPeriods.of(JSON.stringify([from_time, interval_s, use]));
  meter.periods = meter.periods.length === 0 ? added : [...meter.periods, ...added];
};

/** Adds a sensor out of use, or one of a deleted meter. */
const addPastSensor = (snapshot: RegistrySnapshot, row: SensorRow): void => {
  const { id, meter_id, type, sequence, name, state } = row;
  const meter = knownMeter(snapshot, meter_id);
  if (!meter) return;
  const channel = channelOf(type, sequence);
  const isTaken = meter.sensors.has(channel) || meter.past.sensors.some((each) => each.channel === channel);
  // Its readings are now those of the sensor that took its place.
  if (isTaken) return;
  const sensor = { id, meter, type, sequence, channel, name, state };
  snapshot.past.sensors.set(id, sensor);
  if (state === null) meter.sensors = new Map([...meter.sensors.values(), sensor].map((each) => [each.channel, each]));
  else meter.past = { ...meter.past, sensors: [...meter.past.sensors, sensor] };
};

const addPurifier = (snapshot: RegistrySnapshot, row: PurifierRow): void => {
  const { id, meter_id, number, name, name_en, model, state } = row;
  const meter = knownMeter(snapshot, meter_id);
  if (!meter) return;
  const purifier = { id, meter, number, name, nameEn: name_en, model, state };
  const isPast = state !== null || meter.deletedTime !== null;
  (isPast ? snapshot.past.purifiers : snapshot.purifiers).set(id, purifier);
  if (state === null) meter.purifiers = [...meter.purifiers, purifier];
  else meter.past = { ...meter.past, purifiers: [...meter.past.purifiers, purifier] };
};

const addDeletedMeters = (snapshot: RegistrySnapshot, rows: MeterRows): void => {
  for (const row of rows.deletedMeters) {
    const department = pastDepartment(snapshot, row);
    if (!department || snapshot.meters.has(row.id)) continue;
    snapshot.past.meters.set(row.id, meterOf(department, row, Date.parse(row.deleted_time)));
  }
  for (const row of rows.deletedPeriods) addPeriod(snapshot.past.meters.get(row.meter_id), row);
  // Nothing is expected of a deleted meter.
  for (const { id, deleted_time, interval_s } of rows.deletedMeters) {
    addPeriod(snapshot.past.meters.get(id), { from_time: deleted_time, interval_s, use: 'N' });
  }
};

const handOverOf = (row: CredentialRow): HandOver | null =>
  row.closes_time === null
    ? null
    : {
        ip: row.ip,
        closesTime: Date.parse(row.closes_time),
        connectedBefore: row.connected_before === null ? null : Date.parse(row.connected_before),
        isDelivered: row.delivered_time !== null,
      };

/** `keys`: those of the meters by their ids, which credentials share. */
const addParts = (snapshot: RegistrySnapshot, rows: MeterRows, keys: ReadonlyMap<number, string>): void => {
  for (const row of rows.periods) addPeriod(snapshot.meters.get(row.meter_id), row);
  addDeletedMeters(snapshot, rows);
  for (const { meter_id, ids, kinds } of rows.sensors) {
    const meter = snapshot.meters.get(meter_id);
    if (!meter) continue;
    meter.sensors = new SensorsInUse(meter, ids, kinds);
    for (const id of ids) snapshot.sensors.put(id, meter_id);
  }
  for (const row of [...rows.unusedSensors, ...rows.deletedSensors]) addPastSensor(snapshot, row);
  for (const row of [...rows.purifiers, ...rows.deletedPurifiers]) addPurifier(snapshot, row);
  for (const row of rows.credentials) {
    const meter = snapshot.meters.get(row.meter_id);
    if (!meter) continue;
    const credential = new DeviceCredential(meter, row.secret_hash, handOverOf(row));
    snapshot.credentials.set(keys.get(row.meter_id) ?? deviceKey(meter.organization.code, meter.code), credential);
  }
};

/**
 * Updates meters with their sensors, purifiers and credentials from the rows. Meters in `ids` without a row are
 * removed.
 */
export const applyMeters = (snapshot: RegistrySnapshot, ids: readonly number[], rows: MeterRows): void => {
  const changed = new Map<Department, Meter[]>();
  const known = new Set<number>();
  const keys = new Map<number, string>();
  for (const id of ids) {
    const deleted = snapshot.past.meters.get(id);
    if (deleted) forgetPastMeter(snapshot, deleted);
    const meter = snapshot.meters.get(id);
    if (!meter) continue;
    forgetMeter(snapshot, meter);
    known.add(id);
    changed.set(meter.department, changed.get(meter.department) ?? []);
  }
  for (const row of rows.meters) {
    const department = snapshot.departments.get(row.department_id);
    if (!department) continue;
    const added = changed.get(department) ?? [];
    changed.set(department, added);
    const key = deviceKey(department.office.organization.code, row.code);
    keys.set(row.id, key);
    added.push(addMeter(snapshot, department, row, key));
    known.delete(row.id);
  }
  if (known.size > 0) snapshot.removedRevision = snapshot.revision;
  addParts(snapshot, rows, keys);
  const isAffected = new Set(ids);
  for (const [department, added] of changed) {
    const kept = department.meters.filter((meter) => !isAffected.has(meter.id));
    department.meters = [...kept, ...added].sort(byName);
    revise(snapshot, department);
  }
};
