import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** What a device says of an error: of itself, or of one of its parts. */
export interface DeviceError {
  meterId: number;
  sensorId: number | null;
  purifierId: number | null;
  code: string;
  state: 'RAISED' | 'ENDED';
  /** Epoch milliseconds. */
  time: number;
  detail: string | null;
}

/** Whether the catalogue has a code. */
export const hasErrorCode = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.query(sql`select from master_error where code = ${code}`)).rowCount > 0;

/** Writes it down, unless a newer word of the same error is there; answers whether it did. */
export const saveDeviceError = async (tx: Tx, error: DeviceError): Promise<boolean> => {
  const { meterId, sensorId, purifierId, code, state, time, detail } = error;
  const { rowCount } = await tx.query(sql`
    insert into device_error as e (meter_id, sensor_id, purifier_id, code, state, changed_time, detail)
    values (${meterId}, ${sensorId}, ${purifierId}, ${code}, ${state}, ${new Date(time)}, ${detail})
    on conflict (meter_id, code, sensor_id, purifier_id) do update
      set state = excluded.state, changed_time = excluded.changed_time, detail = excluded.detail
    where e.changed_time <= excluded.changed_time and (e.state, e.changed_time) <> (excluded.state, excluded.changed_time)`);
  return rowCount > 0;
};
