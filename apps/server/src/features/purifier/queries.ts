import type { PurifierState } from '@airdeck/contract/purifier/schema';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Writes down a reported state: a report that says what the one before it said lengthens that one's row. Reports
 * may come late: each is compared with its neighbour in measured time.
 */
export const saveState = async (db: Db, purifierId: number, time: number, state: PurifierState): Promise<void> => {
  const at = new Date(time);
  const json = JSON.stringify(state);
  await db.query(sql`
    with before as (
      select time, state from purifier_state where purifier_id = ${purifierId} and time <= ${at}
      order by time desc limit 1
    ), lengthened as (
      update purifier_state s set last_time = greatest(s.last_time, ${at}) from before
      where s.purifier_id = ${purifierId} and s.time = before.time and before.state = ${json}::jsonb
      returning s.time
    )
    insert into purifier_state (purifier_id, time, last_time, state)
    select ${purifierId}, ${at}, ${at}, ${json}::jsonb where not exists (select from lengthened)
    on conflict (purifier_id, time) do nothing`);
};
