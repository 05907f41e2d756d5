import { MAX_BACKFILL_DAYS } from '@airdeck/contract/device/quality';
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

/**
 * Sensors of a meter that took over a history: those that it had keep their ids. If sensors are given, others are taken
 * out of use.
 */
export const reuseSensors = async (tx: Tx, meterId: number, sensors: readonly NewSensor[]): Promise<void> => {
  for (const sensor of sensors) {
    const name = sensor.name ?? `${sensor.type} ${sensor.sequence}`;
    await tx.query(sql`insert into sensor as s (meter_id, type, sequence, name)
      values (${meterId}, ${sensor.type}, ${sensor.sequence}, ${name})
      on conflict (meter_id, type, sequence) do update set use = 'Y', name = coalesce(${sensor.name ?? null}::text, s.name),
        version = s.version + 1, updated_time = now()`);
  }
  if (sensors.length === 0) return;
  await tx.query(sql`update sensor set use = 'N', version = version + 1, updated_time = now()
    where meter_id = ${meterId} and use = 'Y' and (type, sequence) not in (
      select * from unnest(${sensors.map(({ type }) => type)}::text[],
        ${sensors.map(({ sequence }) => sequence)}::smallint[]))`);
};

/** Purifiers of a meter that took over a history: those that it had stay as they were. */
export const reusePurifier = async (tx: Tx, meterId: number, purifier: NewPurifier): Promise<void> => {
  await tx.query(sql`insert into purifier (meter_id, number, name, model)
    values (${meterId}, ${purifier.number}, ${purifier.name}, ${purifier.model ?? null})
    on conflict (meter_id, number) do update set use = 'Y'`);
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
    insert into device_credential as c (organization_id, code, kind, meter_id, secret_hash, kept_code)
    select ${organizationId}, ${code}, 'DEVICE', id, ${secretHash}, kept_code from meter where id = ${meterId}
    on conflict (organization_id, code) do update set secret_hash = excluded.secret_hash, created_time = now()
      where c.meter_id = excluded.meter_id`);
  return rowCount > 0;
};

/** Gives a meter another device: its credential gets the code with it. */
export const replaceMeterDevice = async (
  tx: Tx,
  id: number,
  { code, serial }: { code: string; serial: string | null },
): Promise<void> => {
  await tx.query(sql`update meter set code = ${code}, serial = ${serial}, ip = null, hardware_version = null,
    software_version = null, first_operation_date = null, cumulative_operation_h = null, calibration_date = null,
    version = version + 1, updated_time = now() where id = ${id}`);
  // The new device has reported no error and answered no settings.
  await tx.query(sql`update device_error set state = 'ENDED', changed_time = now()
    where meter_id = ${id} and state = 'RAISED'`);
  await tx.query(sql`update device_settings set version = version + 1, state = 'SENT', refusal = null,
    answered_time = null where meter_id = ${id}`);
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

/** Sets until when readings of any age are taken; answers the state before, null where the time is too far ahead. */
export const setBackfill = async (
  tx: Tx,
  id: number,
  until: string | null,
): Promise<{ backfill_until: string | null } | null> => {
  const { rows } = await tx.query<{ before: Date | null }>(sql`
    update meter m set backfill_until = ${until}::timestamptz from meter o where m.id = ${id} and o.id = m.id
      and (${until}::timestamptz is null or ${until}::timestamptz <= now() + ${MAX_BACKFILL_DAYS} * interval '1 day')
    returning o.backfill_until as before`);
  const [row] = rows;
  return row === undefined ? null : { backfill_until: row.before?.toISOString() ?? null };
};
