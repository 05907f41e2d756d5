import type { RaisedAlarm } from '@airdeck/contract/live/event';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import sql from 'sql-template-tag';
import type { Db } from '../../../platform/db/pool.ts';
import { IS_LIVE, IS_NO_SYMPTOM, IS_PENDING } from './list-queries.ts';

type Raised = RaisedAlarm & { organization_id: number | null };

/** Those of them that still wait for somebody, worst first. */
export const listRaised = async (db: Db, ids: readonly number[]): Promise<Raised[]> => {
  const { rows } = await db.query<Raised & Record<string, unknown>>(sql`
    select a.id, a.organization_id, a.severity, a.description, a.description_en,
      concat_ws(' · ', a.organization_name, a.department_name, a.meter_name, a.sensor_name, a.air_name) as place
    from alarm a where a.id = any(${ids}::bigint[]) and ${IS_LIVE} and ${IS_PENDING} and ${IS_NO_SYMPTOM}
    order by array_position(${SEVERITIES}::text[], a.severity), a.id desc`);
  return rows;
};
