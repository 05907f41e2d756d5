import type { PurifierState } from '@airdeck/contract/purifier/schema';
import sql, { type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

/** What a purifier reported last, and since when it has reported exactly that. */
export type ReportRow = Pick<Tables['purifier_state'], 'purifier_id' | 'time' | 'last_time'> & { state: PurifierState };

export const listLastReports = async (tx: Db | Tx, purifierIds: readonly number[]): Promise<ReportRow[]> => {
  const { rows } = await tx.query<ReportRow>(sql`
    select p.id as purifier_id, s.time, s.last_time, s.state from unnest(${purifierIds}::integer[]) as p(id)
    cross join lateral (
      select time, last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
    ) s`);
  return rows;
};

/** From where a filter's counter has gone on since it was replaced last. */
export type ReplacedRow = Pick<
  Tables['filter_replacement'],
  'purifier_id' | 'filter' | 'time' | 'before_h' | 'after_h'
>;

export const listLastReplaced = async (tx: Db | Tx, purifierIds: readonly number[]): Promise<ReplacedRow[]> => {
  const { rows } = await tx.query<ReplacedRow>(sql`
    select distinct on (purifier_id, filter) purifier_id, filter, time, before_h, after_h from filter_replacement
    where purifier_id = any(${purifierIds}::integer[]) order by purifier_id, filter, time desc, id desc`);
  return rows;
};

const isStrong = (alias: 's' | 'q'): Sql => {
  const state = alias === 's' ? sql`s.state` : sql`q.state`;
  return sql`(${state}->>'power' = 'ON' and ${state}->>'run' = 'WORK' and ${state}->>'fan_speed' = 'STRONG')`;
};

/** A purifier of a slice with a condition to evaluate that no report shows. */
export interface WatchedRow extends ReportRow {
  /** Its meter has reported recently. */
  is_heard: boolean;
  /** Its fan was strong in all reports of the period. */
  is_strong: boolean;
}

/**
 * Purifiers of a slice that are silent beside a live meter, whose fan has been strong since `strongSince`, or that have
 * such an alarm.
 */
export const listWatched = async (
  tx: Db | Tx,
  given: { slice: number; slices: number; now: number; missed: number; patienceS: number; strongSince: number },
): Promise<WatchedRow[]> => {
  const now = sql`${new Date(given.now)}::timestamptz`;
  const { rows } = await tx.query<WatchedRow & Record<string, unknown>>(sql`
    select * from (
      select p.id as purifier_id, s.time, s.last_time, s.state,
        coalesce(c.time >= ${now} - ${given.missed} * m.interval_s * interval '1 second', false) as is_heard,
        s.last_time < ${now} - greatest(${given.missed} * m.interval_s, ${given.patienceS}) * interval '1 second'
          as is_silent,
        case when ${isStrong('s')} then not exists (
          select from purifier_state q where q.purifier_id = p.id and q.last_time >= ${new Date(given.strongSince)}
            and q.time >= coalesce((select max(b.time) from purifier_state b
              where b.purifier_id = p.id and b.time <= ${new Date(given.strongSince)}), '-infinity')
            and not ${isStrong('q')}
        ) and exists (
          select from purifier_state b where b.purifier_id = p.id and b.time <= ${new Date(given.strongSince)}
        ) else false end as is_strong,
        exists (select from alarm a where a.meter_id = m.id and a.purifier_id = p.id and a.ended_time is null
          and (a.source = 'EFFECT' or (a.source = 'PURIFIER' and a.code = 'P001'))) as is_told
      from purifier p join meter m on m.id = p.meter_id and m.use = 'Y'
      join organization o on o.id = m.organization_id and o.use = 'Y'
      left join meter_current c on c.meter_id = m.id
      cross join lateral (
        select time, last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
      ) s
      where p.use = 'Y' and p.id % ${given.slices} = ${given.slice}
    ) w where (is_silent and is_heard) or is_strong or is_told`);
  return rows;
};
