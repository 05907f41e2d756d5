import type { ControlFacts } from '@airdeck/domain/control/controller';
import sql, { raw, type Sql } from 'sql-template-tag';

/** SQL of `activityOf` (domain/purifier-state) for a state. */
export const activityExpression = (state: string, isSilent: string): string => `case when ${isSilent} then 'SILENT'
  when ${state}->>'power' = 'OFF' then 'OFF' when ${state}->>'run' = 'TROUBLE' then 'TROUBLE'
  when ${state}->>'run' = 'WORK' and coalesce(${state}->>'fan_speed' <> 'STOP', true)
    and (${state}->'fans' @> 'true' or ${state}->'fans' = '[]') then 'BLOWING' else 'IDLE' end`;

/** What controls a purifier, with names and times. Times are ISO texts of the database. */
export interface ControllerRow {
  facts: ControlFacts;
  /** Login of the person, and name of the timetable, whose order it is. */
  login: string | null;
  timetable: string | null;
  /** End of the override of auto mode; null: none, or open. */
  overridden_until: string | null;
  /** Next action of its timetable. */
  next_time: string | null;
}

interface ControlledPurifier {
  /** SQL expressions of its last report, and of whether it is silent. */
  state: string;
  isSilent: string;
  now: number;
}

/**
 * Settings and orders of a purifier `p`. The order is the command that overrides auto mode, if one does, and otherwise
 * the newest confirmed one, as long as the purifier reports what it reported then.
 */
const controllerFrom = ({ state, now }: ControlledPurifier): Sql => sql`(select p.id) one
  left join auto_mode a on a.purifier_id = p.id and a.use = 'Y'
  cross join lateral (
    select a.overridden_since is not null and coalesce(a.overridden_until > ${new Date(now)}::timestamptz, true) as is_overridden
  ) w
  left join lateral (
    select k.origin, k.user_login, k.description, w.is_overridden
      or k.after->>'power' = ${raw(state)}->>'power' and k.after->>'control' = ${raw(state)}->>'control'
        and (k.after->>'fan_speed' is not distinct from ${raw(state)}->>'fan_speed' or ${raw(state)}->>'run' = 'TROUBLE')
      as is_followed
    from command k where k.purifier_id = p.id
      and k.requested_time >= case when w.is_overridden then a.overridden_since else '-infinity' end
      and case when w.is_overridden then k.requested_time = a.overridden_since and k.origin <> 'AUTO'
        else k.state = 'CONFIRMED' and k.command in ('POWER', 'WORK', 'FAN_SPEED', 'OPERATING_TIME') end
    order by k.requested_time desc, k.id desc limit 1
  ) k on k.is_followed and k.origin <> 'AUTO'`;

const factsOf = ({ state, isSilent }: ControlledPurifier): Sql => sql`jsonb_build_object(
  'state', case when not ${raw(isSilent)} then jsonb_build_object('power', ${raw(state)}->'power',
    'control', ${raw(state)}->'control', 'source', ${raw(state)}->'source') end,
  'auto', case when a.purifier_id is null then null when w.is_overridden then 'OVERRIDDEN' else 'RUNNING' end,
  'orderedBy', case k.origin when 'HOME_ASSISTANT' then 'PERSON' else k.origin end)`;

/** The `ControlFacts` of a purifier `p`, by which purifiers can be grouped. */
export const controlFacts = (purifier: ControlledPurifier): Sql =>
  sql`(select ${factsOf(purifier)} from ${controllerFrom(purifier)})`;

/** The `ControllerRow` of a purifier `p`. A pause without a command has its person in the audit log. */
export const controllerRow = (purifier: ControlledPurifier): Sql => sql`(
  select jsonb_build_object('facts', ${factsOf(purifier)},
    'login', case when k.origin = 'PERSON' then k.user_login when k.origin = 'HOME_ASSISTANT' then 'Home Assistant'
      when w.is_overridden and k.origin is null then (
      select u.user_login from audit u where u.entity = 'purifiers' and u.entity_id = p.id
        and u.after->>'auto_mode' = 'OVERRIDDEN' order by u.id desc limit 1) end,
    'timetable', case when k.origin = 'TIMETABLE' then coalesce(t.name, k.description) end,
    'overridden_until', case when w.is_overridden then a.overridden_until end,
    'next_time', t.next_time)
  from ${controllerFrom(purifier)}
  left join timetable_purifier x on x.purifier_id = p.id
  left join timetable t on t.id = x.timetable_id and t.use = 'Y')`;
