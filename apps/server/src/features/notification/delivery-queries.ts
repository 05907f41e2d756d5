import type { NotificationRule } from '@airdeck/contract/notification/schema';
import type { Language } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** What is due for a target together: one message. */
export interface Claimed {
  id: number;
  alarm_id: number;
  rule_id: number;
  organization_id: number;
  step: number;
  tries: number;
  channel: NotificationRule['channel'];
  receiver: string;
}

export interface ClaimOptions {
  now: number;
  /** Until then nobody else tries. */
  leaseMs: number;
  messageId: string;
  /** Messages to a target in a minute; beyond it what comes waits, and becomes one message. */
  perMinute: number;
}

/** Alarms in one message. */
const MAX_TOGETHER = 200;

/** Of these alarms nobody need be told any more; `a` is the alarm, `n` the notification. */
const IS_OVER = sql`(a.cleared_time is not null or a.acknowledged_time is not null or a.hidden_time is not null
  or a.cause_id is not null or a.shelved_until > now() or (n.step > 0 and a.ended_time is not null))`;

/** Takes back what nobody need be told of any more. */
export const dropNeedless = async (db: Db, now: number): Promise<void> => {
  await db.query(sql`
    update notification n set state = 'DROPPED', version = n.version + 1 from alarm a
    where a.id = n.alarm_id and n.state = 'WAITING' and n.next_time <= ${new Date(now)} and ${IS_OVER}`);
};

/** Takes what is due for one target, so that nobody else sends it meanwhile. */
export const claimMessage = (db: Db, options: ClaimOptions): Promise<Claimed[]> =>
  db.tx(async (tx) => {
    const now = new Date(options.now);
    const minuteAgo = new Date(options.now - 60_000);
    const { rows } = await tx.query<Claimed & Record<string, unknown>>(sql`
      with head as (
        select n.organization_id, n.target from notification n
        where n.state = 'WAITING' and n.next_time <= ${now} and (
          select count(distinct s.message_id) from notification s where s.state = 'SENT' and s.target = n.target
            and s.organization_id = n.organization_id and s.sent_time > ${minuteAgo}) < ${options.perMinute}
        order by n.next_time, n.id limit 1 for update of n skip locked
      ), chosen as (
        select n.id from notification n join head h on h.organization_id = n.organization_id and h.target = n.target
        where n.state = 'WAITING' and n.next_time <= ${now} order by n.id limit ${MAX_TOGETHER}
        for update of n skip locked
      )
      update notification n set tries = n.tries + 1, next_time = ${new Date(options.now + options.leaseMs)},
        message_id = ${options.messageId}::uuid, version = n.version + 1
      from chosen c where n.id = c.id
      returning n.id, n.alarm_id, n.rule_id, n.organization_id, n.step, n.tries, n.channel, n.receiver`);
    return rows.toSorted((a, b) => a.id - b.id);
  });

export const markSent = async (db: Db, ids: readonly number[], now: number): Promise<void> => {
  await db.query(sql`update notification set state = 'SENT', sent_time = ${new Date(now)}, last_error = null,
    version = version + 1 where id = any(${ids}::bigint[])`);
};

/** `again` null: it is not tried any more. */
export const markFailed = async (
  db: Db,
  ids: readonly number[],
  error: string,
  again: number | null,
): Promise<void> => {
  await db.query(sql`update notification set last_error = ${error}, version = version + 1,
    state = case when ${again === null} then 'FAILED' else state end,
    next_time = coalesce(${again === null ? null : new Date(again)}::timestamptz, next_time)
    where id = any(${ids}::bigint[])`);
};

export interface MessageRule extends Pick<NotificationRule, 'id' | 'name' | 'url' | 'message_language'> {
  secret: Buffer | null;
  organization_name: string;
  organization_code: string;
  time_zone: string;
}

export const findMessageRule = async (db: Db, id: number): Promise<MessageRule | undefined> => {
  const { rows } = await db.query<MessageRule & Record<string, unknown>>(sql`
    select r.id, r.name, r.url, r.secret, r.message_language, o.name as organization_name, o.code as organization_code,
      o.time_zone
    from notification_rule r join organization o on o.id = r.organization_id where r.id = ${id}`);
  return rows[0];
};

