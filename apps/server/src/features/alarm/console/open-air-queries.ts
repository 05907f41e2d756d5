import type { Severity } from '@airdeck/contract/standard/schema';
import { GRADED_TYPES } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import type { Db } from '../../../platform/db/pool.ts';
import { IS_LIVE } from './filter-queries.ts';

/** An alarm of a meter's air or silence whose condition holds. */
export interface OpenAirAlarm {
  id: number;
  /** The alarm of which it is a symptom, such as that of a silent gateway; its own id without one. */
  root_id: number;
  meter_id: number;
  about: 'AIR' | 'SILENCE';
  code: string;
  severity: Severity;
  /** Who acknowledged it, or its cause, and when; null while it is unacknowledged. */
  handled_by: string | null;
  handled_at: Date | null;
}

/** More are not shown on cards; an installation has one meter for each at least. */
const MAX_OPEN = 100_000;

/**
 * Open alarms of bad air and silence that are not shelved: all, or those of these ids and their symptoms. Who
 * acknowledges a cause takes care of its symptoms.
 */
export const listOpenAirAlarms = async (db: Db, ids: readonly number[] | null): Promise<OpenAirAlarm[]> => {
  const { rows } = await db.query<OpenAirAlarm & Record<string, unknown>>(sql`
    select a.id, coalesce(c.id, a.id) as root_id, a.meter_id, coalesce(c.code, a.code) as code, a.severity,
      case a.source when 'SILENCE' then 'SILENCE' else 'AIR' end as about,
      case when c.acknowledged_time is null then coalesce(u.name, a.acknowledged_login)
        else coalesce(cu.name, c.acknowledged_login) end as handled_by,
      coalesce(c.acknowledged_time, a.acknowledged_time) as handled_at
    from alarm a
      left join alarm c on c.id = a.cause_id and c.cleared_time is null and c.hidden_time is null
      left join app_user u on u.id = a.acknowledged_by
      left join app_user cu on cu.id = c.acknowledged_by
    where ${IS_LIVE} and a.ended_time is null and a.shelved_until is null and a.meter_id is not null
      and (a.source = 'SILENCE' or (a.source = 'VALUE' and a.sensor_type = any(${GRADED_TYPES}::text[])))
      and (${ids}::bigint[] is null or a.id = any(${ids}::bigint[]) or a.cause_id = any(${ids}::bigint[]))
    order by a.id desc limit ${MAX_OPEN}`);
  return rows;
};
