import { FILTER_DUE, FILTER_EXPIRED } from '@airdeck/contract/standard/built-in';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { IS_LIVE, IS_NO_SYMPTOM, reached } from './filter-queries.ts';

/** A device with an open alarm whose condition holds. Silent meters are known to the current air. */
export interface DeviceTrouble {
  alarm_id: number;
  /** SILENT: a gateway or a local server does not communicate. */
  kind: 'SILENT' | 'PURIFIER';
  organization_id: number | null;
  purifier_id: number | null;
  /** Gateway code or local server name. */
  gateway: string | null;
  local_server: string | null;
  code: string;
  description: string;
  description_en: string | null;
  since_time: Date;
  /** Who acknowledged it, and when; null while it is unacknowledged. */
  handled_by: string | null;
  handled_at: Date | null;
  /** Meters that last connected through it and whose state is unknown now. */
  below: number[];
  /** Number of devices of this kind before the limit is applied. */
  total: number;
}

/** Meters within a scope whose silence is shelved: someone has seen it and does not want to see it for a while. */
export const listShelvedMeters = async (db: Db | Tx, scope: Scope): Promise<number[]> => {
  const { rows } = await db.query<{ meter_id: number }>(sql`
    select a.meter_id from alarm a where ${IS_LIVE} and ${reached(scope)} and a.shelved_until is not null
      and a.source = 'SILENCE' and a.meter_id is not null`);
  return rows.map(({ meter_id }) => meter_id);
};

/**
 * Devices in trouble within a scope, at most `limit` of each kind, longest first. Leaves out shelved alarms, and
 * filters, which have a list of their own.
 */
export const listDeviceTroubles = async (db: Db | Tx, scope: Scope, limit: number): Promise<DeviceTrouble[]> => {
  const { rows } = await db.query<DeviceTrouble & Record<string, unknown>>(sql`
    with trouble as (
      select a.*, case when a.purifier_id is null then 'SILENT' else 'PURIFIER' end as subject from alarm a
      where ${IS_LIVE} and ${reached(scope)} and a.ended_time is null and a.shelved_until is null and ${IS_NO_SYMPTOM}
        and (a.source in ('GATEWAY', 'LOCAL_SERVER')
          or (a.purifier_id is not null and a.severity in ('CRITICAL', 'MAJOR', 'MINOR')
            and a.code not in (${FILTER_EXPIRED}, ${FILTER_DUE})))
    ), one as (
      select distinct on (subject, purifier_id, case when purifier_id is null then id end) * from trouble
      order by subject, purifier_id, case when purifier_id is null then id end, since_time
    ), ranked as (
      select *, count(*) over (partition by subject)::integer as total,
        row_number() over (partition by subject order by since_time) as rank
      from one
    )
    select r.id as alarm_id, r.subject as kind, r.organization_id, r.purifier_id, r.gateway, l.name as local_server,
      r.code, r.description, r.description_en, r.since_time, r.total, r.acknowledged_time as handled_at,
      coalesce(u.name, r.acknowledged_login) as handled_by,
      array(select m.meter_id from meter_route m where (m.organization_id = r.organization_id and m.gateway = r.gateway)
        or (m.organization_id = r.organization_id and m.local_server_id = r.local_server_id)) as below
    from ranked r left join local_server l on l.id = r.local_server_id
      left join app_user u on u.id = r.acknowledged_by
    where r.rank <= ${limit} order by r.rank`);
  return rows;
};
