import type { AlarmSource } from '@airdeck/contract/standard/built-in';
import { BAD_READINGS } from '@airdeck/domain/alarm/repeated';
import { STUCK_READINGS, STUCK_SHARE } from '@airdeck/domain/alarm/stuck';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { LOCAL_SERVERS } from '../../registry/local-server-queries.ts';
import type { Tables } from '../../schema/tables.ts';
import { type AlarmAt, unshelved } from './alarm-queries.ts';

const rows = async <R extends object>(tx: Db | Tx, statement: ReturnType<typeof sql>): Promise<R[]> =>
  (await tx.query<R & Record<string, unknown>>(statement)).rows;

/** A channel whose value has not changed since `first`; value in ticks. */
export interface StillRow {
  meter_id: number;
  channel: number;
  value: number;
  first: Date;
}

/** Channels of these meters that reported one value throughout a period, in enough readings. */
export const listStill = async (
  tx: Db | Tx,
  { meterIds, now, forMs }: { meterIds: readonly number[]; now: number; forMs: number },
): Promise<StillRow[]> =>
  rows<StillRow>(
    tx,
    sql`select m.id as meter_id, r.channel, min(r.value) as value, min(f.time) as first
      from meter m cross join lateral (
        select time, channel, value from frame
        where meter_id = m.id and time >= ${new Date(now - forMs)} and time <= ${new Date(now)}
      ) f cross join lateral unnest(f.channel, f.value) as r(channel, value)
      where m.use = 'Y' and m.id = any(${meterIds}::integer[])
      group by m.id, m.interval_s, r.channel
      having min(r.value) = max(r.value) and count(*) >= ${STUCK_READINGS}
        and count(*) >= ${(STUCK_SHARE * forMs) / 1000}::double precision / m.interval_s`,
  );

/** Out-of-range readings since a time: channel key, times of the latest ones, and a sample. */
export const listOutOfRange = async (
  tx: Db | Tx,
  since: number,
): Promise<({ meter_id: number } & Pick<Tables['rejection'], 'key' | 'recent' | 'sample'>)[]> =>
  rows(
    tx,
    sql`select m.id as meter_id, r.key, r.recent, r.sample
      from rejection r join meter m on m.organization_id = r.organization_id and m.code = r.device_code
      where r.reason = 'OUT_OF_RANGE' and r.last_time >= ${new Date(since)}`,
  );

/**
 * Meters with frames quarantined for an impossible time: when the latest arrived, and the measured time of the newest.
 */
export const listClocksOff = async (
  tx: Db | Tx,
  since: number,
): Promise<{ meter_id: number; measured_time: Date; recent: Date[] }[]> =>
  rows(
    tx,
    sql`select m.id as meter_id, (array_agg(q.measured_time order by q.received_time desc))[1] as measured_time,
        (array_agg(q.received_time order by q.received_time desc))[1:${BAD_READINGS}] as recent
      from quarantine q join meter m on m.organization_id = q.organization_id and m.code = q.device_code
      where q.reason <> 'UNREGISTERED' and q.received_time >= ${new Date(since)}
      group by m.id`,
  );

/** Subjects with an open alarm of these sources whose condition holds. */
export const listHolding = async (
  tx: Db | Tx,
  sources: readonly AlarmSource[],
): Promise<({ meter_id: number } & Pick<Tables['alarm'], 'sensor_id' | 'code'>)[]> =>
  rows(
    tx,
    sql`select meter_id, sensor_id, code from alarm
      where ended_time is null and source = any(${sources}::text[])
        and (cleared_time is null or ended_time is null)`,
  );

/** A person ends a report; what happens to its device or its code does not. */
const IS_DETECTED = sql`a.source <> 'REPORT'`;

/** Standing alarms whose meter, sensor or purifier is deleted or disabled. */
export const listGone = async (tx: Db | Tx, now: number): Promise<(AlarmAt & { meterId: number })[]> => {
  const found = await rows<{ id: number; meter_id: number }>(
    tx,
    sql`select a.id, a.meter_id from alarm a where (a.cleared_time is null or a.ended_time is null) and a.meter_id is not null
      and ${IS_DETECTED}
      and not exists (
        select from meter m join organization o on o.id = m.organization_id and o.use = 'Y'
        where m.id = a.meter_id and m.use = 'Y'
          and (a.sensor_id is null or exists (select from sensor s where s.id = a.sensor_id and s.use = 'Y'))
          and (a.purifier_id is null or exists (select from purifier p where p.id = a.purifier_id and p.use = 'Y')))`,
  );
  return found.map(({ id, meter_id }) => ({ id, meterId: meter_id, time: now }));
};

