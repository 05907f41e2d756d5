import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { FilterLevel } from '@airdeck/domain/purifier/filter-life';
import sql, { type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

/** The last report of a purifier, and since when it has reported exactly that. */
export type ReportRow = Pick<Tables['purifier_state'], 'purifier_id' | 'time' | 'last_time'> & { state: PurifierState };

export const listLastReports = async (tx: Db | Tx, purifierIds: readonly number[]): Promise<ReportRow[]> => {
  const { rows } = await tx.query<ReportRow>(sql`
    select p.id as purifier_id, s.time, s.last_time, s.state from unnest(${purifierIds}::integer[]) as p(id)
    cross join lateral (
      select time, last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
    ) s`);
  return rows;
};

/** Value of a filter's counter at its last replacement. */
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

/** A filter at a level, and the counter value at which it reached it. */
export interface FilterCrossing {
  purifier_id: number;
  filter: number;
  level: FilterLevel;
  counterH: number;
  /** Its last replacement; null: none is known. */
  since: Date | null;
}

export interface CrossedRow extends Pick<FilterCrossing, 'purifier_id' | 'filter' | 'level'> {
  /** The first report with that counter value, or a higher one. */
  time: Date;
}

/** When filters reached their levels, by the stored reports. */
export const listCrossed = async (tx: Tx, crossings: readonly FilterCrossing[]): Promise<CrossedRow[]> => {
  if (crossings.length === 0) return [];
  const { rows } = await tx.query<CrossedRow & Record<string, unknown>>(sql`
    select c.purifier_id, c.filter, c.level, s.time
    from jsonb_to_recordset(${JSON.stringify(crossings)}::jsonb)
      as c(purifier_id integer, filter integer, level text, "counterH" double precision, since timestamptz)
    cross join lateral (
      select time from purifier_state where purifier_id = c.purifier_id and time >= coalesce(c.since, '-infinity')
        and (state->'filter_use_h'->>(c.filter - 1))::double precision >= c."counterH"
      order by time limit 1
    ) s`);
  return rows;
};

const isStrong = (alias: 's' | 'q'): Sql => {
  const state = alias === 's' ? sql`s.state` : sql`q.state`;
  return sql`(${state}->>'power' = 'ON' and ${state}->>'run' = 'WORK' and ${state}->>'fan_speed' = 'STRONG')`;
};

const inSlice = ({ slice, slices }: { slice: number; slices: number }) => sql`from purifier p
  join meter m on m.id = p.meter_id and m.use = 'Y' join organization o on o.id = m.organization_id and o.use = 'Y'
  cross join lateral (
    select time, last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
  ) s
  where p.use = 'Y' and p.id % ${slices} = ${slice}`;

/** Purifiers of a slice that have reported nothing for long although their meter has reported recently. */
export const listSilentPurifiers = async (
  tx: Db | Tx,
  given: { slice: number; slices: number; now: number; missed: number; patienceS: number },
): Promise<Pick<ReportRow, 'purifier_id' | 'last_time'>[]> => {
  const now = sql`${new Date(given.now)}::timestamptz`;
  const { rows } = await tx.query<Pick<ReportRow, 'purifier_id' | 'last_time'> & Record<string, unknown>>(sql`
    select p.id as purifier_id, s.last_time ${inSlice(given)}
      and s.last_time < ${now} - greatest(${given.missed} * m.interval_s, ${given.patienceS}) * interval '1 second'
      and exists (select from meter_current c where c.meter_id = m.id
        and c.time >= ${now} - ${given.missed} * m.interval_s * interval '1 second')`);
  return rows;
};

/** A purifier whose fan is strong, or that has an alarm because of it. */
export interface StrongFanRow {
  purifier_id: number;
  /** Its fan was strong in all reports of the period. */
  is_strong: boolean;
}

/** Purifiers of a slice whose fan has been strong since `strongSince`, epoch milliseconds, or that have such an alarm. */
export const listStrongFans = async (
  tx: Db | Tx,
  given: { slice: number; slices: number; strongSince: number },
): Promise<StrongFanRow[]> => {
  const since = new Date(given.strongSince);
  const { rows } = await tx.query<StrongFanRow & Record<string, unknown>>(sql`
    select purifier_id, is_strong from (
      select p.id as purifier_id,
        case when ${isStrong('s')} then not exists (
          select from purifier_state q where q.purifier_id = p.id and q.last_time >= ${since}
            and q.time >= coalesce((select max(b.time) from purifier_state b
              where b.purifier_id = p.id and b.time <= ${since}), '-infinity')
            and not ${isStrong('q')}
        ) and exists (
          select from purifier_state b where b.purifier_id = p.id and b.time <= ${since}
        ) else false end as is_strong,
        exists (select from alarm a where a.meter_id = m.id and a.purifier_id = p.id and a.ended_time is null
          and a.source = 'EFFECT') as has_alarm
      ${inSlice(given)}
    ) w where is_strong or has_alarm`);
  return rows;
};
