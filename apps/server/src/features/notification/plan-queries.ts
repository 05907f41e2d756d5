import type { AlarmCategory } from '@airdeck/contract/alarm/schema';
import type { NotificationRule } from '@airdeck/contract/notification/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

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
}

export interface NewNotification {
  organization_id: number;
  rule_id: number;
  alarm_id: number;
  step: number;
  channel: 'MAIL' | 'WEBHOOK';
  receiver: string;
  target: string;
  due_time: Date;
}

/** Alarms among these that somebody should know of: open, nobody's symptom, not put aside. */
export const listToTell = async (tx: Tx, ids: readonly number[]): Promise<PlannedAlarm[]> => {
  const { rows } = await tx.query<PlannedAlarm & Record<string, unknown>>(sql`
    select id, organization_id, category, severity from alarm
    where id = any(${ids}::bigint[]) and organization_id is not null and cleared_time is null and ended_time is null
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

/** One for an alarm, rule, step and receiver: what is there already stays as it is. */
export const insertNotifications = async (tx: Tx, planned: readonly NewNotification[]): Promise<number> => {
  if (planned.length === 0) return 0;
  const { rowCount } = await tx.query(sql`
    insert into notification (organization_id, rule_id, alarm_id, step, channel, receiver, target, due_time, next_time)
    select p.*, p.due_time from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p (organization_id integer,
      rule_id integer, alarm_id bigint, step smallint, channel text, receiver text, target text, due_time timestamptz)
    on conflict do nothing`);
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
    where organization_id = ${organizationId} and occurred_time >= ${new Date(since)} and cause_id is null
    order by occurred_time desc, id desc limit ${MAX_PAST}`);
  return rows;
};
