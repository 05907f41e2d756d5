import type { NewPurifier, NewSensor } from '@airdeck/contract/device/schema';
import sql from 'sql-template-tag';
import type { DeviceErrorReport } from '../../feed/entry.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

export const insertSensor = async (tx: Db | Tx, meterId: number, sensor: NewSensor): Promise<void> => {
  const name = sensor.name ?? `${sensor.type} ${sensor.sequence}`;
  await tx.query(sql`insert into sensor (meter_id, type, sequence, name)
    values (${meterId}, ${sensor.type}, ${sensor.sequence}, ${name})`);
};

export const insertPurifier = async (tx: Tx, meterId: number, purifier: NewPurifier): Promise<void> => {
  await tx.query(sql`insert into purifier (meter_id, number, name, model)
    values (${meterId}, ${purifier.number}, ${purifier.name}, ${purifier.model ?? null})`);
};

/** Adds a way in: a gateway, or with a meter its device. */
export const saveCredential = async (
  tx: Db | Tx,
  credential: { organizationId: number; code: string; meterId: number | null; secretHash: Buffer },
): Promise<void> => {
  const { organizationId, code, meterId, secretHash } = credential;
  const kind = meterId === null ? 'GATEWAY' : 'DEVICE';
  await tx.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
    values (${organizationId}, ${code}, ${kind}, ${meterId}, ${secretHash})`);
};

/** Gives a device another secret, or its first; false when its code belongs to another credential. */
export const renewCredential = async (
  tx: Tx,
  credential: { organizationId: number; code: string; meterId: number; secretHash: Buffer },
): Promise<boolean> => {
  const { organizationId, code, meterId, secretHash } = credential;
  const { rowCount } = await tx.query(sql`
    insert into device_credential as c (organization_id, code, kind, meter_id, secret_hash)
    values (${organizationId}, ${code}, 'DEVICE', ${meterId}, ${secretHash})
    on conflict (organization_id, code) do update set secret_hash = excluded.secret_hash, created_time = now()
      where c.meter_id = excluded.meter_id`);
  return rowCount > 0;
};

export const saveEnrolment = async (db: Db | Tx, organizationId: number, secretHash: Buffer): Promise<void> => {
  await db.query(sql`update organization set enrolment_hash = ${secretHash}, updated_time = now()
    where id = ${organizationId}`);
};

/** Records that a device came online or went offline, unless a newer status is stored; returns whether it changed. */
export const saveStatus = async (
  db: Db | Tx,
  meterId: number,
  status: 'ONLINE' | 'OFFLINE',
  time: number,
): Promise<boolean> => {
  const { rowCount } = await db.query(sql`insert into device_status (meter_id, status, changed_time)
    values (${meterId}, ${status}, ${new Date(time)})
    on conflict (meter_id) do update set status = excluded.status, changed_time = excluded.changed_time
    where device_status.changed_time <= excluded.changed_time
      and (device_status.status, device_status.changed_time) <> (excluded.status, excluded.changed_time)`);
  return rowCount > 0;
};

/** A device's report of an error: of itself, or of one of its parts. */
export interface DeviceError extends DeviceErrorReport {
  meterId: number;
  code: string;
}

/** Whether the catalogue has a code. */
export const hasErrorCode = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.query(sql`select from master_error where code = ${code}`)).rowCount > 0;

/** An error that is raised again within this time is the same message once more: no device restarts faster. */
const SAME_MS = 1_000;

/** Stores an error report, unless a newer one of the same error is stored; returns whether it did. */
export const saveDeviceError = async (tx: Tx, error: DeviceError): Promise<boolean> => {
  const { meterId, sensorId, purifierId, code, state, time, detail } = error;
  const { rowCount } = await tx.query(sql`
    insert into device_error as e (meter_id, sensor_id, purifier_id, code, state, changed_time, detail)
    values (${meterId}, ${sensorId}, ${purifierId}, ${code}, ${state}, ${new Date(time)}, ${detail})
    on conflict (meter_id, code, sensor_id, purifier_id) do update
      set state = excluded.state, changed_time = excluded.changed_time, detail = excluded.detail
    where e.changed_time <= excluded.changed_time and (e.state <> excluded.state
      or excluded.changed_time >= e.changed_time + ${SAME_MS} * interval '1 millisecond')`);
  return rowCount > 0;
};
