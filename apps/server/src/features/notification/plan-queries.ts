import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { SYSTEM_CODE } from '../../registry/visible-organizations.ts';
import type { Tables } from '../../schema/tables.ts';

export type RuleToFollow = Pick<
  Tables['notification_rule'],
  | 'id'
  | 'organization_id'
  | 'severity'
  | 'alarm_category'
  | 'channel'
  | 'recipients'
  | 'url'
  | 'digest_min'
  | 'quiet_from'
  | 'quiet_to'
  | 'critical_passes'
  | 'escalate_min'
  | 'escalate_to'
>;

export interface PlannedAlarm extends Pick<Tables['alarm'], 'id' | 'category' | 'severity' | 'openings'> {
  organization_id: number;
}

export type NewNotification = Pick<
  Tables['notification'],
  'organization_id' | 'rule_id' | 'alarm_id' | 'opening' | 'step' | 'channel' | 'receiver' | 'target' | 'due_time'
>;

/** The organization whose rules apply to an alarm: alarms of the server itself belong to the operating organization. */
const TELLING = sql`coalesce(organization_id, (select o.id from organization o where o.code = ${SYSTEM_CODE}))`;

/** Those of these alarms that need a notification: open, no symptom of another, not shelved. */
export const listToTell = async (tx: Tx, ids: readonly number[]): Promise<PlannedAlarm[]> => {
  const { rows } = await tx.query<PlannedAlarm & Record<string, unknown>>(sql`
    select id, ${TELLING} as organization_id, category, severity, openings from alarm
    where id = any(${ids}::bigint[]) and ${TELLING} is not null and cleared_time is null and ended_time is null
      and acknowledged_time is null and cause_id is null and shelved_until is null order by id`);
  return rows;
};

export const listRulesToFollow = async (tx: Tx, organizationIds: readonly number[]): Promise<RuleToFollow[]> => {
  const { rows } = await tx.query<RuleToFollow>(sql`
    select id, organization_id, severity, alarm_category, channel, recipients, url, digest_min, quiet_from, quiet_to,
      critical_passes, escalate_min, escalate_to
    from notification_rule where organization_id = any(${organizationIds}::integer[]) and use = 'Y' order by id`);
  return rows;
};

/** Drops waiting notifications of earlier openings of these alarms. */
export const dropEarlier = async (tx: Tx, alarms: readonly PlannedAlarm[]): Promise<void> => {
  const reopened = alarms.filter(({ openings }) => openings > 1);
  if (reopened.length === 0) return;
  await tx.query(sql`update notification n set state = 'DROPPED', version = n.version + 1
    from unnest(${reopened.map(({ id }) => id)}::bigint[], ${reopened.map(({ openings }) => openings)}::integer[])
      as a(id, openings)
    where n.alarm_id = a.id and n.opening < a.openings and n.state = 'WAITING'`);
};

/**
 * Inserts one notification for each alarm, opening, rule, step and receiver. An existing one is kept, except that a
 * dropped one is planned again.
 */
export const insertNotifications = async (tx: Tx, planned: readonly NewNotification[]): Promise<number> => {
  if (planned.length === 0) return 0;
  const { rowCount } = await tx.query(sql`
    insert into notification as n (organization_id, rule_id, alarm_id, opening, step, channel, receiver, target, due_time,
      next_time)
    select p.*, p.due_time from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p (organization_id integer,
      rule_id integer, alarm_id bigint, opening integer, step smallint, channel text, receiver text, target text,
      due_time timestamptz)
    on conflict (alarm_id, opening, rule_id, step, receiver) do update set state = 'WAITING', due_time = excluded.due_time,
      next_time = excluded.next_time, tries = 0, version = n.version + 1
    where n.state = 'DROPPED'`);
  return rowCount;
};

export type PastAlarm = Pick<
  Tables['alarm'],
  'id' | 'category' | 'severity' | 'code' | 'description' | 'description_en' | 'meter_name' | 'occurred_time'
>;

/** Maximum alarms of a week that a preview examines, the newest. */
const MAX_PAST = 10_000;

/** Each announcement of an alarm of an organization since a time, without symptoms, newest first. */
export const listPast = async (db: Db, organizationId: number, since: number): Promise<PastAlarm[]> => {
  const { rows } = await db.query<PastAlarm>(sql`
    select distinct on (coalesce(occurrence_of, id), openings) id, category, severity, code, description, description_en,
      meter_name, occurred_time
    from (
      select * from alarm
      where (organization_id = ${organizationId} or (organization_id is null and ${TELLING} = ${organizationId}))
        and occurred_time >= ${new Date(since)} and cause_id is null
      order by occurred_time desc, id desc limit ${MAX_PAST}
    ) newest
    order by coalesce(occurrence_of, id), openings, occurred_time`);
  return rows.toSorted((a, b) => b.occurred_time.getTime() - a.occurred_time.getTime() || b.id - a.id);
};
