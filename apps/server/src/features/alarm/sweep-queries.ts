import type { AlarmSource } from '@airdeck/contract/alarm/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { AlarmAt } from './alarm-queries.ts';

const rows = async <R extends object>(tx: Db | Tx, statement: ReturnType<typeof sql>): Promise<R[]> =>
  (await tx.query<R & Record<string, unknown>>(statement)).rows;

/** A channel that has said the same since `since`; value in ticks. */
export interface StillRow {
  meter_id: number;
  channel: number;
  value: number;
  first: Date;
}

/**
 * Channels of a slice of the meters that have said exactly the same for a stretch of time, with at least 75 % of the
 * readings that are expected, and 10.
 */
export const listStill = async (
  tx: Db | Tx,
  { slice, slices, now, forMs }: { slice: number; slices: number; now: number; forMs: number },
): Promise<StillRow[]> =>
  rows<StillRow>(
    tx,
    sql`select m.id as meter_id, r.channel, min(r.value) as value, min(f.time) as first
      from meter m cross join lateral (
        select time, channel, value from frame
        where meter_id = m.id and time >= ${new Date(now - forMs)} and time <= ${new Date(now)}
      ) f cross join lateral unnest(f.channel, f.value) as r(channel, value)
      where m.use = 'Y' and m.id % ${slices} = ${slice}
      group by m.id, m.interval_s, r.channel
      having min(r.value) = max(r.value) and count(*) >= 10 and count(*) >= 0.75 * ${forMs / 1000} / m.interval_s`,
  );

/** Keys of readings that were out of range lately, by meter. */
export const listOutOfRange = async (
  tx: Db | Tx,
  since: number,
): Promise<{ meter_id: number; key: string; last_time: Date; sample: string }[]> =>
  rows(
    tx,
    sql`select m.id as meter_id, r.key, r.last_time, r.sample
      from rejection r join meter m on m.organization_id = r.organization_id and m.code = r.device_code
      where r.reason = 'OUT_OF_RANGE' and r.last_time >= ${new Date(since)}`,
  );

/** Meters of which frames with an impossible time came lately, and by how much the last was off. */
export const listClocksOff = async (
  tx: Db | Tx,
  since: number,
): Promise<{ meter_id: number; measured_time: Date; received_time: Date }[]> =>
  rows(
    tx,
    sql`select distinct on (m.id) m.id as meter_id, q.measured_time, q.received_time
      from quarantine q join meter m on m.organization_id = q.organization_id and m.code = q.device_code
      where q.reason <> 'UNREGISTERED' and q.received_time >= ${new Date(since)}
      order by m.id, q.received_time desc`,
  );

/** Meters with an alarm of such a source whose condition holds. */
export const listHolding = async (
  tx: Db | Tx,
  sources: readonly AlarmSource[],
): Promise<{ meter_id: number; sensor_id: number | null; source: AlarmSource }[]> =>
  rows(
    tx,
    sql`select meter_id, sensor_id, source from alarm
      where ended_time is null and source = any(${sources}::text[])
        and (cleared_time is null or ended_time is null)`,
  );

/** Standing alarms of what is deleted or no longer in use. */
export const listGone = async (tx: Db | Tx, now: number): Promise<(AlarmAt & { meterId: number })[]> => {
  const found = await rows<{ id: number; meter_id: number }>(
    tx,
    sql`select a.id, a.meter_id from alarm a where (a.cleared_time is null or a.ended_time is null) and a.meter_id is not null
      and not exists (
        select from meter m join organization o on o.id = m.organization_id and o.use = 'Y'
        where m.id = a.meter_id and m.use = 'Y'
          and (a.sensor_id is null or exists (select from sensor s where s.id = a.sensor_id and s.use = 'Y'))
          and (a.purifier_id is null or exists (select from purifier p where p.id = a.purifier_id and p.use = 'Y')))`,
  );
  return found.map(({ id, meter_id }) => ({ id, meterId: meter_id, time: now }));
};

/** Open alarms whose condition ended before a time, and whose organization has them clear themselves. */
export const listClearing = async (tx: Db | Tx, before: number): Promise<number[]> => {
  const found = await rows<{ id: number }>(
    tx,
    sql`select a.id from alarm a join alarm_setting s on s.organization_id = a.organization_id
      where a.cleared_time is null and a.ended_time <= ${new Date(before)} and a.severity = any(s.auto_clear)`,
  );
  return found.map(({ id }) => id);
};

type ToldRow = { id: number; organization_id: number | null; meter_id: number | null };

/** Ends the shelving of alarms whose time has come; answers them. */
export const endShelving = async (tx: Tx, now: number): Promise<ToldRow[]> =>
  rows<ToldRow>(
    tx,
    sql`update alarm set shelved_until = null, version = version + 1
      where shelved_until <= ${new Date(now)} and cleared_time is null
      returning id, organization_id, meter_id`,
  );

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

export const listGateways = async (tx: Db | Tx): Promise<GatewayRow[]> =>
  rows<GatewayRow>(
    tx,
    sql`select r.organization_id, r.gateway, count(*)::integer as meters, max(m.interval_s) as interval_s,
        max(c.time) as measured, s.status, s.changed_time
      from meter_route r join meter m on m.id = r.meter_id and m.use = 'Y'
      left join meter_current c on c.meter_id = r.meter_id
      left join gateway_status s on s.organization_id = r.organization_id and s.code = r.gateway
      group by r.organization_id, r.gateway, s.status, s.changed_time`,
  );

/** Gateways' alarms whose condition holds: what is raised below them meanwhile becomes their symptom. */
export const listGatewayCauses = async (tx: Db | Tx): Promise<number[]> => {
  const found = await rows<{ id: number }>(
    tx,
    sql`select id from alarm where meter_id is null and gateway is not null and ended_time is null`,
  );
  return found.map(({ id }) => id);
};

/** States of meters that are deleted. */
export const forgetStates = async (tx: Tx): Promise<void> => {
  await tx.query(sql`delete from alarm_state s where not exists (select from meter m where m.id = s.meter_id)`);
};
