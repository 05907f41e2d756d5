import type { PurifierState } from '@airdeck/contract/purifier/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** A purifier's newest report, and the one that held at the beginning of a window, or the first in it. */
export interface CounterRow {
  purifier_id: number;
  last_time: Date;
  state: PurifierState;
  first_time: Date;
  first_use_h: number[];
}

/** Two look-ups of the key for each purifier, however much it has reported in between. */
export const listCounters = async (
  db: Db | Tx,
  purifierIds: readonly number[],
  since: number,
): Promise<CounterRow[]> => {
  const { rows } = await db.query<CounterRow & Record<string, unknown>>(sql`
    select p.id as purifier_id, s.last_time, s.state, f.first_time, f.state->'filter_use_h' as first_use_h
    from unnest(${purifierIds}::integer[]) as p(id)
    cross join lateral (
      select time, last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
    ) s
    cross join lateral (
      select greatest(time, least(last_time, ${new Date(since)}::timestamptz)) as first_time, state
      from purifier_state where purifier_id = p.id and time >= coalesce((
        select max(time) from purifier_state where purifier_id = p.id and time <= ${new Date(since)}
      ), '-infinity')
      order by time limit 1
    ) f`);
  return rows;
};
