import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { TimeRange } from '@airdeck/domain/range';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';

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
