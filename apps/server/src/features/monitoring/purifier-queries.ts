import type { PurifierState } from '@airdeck/contract/purifier/schema';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

interface ReportRow {
  purifier_id: number;
  last_time: Date;
  state: PurifierState;
}

/** What each registered purifier last reported. */
export const loadReports = async (db: Db): Promise<ReportRow[]> => {
  const { rows } = await db.query<ReportRow>(sql`
    select p.id as purifier_id, s.last_time, s.state from purifier p
    cross join lateral (
      select last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
    ) s`);
  return rows;
};