/**
 * Standing alarms whose code was deleted, or disabled by their organization or for all. The server's own alarms are
 * left out: their codes cannot be disabled.
 */
export const listUnusedCodes = async (tx: Db | Tx): Promise<{ id: number; meterId: number | null }[]> =>
  rows(
    tx,
    sql`select a.id, a.meter_id as "meterId" from alarm a
      where (a.cleared_time is null or a.ended_time is null) and a.organization_id is not null and ${IS_DETECTED} and not exists (
        select from master_error m where m.code = a.code and m.use = 'Y' and not exists (
          select from organization_error o
          where o.master_error_id = m.id and o.organization_id = a.organization_id and o.use = 'N'))`,
  );

/** Open alarms whose condition ended before a time, in organizations where that severity clears itself. */
export const listClearing = async (tx: Db | Tx, before: number): Promise<number[]> => {
  const found = await rows<{ id: number }>(
    tx,
    sql`select a.id from alarm a join alarm_setting s on s.organization_id = a.organization_id
      where a.cleared_time is null and a.ended_time <= ${new Date(before)} and a.severity = any(s.auto_clear)`,
  );
  return found.map(({ id }) => id);
};

type ToldRow = Pick<Tables['alarm'], 'id' | 'organization_id' | 'meter_id'>;

/** Ends shelving that has expired; returns the alarms. */
export const endShelving = async (tx: Tx, now: number): Promise<ToldRow[]> =>
  rows<ToldRow>(
    tx,
    sql`update alarm set ${unshelved(now)}, version = version + 1
      where shelved_until <= ${new Date(now)} and cleared_time is null
      returning id, organization_id, meter_id`,
  );

/**
 * Local servers in use with the state of their sessions; unknown without a running process. A broker of the installation
 * counts for the organizations whose meters speak through it.
 */
export interface LocalServerRow
  extends Pick<Tables['local_server'], 'id' | 'name'>,
    Pick<Tables['local_server_status'], 'connected_time' | 'down_since'> {
  organization_id: number;
  address: string;
  is_held: boolean;
  is_connected: boolean;
}

export const listLocalServers = async (tx: Db | Tx, silentMs: number): Promise<LocalServerRow[]> =>
  rows<LocalServerRow>(
    tx,
    sql`select s.id, o.id as organization_id, s.name, s.ip || ':' || s.port as address, p.role is not null as is_held,
        coalesce(t.state = 'CONNECTED', false) as is_connected, t.connected_time, t.down_since
      from ${LOCAL_SERVERS}
      left join local_server_status t on t.local_server_id = s.id and t.organization_id = o.id
      left join process p on p.supervisor_id = t.holder and p.role = 'devices'
        and p.seen_time >= clock_timestamp() - ${silentMs} * interval '1 millisecond'
      where s.use = 'Y' and o.use = 'Y' and (s.organization_id is not null or exists (
        select from meter_route r where r.local_server_id = s.id and r.organization_id = o.id))`,
  );

export type DecoderRow = Pick<Tables['decoder'], 'id' | 'organization_id' | 'name' | 'trouble' | 'trouble_time'>;

/** Decoders that the server switched off, and the others of these. */
export const listDecoders = async (tx: Db | Tx, ids: readonly number[]): Promise<DecoderRow[]> =>
  rows<DecoderRow>(
    tx,
    sql`select id, organization_id, name, trouble, trouble_time from decoder
      where state = 'OFF_BY_TROUBLE' or id = any(${ids}::integer[])`,
  );

/** Open alarms of gateways and local servers; alarms raised below them become their symptoms. */
export const listSiteCauses = async (tx: Db | Tx): Promise<number[]> => {
  const found = await rows<{ id: number }>(
    tx,
    sql`select id from alarm where meter_id is null and source in ('GATEWAY', 'LOCAL_SERVER') and ended_time is null`,
  );
  return found.map(({ id }) => id);
};

/** Deletes the states of deleted meters. */
export const forgetStates = async (tx: Tx): Promise<void> => {
  await tx.query(sql`delete from alarm_state s where not exists (select from meter m where m.id = s.meter_id)`);
};
