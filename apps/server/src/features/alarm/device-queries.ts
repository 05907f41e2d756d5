import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** What a device last said of one of its errors. */
export interface DeviceErrorRow {
  meter_id: number;
  sensor_id: number | null;
  purifier_id: number | null;
  code: string;
  state: 'RAISED' | 'ENDED';
  changed_time: Date;
  detail: string | null;
}

/** Errors that last, and those that have ended and have an alarm that does not know it yet. */
export const listDeviceErrors = async (tx: Db | Tx, meterIds: readonly number[]): Promise<DeviceErrorRow[]> => {
  const { rows } = await tx.query<DeviceErrorRow & Record<string, unknown>>(sql`
    select meter_id, sensor_id, purifier_id, code, state, changed_time, detail from device_error e
    where meter_id = any(${meterIds}::integer[]) and (state = 'RAISED' or exists (
      select from alarm a where a.meter_id = e.meter_id and a.code = e.code and a.ended_time is null
        and a.sensor_id is not distinct from e.sensor_id and a.purifier_id is not distinct from e.purifier_id))`);
  return rows;
};

/**
 * Meters with an error that lasts and has no alarm: it was suppressed, or a person has cleared it. One that only
 * informs is told once.
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

/** When and how a meter was heard of. */
export interface HeardRow {
  meter_id: number;
  measured: Date | null;
  status: 'ONLINE' | 'OFFLINE' | null;
  changed_time: Date | null;
  /** Of the local server through which it spoke last: whether it is connected, and since when. null: there is none. */
  is_connected: boolean | null;
  connected_time: Date | null;
}

/** The newest reading is in the store: current values are saved a little later. */
export const listHeard = async (tx: Db | Tx, meterIds: readonly number[], recent: number): Promise<HeardRow[]> => {
  const { rows } = await tx.query<HeardRow & Record<string, unknown>>(sql`
    select m.id as meter_id, s.status, s.changed_time,
      case when l.id is not null then coalesce(t.state = 'CONNECTED', false) end as is_connected, t.connected_time, coalesce(
      (select time from frame where meter_id = m.id and time >= ${new Date(recent)} order by time desc limit 1),
      c.time) as measured
    from meter m left join device_status s on s.meter_id = m.id left join meter_current c on c.meter_id = m.id
    left join meter_route r on r.meter_id = m.id left join local_server l on l.id = r.local_server_id and l.use = 'Y'
    left join local_server_status t on t.local_server_id = l.id
    where m.id = any(${meterIds}::integer[])`);
  return rows;
};

/** Meters that may be silent and have no alarm that says so. */
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

/** A gateway, and what is known of it and the meters for which it spoke last. */
export interface GatewayRow {
  organization_id: number;
  gateway: string;
  meters: number;
  interval_s: number;
  measured: Date | null;
  status: 'ONLINE' | 'OFFLINE' | null;
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
