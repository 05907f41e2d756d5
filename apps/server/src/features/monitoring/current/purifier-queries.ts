import type { PurifierState } from '@airdeck/contract/purifier/schema';
import sql from 'sql-template-tag';
import type { Db } from '../../../platform/db/pool.ts';
import type { PurifierReport } from '../../../site/events.ts';

/** What each registered purifier last reported. */
export const listLastReports = async (db: Db): Promise<PurifierReport[]> => {
  const { rows } = await db.query<{ id: number; meter_id: number; last_time: Date; state: PurifierState }>(sql`
    select p.id, p.meter_id, s.last_time, s.state from purifier p
    cross join lateral (
      select last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
    ) s`);
  return rows.map(({ id, meter_id, last_time, state }) => ({
    purifierId: id,
    meterId: meter_id,
    time: last_time.getTime(),
    state,
  }));
};
