import type { RejectionRow } from '@airdeck/contract/reading/schema';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

export interface Device {
  organizationId: number;
  code: string;
}

/** Current values are saved a little behind the frames. */
export const findLastTime = async (db: Db, meterId: number, recently: number): Promise<Date | null> => {
  const { rows } = await db.query<{ time: Date | null }>(sql`select greatest(
    (select time from meter_current where meter_id = ${meterId}),
    (select max(time) from frame where meter_id = ${meterId} and time >= ${new Date(recently)})) as time`);
  return rows[0]?.time ?? null;
};

export interface MeterRow {
  created_time: Date;
  /** Last connection state of the device; null: it never reported one. */
  status: 'ONLINE' | 'OFFLINE' | null;
  changed_time: Date | null;
}

export const findMeter = async (db: Db, meterId: number): Promise<MeterRow | undefined> => {
  const { rows } = await db.query<MeterRow & Record<string, unknown>>(sql`
    select m.created_time, s.status, s.changed_time from meter m left join device_status s on s.meter_id = m.id
    where m.id = ${meterId}`);
  return rows[0];
};

/** The row in the database. */
type StoredRejection = Pick<RejectionRow, 'key' | 'count' | 'sample'> & {
  reason: string;
  first_time: Date;
  last_time: Date;
};

export const listDeviceRejections = async (db: Db, device: Device, limit: number): Promise<StoredRejection[]> => {
  const { rows } = await db.query<StoredRejection>(sql`
    select key, reason, count, first_time, last_time, sample from rejection
    where organization_id = ${device.organizationId} and device_code = ${device.code}
    order by last_time desc, key, reason limit ${limit}`);
  return rows;
};

export interface WaitingRow {
  reason: string;
  count: number;
  first_received_time: Date;
  last_received_time: Date;
}

/** Frames of a device that wait; the quarantine keeps 12,000 of one at most. */
export const countWaitingByReason = async (db: Db, device: Device): Promise<WaitingRow[]> => {
  const { rows } = await db.query<WaitingRow & Record<string, unknown>>(sql`
    select reason, count(*) as count, min(received_time) as first_received_time, max(received_time) as last_received_time
    from quarantine where organization_id = ${device.organizationId} and device_code = ${device.code}
    group by reason order by reason`);
  return rows;
};

export interface ClockErrorRow {
  reason: 'FUTURE' | 'BEFORE_2020';
  measured_time: Date;
  received_time: Date;
}

/** The newest frames of a time that cannot be right. */
export const listClockErrors = async (db: Db, device: Device, limit: number): Promise<ClockErrorRow[]> => {
  const { rows } = await db.query<ClockErrorRow & Record<string, unknown>>(sql`
    select reason, measured_time, received_time from quarantine
    where organization_id = ${device.organizationId} and device_code = ${device.code}
      and reason in ('FUTURE', 'BEFORE_2020')
    order by received_time desc, id desc limit ${limit}`);
  return rows;
};
