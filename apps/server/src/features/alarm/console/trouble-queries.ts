import { FILTER_DUE, FILTER_EXPIRED, NO_COMMUNICATION } from '@airdeck/contract/standard/built-in';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { IS_LIVE, IS_NO_SYMPTOM, reached } from './list-queries.ts';

/** A device with an open alarm whose condition holds; devices below it are not listed separately. */
export interface DeviceTrouble {
  alarm_id: number;
  /** SILENT: a gateway, a local server or a meter does not communicate. */
  kind: 'SILENT' | 'PURIFIER';
  organization_id: number | null;
  meter_id: number | null;
  purifier_id: number | null;
  /** Gateway code or local server name. */
  gateway: string | null;
  local_server: string | null;
  description: string;
  description_en: string | null;
  since_time: Date;
  /** Number of meters that last connected through it and whose state is unknown now. */
  below: number;
  /** Number of devices of this kind before the limit is applied. */
  total: number;
}

/**
 * Devices in trouble within a scope, at most `limit` of each kind, longest first. Leaves out shelved alarms, and
 * filters, which have a list of their own.
 */
export const listDeviceTroubles = async (db: Db | Tx, scope: Scope, limit: number): Promise<DeviceTrouble[]> => {
  const { rows } = await db.query<DeviceTrouble & Record<string, unknown>>(sql`
    with trouble as (
      select a.*, case when a.purifier_id is null then 'SILENT' else 'PURIFIER' end as subject from alarm a
      where ${IS_LIVE} and ${reached(scope)} and a.ended_time is null and a.shelved_until is null and ${IS_NO_SYMPTOM}
        and (a.source in ('GATEWAY', 'LOCAL_SERVER') or a.code = ${NO_COMMUNICATION}
          or (a.purifier_id is not null and a.severity in ('CRITICAL', 'MAJOR', 'MINOR')
            and a.code not in (${FILTER_EXPIRED}, ${FILTER_DUE})))
    ), one as (
      select distinct on (subject, purifier_id, case when purifier_id is null then id end) * from trouble
      order by subject, purifier_id, case when purifier_id is null then id end, since_time
    ), ranked as (
      select *, count(*) over (partition by subject)::integer as total,
        row_number() over (partition by subject order by meter_id is not null, since_time) as rank
      from one
    )
    select r.id as alarm_id, r.subject as kind, r.organization_id, r.meter_id, r.purifier_id, r.gateway, l.name as local_server,
      r.description, r.description_en, r.since_time, r.total,
      (select count(*) from meter_route m where (m.organization_id = r.organization_id and m.gateway = r.gateway)
        or m.local_server_id = r.local_server_id)::integer as below
    from ranked r left join local_server l on l.id = r.local_server_id
    where r.rank <= ${limit} order by r.rank`);
  return rows;
};
