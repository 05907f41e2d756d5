import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

/** The last report of a device on one of its errors. */
export type DeviceErrorRow = Tables['device_error'];

/** Device errors that last, and ended ones whose alarm is still open. */
export const listDeviceErrors = async (tx: Db | Tx, meterIds: readonly number[]): Promise<DeviceErrorRow[]> => {
  const { rows } = await tx.query<DeviceErrorRow>(sql`
    select meter_id, sensor_id, purifier_id, code, state, changed_time, detail from device_error e
    where meter_id = any(${meterIds}::integer[]) and (state = 'RAISED' or exists (
      select from alarm a where a.meter_id = e.meter_id and a.code = e.code and a.ended_time is null
        and a.sensor_id is not distinct from e.sensor_id and a.purifier_id is not distinct from e.purifier_id))`);
  return rows;
};

/**
 * Meters with a lasting error that has no open alarm: it was suppressed, or a person cleared it. An INFO error is
 * raised only once.
 */
export const listUntoldErrors = async (tx: Db | Tx): Promise<number[]> => {
  const { rows } = await tx.query<{ meter_id: number }>(sql`
    select distinct e.meter_id from device_error e
    where e.state = 'RAISED' and not exists (
      select from alarm a where a.meter_id = e.meter_id and a.code = e.code
        and a.sensor_id is not distinct from e.sensor_id and a.purifier_id is not distinct from e.purifier_id
        and a.ended_time is null and (a.cleared_time is null or a.severity = 'INFO'))`);
  return rows.map(({ meter_id }) => meter_id);
};

/** When a meter was last heard, and its connection state. */
export interface HeardRow {
  meter_id: number;
  measured: Date | null;
  status: Tables['device_status']['status'] | null;
  changed_time: Date | null;
  /** Connection of the last local server of the meter; null: it has none. */
  is_connected: boolean | null;
  connected_time: Date | null;
  /**
   * Time of the last message from that local server; null: unknown, for example held by a process of an earlier
   * version.
   */
  site_heard: Date | null;
}

/** Reads the newest measurement from the store, because current values are saved with a delay. */
export const listHeard = async (tx: Db | Tx, meterIds: readonly number[], recent: number): Promise<HeardRow[]> => {
  const { rows } = await tx.query<HeardRow & Record<string, unknown>>(sql`
    select m.id as meter_id, s.status, s.changed_time,
      case when t.heard_time >= t.connected_time then t.heard_time end as site_heard,
      case when l.id is not null then coalesce(t.state = 'CONNECTED', false) end as is_connected, t.connected_time, coalesce(
      (select time from frame where meter_id = m.id and time >= ${new Date(recent)} order by time desc limit 1),
      c.time) as measured
    from meter m left join device_status s on s.meter_id = m.id left join meter_current c on c.meter_id = m.id
    left join meter_route r on r.meter_id = m.id left join local_server l on l.id = r.local_server_id and l.use = 'Y'
    left join local_server_status t on t.local_server_id = l.id and t.organization_id = m.organization_id
    where m.id = any(${meterIds}::integer[])`);
  return rows;
};

/** Meters that may be silent and have no open silence alarm. */
export const listSilenceCandidates = async (
  tx: Db | Tx,
  { now, missed, willWaitMs }: { now: number; missed: number; willWaitMs: number },
): Promise<number[]> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    with heard as (
      select m.id, (s.status = 'OFFLINE' and s.changed_time >= coalesce(c.time, s.changed_time)
            and s.changed_time <= ${new Date(now - willWaitMs)})
          or c.time < ${new Date(now)}::timestamptz - ${missed} * m.interval_s * interval '1 second' as silent
      from meter m join organization o on o.id = m.organization_id and o.use = 'Y'
      left join meter_current c on c.meter_id = m.id left join device_status s on s.meter_id = m.id
      where m.use = 'Y' and (c.meter_id is not null or s.meter_id is not null)
    )
    select id from heard where silent is true and not exists (
      select from alarm a where a.meter_id = heard.id and a.source = 'SILENCE' and a.ended_time is null
        and a.cleared_time is null)`);
  return rows.map(({ id }) => id);
};

/** A gateway with its state and the meters that used it last. */
export interface GatewayRow extends Pick<Tables['meter_route'], 'organization_id'> {
  gateway: string;
  meters: number;
  interval_s: number;
  measured: Date | null;
  status: Tables['gateway_status']['status'] | null;
  changed_time: Date | null;
}

export const listGateways = async (tx: Db | Tx): Promise<GatewayRow[]> => {
  const { rows } = await tx.query<GatewayRow & Record<string, unknown>>(sql`
    select r.organization_id, r.gateway, count(*)::integer as meters, max(m.interval_s) as interval_s,
        max(c.time) as measured, s.status, s.changed_time
      from meter_route r join meter m on m.id = r.meter_id and m.use = 'Y' and r.gateway is not null
      left join meter_current c on c.meter_id = r.meter_id
      left join gateway_status s on s.organization_id = r.organization_id and s.code = r.gateway
      group by r.organization_id, r.gateway, s.status, s.changed_time`);
  return rows;
};
