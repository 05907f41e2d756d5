import type { CURRENT_ORDERS, CurrentPurifiersQuery } from '@airdeck/contract/purifier/current';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import type { CurrentMode } from '@airdeck/domain/purifier-state';
import { FAN_SPEEDS, type ShownWorkMode } from '@airdeck/domain/purifier-state';
import sql, { raw, type Sql } from 'sql-template-tag';
import { localizedList } from '../../localization/localized-names-queries.ts';
import { containsAny, equals } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type ListSource, readRows } from '../../platform/db/read-page.ts';

type Order = (typeof CURRENT_ORDERS)[number];

export interface CurrentRow {
  id: number;
  last_time: Date | null;
  state: PurifierState | null;
  is_stale: boolean;
}

/** The shown work mode of a state (domain/purifier-state). */
const modeOf = (state: string): string => `case when ${state}->>'power' = 'OFF' then 'OFF'
  when ${state}->>'run' <> 'WORK' then ${state}->>'run' else ${state}->>'control' end`;

/** The same share as in domain/purifier/filter-life; null sorts last in both directions. */
const WORST_FILTER = `(select max(case when u.h >= coalesce(r.after_h, 0) then u.h - coalesce(r.after_h, 0) else u.h end
    / nullif((s.state->>'filter_period_h')::float8, 0))
  from (select value::float8 as h, ordinality as n from jsonb_array_elements_text(s.state->'filter_use_h') with ordinality) u
  left join lateral (select after_h from filter_replacement f where f.purifier_id = p.id and f.filter = u.n
    order by f.time desc, f.id desc limit 1) r on true)`;

/** Silence depends on the time, which comes from the server's own clock. */
const listAt = (now: number, language: Language): ListSource<Order> & { mode: string; running: string } => {
  const time = `timestamptz '${new Date(now).toISOString()}'`;
  const stale = `coalesce(s.last_time < ${time} - ${MISSED_INTERVALS} * m.interval_s * interval '1 second', true)`;
  const mode = `case when ${stale} then 'SILENT' else ${modeOf('s.state')} end`;
  const urgency = `case when s.state is null then 3 when ${stale} then 2 when ${modeOf('s.state')} = 'TROUBLE' then 0
    when ${WORST_FILTER} >= 1 then 1 else 4 end`;
  // domain/purifier-state tells when a fan turns.
  const running = `not ${stale} and ${modeOf('s.state')} in ('AUTO', 'MANUAL') and coalesce(s.state->>'fan_speed' <> 'STOP', true)
    and (s.state->'fans' @> 'true' or s.state->'fans' = '[]')`;
  return {
    mode,
    running,
    columns: sql`p.id, s.last_time, s.state, ${raw(stale)} as is_stale`,
    from: sql`purifier p join meter m on m.id = p.meter_id and m.use = 'Y' and p.use = 'Y'
      join organization o on o.id = m.organization_id and o.use = 'Y' join office f on f.id = m.office_id
      join department d on d.id = m.department_id
      left join lateral (
        select last_time, state from purifier_state where purifier_id = p.id order by time desc limit 1
      ) s on true`,
    fields: {
      urgency,
      organization_name: 'o.name',
      office_name: 'f.name',
      department_name: 'd.name',
      meter_name: 'm.name',
      name: language === 'en' ? 'coalesce(p.name_en, p.name)' : 'p.name',
      work_mode: mode,
      fan_speed: `array_position('{${FAN_SPEEDS.join(',')}}'::text[], s.state->>'fan_speed')`,
      filter: WORST_FILTER,
      collected_time: 's.last_time',
    },
    order: [urgency, 'o.name', 'f.name', 'd.name', 'm.name', 'p.number', 'p.id'],
  };
};

const placesOf = (organizationIds: readonly number[], query: CurrentPurifiersQuery): Sql[] => [
  sql`m.organization_id = any(${organizationIds}::integer[])`,
  ...equals('m.organization_id', query.organizationId),
  ...equals('m.office_id', query.officeId),
  ...equals('m.department_id', query.departmentId),
  ...equals('m.id', query.meterId),
  ...equals('p.id', query.purifierId),
  ...containsAny(
    ['p.name', 'p.name_en', 'm.name', 'm.name_en', 'd.name', 'd.name_en', 'f.name', 'f.name_en', 'o.name', 'o.name_en'],
    query.search,
  ),
];

/** A page of what purifiers reported last, how many of all there are in each mode, and of how many a fan turns. */
export const listCurrent = async (
  db: Db,
  organizationIds: readonly number[],
  query: CurrentPurifiersQuery,
  language: Language,
  now: number,
): Promise<{ rows: CurrentRow[]; counts: Record<CurrentMode, number>; running: number }> => {
  const list = listAt(now, language);
  const places = placesOf(organizationIds, query);
  const counted = await db.query<{ mode: CurrentMode; count: number; running: number }>(sql`
    select ${raw(list.mode)} as mode, count(*)::integer as count,
      count(*) filter (where ${raw(list.running)})::integer as running from ${list.from}
    where ${places.reduce((all, each) => sql`${all} and ${each}`)} group by 1`);
  const counts = { AUTO: 0, MANUAL: 0, STOP: 0, OFF: 0, TROUBLE: 0, SILENT: 0 };
  for (const { mode, count } of counted.rows) counts[mode] = count;
  const conditions = [...places, ...(query.workMode ? [sql`${raw(list.mode)} = ${query.workMode}`] : [])];
  const { rows } = await readRows<CurrentRow, Order>(db, localizedList(list, language), conditions, query);
  return { rows, counts, running: counted.rows.reduce((sum, row) => sum + row.running, 0) };
};

/** Since when a purifier has had a work mode, as far as was looked. */
export interface SinceRow {
  purifier_id: number;
  since: Date;
  is_longer: boolean;
}

/** The first report after the last one of another mode, or, of none since `from`, the first since then. */
export const listSince = async (
  db: Db,
  purifiers: readonly { id: number; mode: ShownWorkMode }[],
  from: number,
): Promise<SinceRow[]> => {
  const mode = raw(modeOf('q.state'));
  const { rows } = await db.query<SinceRow & Record<string, unknown>>(sql`
    select p.id as purifier_id, first.time as since, other.time is null and first.is_before as is_longer
    from unnest(${purifiers.map(({ id }) => id)}::integer[], ${purifiers.map((each) => each.mode)}::text[]) as p(id, mode)
    left join lateral (
      select q.time from purifier_state q where q.purifier_id = p.id and q.time >= ${new Date(from)} and ${mode} <> p.mode
      order by q.time desc limit 1
    ) other on true
    cross join lateral (
      select q.time, exists (select from purifier_state b where b.purifier_id = p.id and b.time < q.time
        and ${raw(modeOf('b.state'))} = p.mode) as is_before
      from purifier_state q where q.purifier_id = p.id and (
        case when other.time is null then q.last_time >= ${new Date(from)} else q.time > other.time end)
      order by q.time limit 1
    ) first`);
  return rows;
};