/** Where a user of an organization gets mails. undefined: the user is gone, out of use, or has no address. */
export const findUserMail = async (
  db: Db,
  organizationId: number,
  login: string,
): Promise<{ email: string; language: Language } | undefined> => {
  const { rows } = await db.query<{ email: string; language: Language }>(sql`
    select email, language from app_user
    where organization_id = ${organizationId} and login = ${login} and use = 'Y' and email is not null`);
  return rows[0];
};

export interface ToldAlarm {
  id: number;
  code: string;
  severity: NotificationRule['severity'];
  category: string;
  description: string;
  description_en: string | null;
  detail: string | null;
  office_name: string | null;
  department_name: string | null;
  meter_name: string | null;
  sensor_name: string | null;
  air_name: string | null;
  sensor_type: string | null;
  value: number | null;
  bound: number | null;
  occurred_time: Date;
  ended_time: Date | null;
}

export const listTold = async (db: Db, ids: readonly number[]): Promise<ToldAlarm[]> => {
  const { rows } = await db.query<ToldAlarm & Record<string, unknown>>(sql`
    select id, code, severity, category, description, description_en, detail, office_name, department_name,
      case when organization_id is null then 'Airdeck' else meter_name end as meter_name, sensor_name, air_name, sensor_type, value, bound, occurred_time, ended_time
    from alarm where id = any(${ids}::bigint[])
    order by array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO'], severity), occurred_time, id`);
  return rows;
};

export const saveLink = async (
  db: Db,
  link: { tokenHash: Buffer; messageId: string; organizationId: number; receiver: string; expires: Date },
): Promise<void> => {
  await db.query(sql`insert into notification_link (token_hash, message_id, organization_id, receiver, expires_time)
    values (${link.tokenHash}, ${link.messageId}::uuid, ${link.organizationId}, ${link.receiver}, ${link.expires})`);
};

/** Uses a link up; of several who try at once, one gets the answer. */
export const takeLink = async (
  tx: Tx,
  tokenHash: Buffer,
  now: number,
): Promise<{ message_id: string; organization_id: number; receiver: string } | undefined> => {
  const { rows } = await tx.query<{ message_id: string; organization_id: number; receiver: string }>(sql`
    delete from notification_link where token_hash = ${tokenHash} and expires_time > ${new Date(now)}
    returning message_id, organization_id, receiver`);
  return rows[0];
};

/** Acknowledges the open alarms of a message that nobody has acknowledged and that have not come back since; answers which. */
export const acknowledgeMessage = async (
  tx: Tx,
  link: { message_id: string; organization_id: number; receiver: string },
  now: number,
): Promise<{ id: number; meter_id: number | null }[]> => {
  const { rows } = await tx.query<{ id: number; meter_id: number | null }>(sql`
    update alarm a set acknowledged_time = ${new Date(now)}, acknowledged_login = ${link.receiver},
      acknowledged_by = (select id from app_user where organization_id = ${link.organization_id}
        and login = ${link.receiver}),
      version = a.version + 1
    where (a.id, a.openings) in (
        select alarm_id, opening from notification where message_id = ${link.message_id}::uuid)
      and (a.organization_id = ${link.organization_id} or a.organization_id is null) and a.acknowledged_time is null and a.cleared_time is null
      and a.hidden_time is null
    returning a.id, a.meter_id`);
  return rows;
};

/** Deletes what is older than it is worth keeping, some at a time. Answers whether there is more. */
export const deleteOld = async (db: Db, { before, now }: { before: number; now: number }): Promise<boolean> => {
  await db.query(sql`delete from notification_link where expires_time < ${new Date(now)}`);
  const { rowCount } = await db.query(sql`delete from notification where id in (
    select id from notification where created_time < ${new Date(before)} and state <> 'WAITING' limit 5000)`);
  return rowCount === 5000;
};
