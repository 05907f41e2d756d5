import type { CURRENT_ORDERS, CurrentPurifiersQuery } from '@airdeck/contract/purifier/current';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { CONTROLLERS, type ControlFacts, type Controller, controlledBy } from '@airdeck/domain/control/controller';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import type { Scope } from '@airdeck/domain/policy/may';
import { ACTIVITIES, type Activity, type CurrentMode, FAN_SPEEDS } from '@airdeck/domain/purifier-state';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { localizedList } from '../../localization/localized-names-queries.ts';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type ListSource, readRows } from '../../platform/db/read-page.ts';
import {
  activityExpression,
  type ControllerRow,
  controlFacts,
  controllerRow,
} from '../../resource/controller-queries.ts';

import { PLACED_SCOPE } from '../../resource/placed-queries.ts';

type Order = (typeof CURRENT_ORDERS)[number];

export interface CurrentRow {
  id: number;
  last_time: Date | null;
  state: PurifierState | null;
  is_stale: boolean;
  controller: ControllerRow;
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
const listAt = (now: number): ListSource<Order> & { mode: string; activity: string; facts: Sql } => {
  const time = `timestamptz '${new Date(now).toISOString()}'`;
  const stale = `coalesce(s.last_time < ${time} - ${MISSED_INTERVALS} * m.interval_s * interval '1 second', true)`;
  const mode = `case when ${stale} then 'SILENT' else ${modeOf('s.state')} end`;
  const urgency = `case when s.state is null then 3 when ${stale} then 2 when ${modeOf('s.state')} = 'TROUBLE' then 0
    when ${WORST_FILTER} >= 1 then 1 else 4 end`;
  const activity = activityExpression('s.state', stale);
  const controlled = { state: 's.state', isSilent: stale, now };
  return {
    mode,
    activity,
    facts: controlFacts(controlled),
    columns: sql`p.id, s.last_time, s.state, ${raw(stale)} as is_stale, ${controllerRow(controlled)} as controller`,
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
      name: 'p.name',
      activity: `array_position('{${ACTIVITIES.join(',')}}'::text[], ${activity})`,
      work_mode: mode,
      fan_speed: `array_position('{${FAN_SPEEDS.join(',')}}'::text[], s.state->>'fan_speed')`,
      filter: WORST_FILTER,
      collected_time: 's.last_time',
    },
    order: [urgency, 'o.name', 'f.name', 'd.name', 'm.name', 'p.number', 'p.id'],
  };
};

const placesOf = (scope: Scope, query: CurrentPurifiersQuery): Sql[] => [
  withinScope(scope, PLACED_SCOPE),
  ...equals('m.organization_id', query.organizationId),
  ...equals('m.office_id', query.officeId),
  ...equals('m.department_id', query.departmentId),
  ...equals('m.id', query.meterId),
  ...equals('p.id', query.purifierId),
  ...containsWords(
    ['p.name', 'p.name_en', 'm.name', 'm.name_en', 'd.name', 'd.name_en', 'f.name', 'f.name_en', 'o.name', 'o.name_en'],
    query.search,
  ),
];

export interface CurrentCounts {
  activities: Record<Activity, number>;
  controllers: Record<Controller, number>;
}

/** Purifiers of the same mode, activity and facts of control. */
interface Group {
  mode: CurrentMode;
  activity: Activity;
  facts: ControlFacts;
  count: number;
  ids: number[];
}

/** A page of what purifiers reported last, their total, and counts that no filter of activity or controller changes. */
export const listCurrent = async (
  db: Db,
  scope: Scope,
  query: CurrentPurifiersQuery,
  language: Language,
  now: number,
): Promise<CurrentCounts & { rows: CurrentRow[]; total: number }> => {
  const list = listAt(now);
  const places = placesOf(scope, query);
  const { rows: groups } = await db.query<Group & Record<string, unknown>>(sql`
    select mode, activity, facts, count(*)::integer as count, array_agg(id) as ids
    from (select ${raw(list.mode)} as mode, ${raw(list.activity)} as activity, ${list.facts} as facts, p.id from ${list.from}
      where ${join(places, ' and ')}) g
    group by 1, 2, 3`);
  const wanted = groups.filter(
    ({ mode, activity, facts }) =>
      mode === (query.workMode ?? mode) &&
      activity === (query.activity ?? activity) &&
      (query.controller === undefined || controlledBy(facts) === query.controller),
  );
  const conditions = wanted.length === groups.length ? places : [...places, amongst(wanted)];
  const { rows } = await readRows<CurrentRow, Order>(db, localizedList(list, language), conditions, query);
  return { rows, total: wanted.reduce((sum, { count }) => sum + count, 0), ...countsOf(groups) };
};

const amongst = (groups: readonly Group[]): Sql => sql`p.id = any(${groups.flatMap(({ ids }) => ids)}::integer[])`;

const noneOf = <Key extends string>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;

/** Both add up to the number of purifiers. */
const countsOf = (groups: readonly Group[]): CurrentCounts => {
  const activities = noneOf(ACTIVITIES);
  const controllers = noneOf(CONTROLLERS);
  for (const { activity, facts, count } of groups) {
    activities[activity] += count;
    controllers[controlledBy(facts)] += count;
  }
  return { activities, controllers };
};

/** Since when a purifier has done what it does, as far as was looked. */
export interface SinceRow {
  purifier_id: number;
  since: Date;
  is_longer: boolean;
}

/** The first report after the last one of another activity, or, of none since `from`, the first since then. */
export const listSince = async (
  db: Db,
  purifiers: readonly { id: number; activity: Activity }[],
  from: number,
): Promise<SinceRow[]> => {
  const activity = raw(activityExpression('q.state', 'false'));
  const { rows } = await db.query<SinceRow & Record<string, unknown>>(sql`
    select p.id as purifier_id, first.time as since, other.time is null and first.is_before as is_longer
    from unnest(${purifiers.map(({ id }) => id)}::integer[], ${purifiers.map((each) => each.activity)}::text[]) as p(id, activity)
    left join lateral (
      select q.time from purifier_state q where q.purifier_id = p.id and q.time >= ${new Date(from)} and ${activity} <> p.activity
      order by q.time desc limit 1
    ) other on true
    cross join lateral (
      select q.time, exists (select from purifier_state b where b.purifier_id = p.id and b.time < q.time
        and ${raw(activityExpression('b.state', 'false'))} = p.activity) as is_before
      from purifier_state q where q.purifier_id = p.id and (
        case when other.time is null then q.last_time >= ${new Date(from)} else q.time > other.time end)
      order by q.time limit 1
    ) first`);
  return rows;
};
