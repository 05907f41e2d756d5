import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { TimeRange } from '@airdeck/domain/range';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

type StateRow = Pick<PurifierState, 'power' | 'run' | 'fan_speed' | 'fans'> & { time: Date; last_time: Date };

/** The fan states of a purifier in a period, in order, with the one that reached into it. */
export const listFanStates = async (db: Db, purifierId: number, { start, end }: TimeRange): Promise<StateRow[]> => {
  const { rows } = await db.query<StateRow & Record<string, unknown>>(sql`
    select time, last_time, state->>'power' as power, state->>'run' as run, state->>'fan_speed' as fan_speed,
      state->'fans' as fans
    from purifier_state where purifier_id = ${purifierId} and time < ${new Date(end)} and time >= coalesce((
      select max(time) from purifier_state where purifier_id = ${purifierId} and time <= ${new Date(start)}
    ), ${new Date(start)})
    order by time`);
  return rows;
};

/** A device's counters of filters 1 to 3, in hours. */
export type FilterCounters = readonly number[];

/**
 * Writes down a reported state: a report that says what the one before it said lengthens that one's row. Reports
 * may come late: each is compared with its neighbour in measured time. One that contradicts the row that it falls
 * into splits it; of what that row said afterwards only its last report is known to the second, so it goes on there.
 * Answers what the filters' counters said in the report before it, if that said something else.
 */
export const saveState = async (
  db: Db | Tx,
  purifierId: number,
  time: number,
  state: PurifierState,
): Promise<FilterCounters> => {
  const at = new Date(time);
  const json = JSON.stringify(state);
  const { rows } = await db.query<{ counters: number[] | null }>(sql`
    with before as (
      select time, last_time, state, state = ${json}::jsonb as same from purifier_state
      where purifier_id = ${purifierId} and time <= ${at}
      order by time desc limit 1
    ), lengthened as (
      update purifier_state s set last_time = greatest(s.last_time, ${at}) from before
      where s.purifier_id = ${purifierId} and s.time = before.time and before.same
      returning s.time
    ), split as (
      select last_time, state from before where not same and time < ${at} and last_time > ${at}
    ), shortened as (
      update purifier_state s set last_time = ${at} from before, split
      where s.purifier_id = ${purifierId} and s.time = before.time
    ), inserted as (
      insert into purifier_state (purifier_id, time, last_time, state)
      select ${purifierId}::integer, ${at}::timestamptz, ${at}::timestamptz, ${json}::jsonb where not exists (select from lengthened)
      union all
      select ${purifierId}::integer, last_time, last_time, state from split
      on conflict (purifier_id, time) do nothing
    )
    select state->'filter_use_h' as counters from before where not same`);
  return rows[0]?.counters ?? [];
};
