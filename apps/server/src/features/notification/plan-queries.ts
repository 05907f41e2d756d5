import type { AlarmCategory } from '@airdeck/contract/alarm/schema';
import type { NotificationRule } from '@airdeck/contract/notification/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { SYSTEM_CODE } from '../../registry/visible-organizations.ts';

type Severity = NotificationRule['severity'];

export type RuleToFollow = Pick<
  NotificationRule,
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

export interface PlannedAlarm {
  id: number;
  organization_id: number;
  category: AlarmCategory;
  severity: Severity;
  /** How often it has wanted somebody. */
  openings: number;
}

export interface NewNotification {
  organization_id: number;
  rule_id: number;
  alarm_id: number;
  opening: number;
  step: number;
  channel: NotificationRule['channel'];
  receiver: string;
  target: string;
  due_time: Date;
}

/** Whose rules tell of an alarm: the server's own is the business of those who run the installation. */
const TELLING = sql`coalesce(organization_id, (select o.id from organization o where o.code = ${SYSTEM_CODE}))`;

/** Alarms among these that somebody should know of: open, nobody's symptom, not put aside. */
export const listToTell = async (tx: Tx, ids: readonly number[]): Promise<PlannedAlarm[]> => {
  const { rows } = await tx.query<PlannedAlarm & Record<string, unknown>>(sql`
    select id, ${TELLING} as organization_id, category, severity, openings from alarm
    where id = any(${ids}::bigint[]) and ${TELLING} is not null and cleared_time is null and ended_time is null
      and acknowledged_time is null and cause_id is null and shelved_until is null order by id`);
  return rows;
};

export const listRulesToFollow = async (tx: Tx, organizationIds: readonly number[]): Promise<RuleToFollow[]> => {
  const { rows } = await tx.query<RuleToFollow & Record<string, unknown>>(sql`
    select id, organization_id, severity, alarm_category, channel, recipients, url, digest_min, quiet_from, quiet_to,
      critical_passes, escalate_min, escalate_to
    from notification_rule where organization_id = any(${organizationIds}::integer[]) and use = 'Y' order by id`);
  return rows;
};

/** Nobody is told any more that these want somebody for an earlier time. */
export const dropEarlier = async (tx: Tx, alarms: readonly PlannedAlarm[]): Promise<void> => {
  const reopened = alarms.filter(({ openings }) => openings > 1);
  if (reopened.length === 0) return;
  await tx.query(sql`update notification n set state = 'DROPPED', version = n.version + 1
    from unnest(${reopened.map(({ id }) => id)}::bigint[], ${reopened.map(({ openings }) => openings)}::integer[])
      as a(id, openings)
    where n.alarm_id = a.id and n.opening < a.openings and n.state = 'WAITING'`);
};

/**
 * One for an alarm and time that it wants somebody, rule, step and receiver: what is there already stays as it is. What
 * was dropped while nobody need be told is planned anew.
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

export interface PastAlarm {
  id: number;
  category: AlarmCategory;
  severity: Severity;
  code: string;
  description: string;
  description_en: string | null;
  meter_name: string | null;
  occurred_time: Date;
}

/** So many alarms of a week are looked at, the newest. */
const MAX_PAST = 10_000;

/** Alarms of an organization since a time, without symptoms, the newest first. */
export const listPast = async (db: Db, organizationId: number, since: number): Promise<PastAlarm[]> => {
  const { rows } = await db.query<PastAlarm & Record<string, unknown>>(sql`
    select id, category, severity, code, description, description_en, meter_name, occurred_time from alarm
    where (organization_id = ${organizationId} or (organization_id is null and ${TELLING} = ${organizationId}))
      and occurred_time >= ${new Date(since)} and cause_id is null
    order by occurred_time desc, id desc limit ${MAX_PAST}`);
  return rows;
};
