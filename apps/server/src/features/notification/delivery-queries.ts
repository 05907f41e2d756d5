import type { NotificationRule } from '@airdeck/contract/notification/schema';
import type { Language } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import { INSTRUCTION_JOIN, type InstructionRow } from '../../localization/instruction-queries.ts';
import { LOCK } from '../../platform/db/locks.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';

/** The notifications due for a target together: one message. */
export type Claimed = Pick<
  Tables['notification'],
  'id' | 'alarm_id' | 'rule_id' | 'organization_id' | 'step' | 'tries' | 'channel' | 'receiver'
>;

export interface ClaimOptions {
  now: number;
  /** How long the claim keeps other processes from sending the same message. */
  leaseMs: number;
  messageId: string;
  /** Maximum concurrent messages of an organization; the lower one is for targets whose last message failed. */
  perOrganization: number;
  perOrganizationRetries: number;
  /** Whether targets whose last message failed may be claimed. */
  allowsRetries: boolean;
  /** Channels with a free slot. */
  channels: readonly NotificationRule['channel'][];
  /** Maximum messages to a target in a minute. Later notifications wait and are merged into one message. */
  perMinute: number;
}

/** Maximum alarms in one message. */
const MAX_TOGETHER = 200;

/** The alarm needs no notification any more; `a` is the alarm, `n` the notification. */
const IS_OVER = sql`(a.cleared_time is not null or a.acknowledged_time is not null or a.hidden_time is not null
  or a.cause_id is not null or a.shelved_until > now() or (n.step > 0 and a.ended_time is not null))`;

/** Drops due notifications of alarms that need none any more. */
export const dropNeedless = async (db: Db, now: number): Promise<void> => {
  await db.query(sql`
    update notification n set state = 'DROPPED', version = n.version + 1 from alarm a
    where a.id = n.alarm_id and n.state = 'WAITING' and n.next_time <= ${new Date(now)} and ${IS_OVER}`);
};

/**
 * Claims the due notifications of one target. A target has one message in progress at a time; targets with a failed
 * message come last. This statement itself leaves out alarms that need no notification any more: checking them before
 * would leave a gap.
 */
export const claimMessage = (db: Db, options: ClaimOptions): Promise<Claimed[]> =>
  db.tx(async (tx) => {
    // One claim at a time, so that each sees all messages in progress. The lock is a separate statement, so that the
    // snapshot of the next one is taken after it.
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK.notifications})`);
    const now = new Date(options.now);
    const claimedUntil = new Date(options.now + options.leaseMs);
    const minuteAgo = new Date(options.now - 60_000);
    const { rows } = await tx.query<Claimed>(sql`
      with flying as materialized (
        select organization_id, target, message_id from notification where claimed_until > ${now}
      ), due as (
        select n.id, n.organization_id, n.target, n.next_time from notification n join alarm a on a.id = n.alarm_id
        where n.state = 'WAITING' and n.next_time <= ${now} and ${IS_OVER} is not true
      ), head as (
        select n.organization_id, n.target from notification n join due d on d.id = n.id
        cross join lateral (
          select exists (select from notification x where x.organization_id = n.organization_id
            and x.target = n.target and x.state = 'WAITING' and x.tries > 0) as has_failed
        ) t cross join lateral (
          select count(distinct f.message_id) as flying from flying f where f.organization_id = n.organization_id
        ) o
        where n.state = 'WAITING' and n.next_time <= ${now} and n.channel = any(${options.channels}::text[])
          and (${options.allowsRetries} or not t.has_failed)
          and o.flying < case when t.has_failed then ${options.perOrganizationRetries}::integer
            else ${options.perOrganization}::integer end
          and not exists (
            select from flying f where f.organization_id = n.organization_id and f.target = n.target
          ) and (
            select count(distinct s.message_id) from notification s where s.state = 'SENT' and s.target = n.target
              and s.organization_id = n.organization_id and s.sent_time > ${minuteAgo}) < ${options.perMinute}
        order by t.has_failed, n.next_time, n.id limit 1 for update of n skip locked
      ), chosen as (
        select n.id from notification n join due d on d.id = n.id
        join head h on h.organization_id = n.organization_id and h.target = n.target
        where n.state = 'WAITING' and n.next_time <= ${now} order by n.id limit ${MAX_TOGETHER}
        for update of n skip locked
      )
      update notification n set tries = n.tries + 1, next_time = ${claimedUntil}, claimed_until = ${claimedUntil},
        message_id = ${options.messageId}::uuid, version = n.version + 1
      from chosen c where n.id = c.id
      returning n.id, n.alarm_id, n.rule_id, n.organization_id, n.step, n.tries, n.channel, n.receiver`);
    return rows.toSorted((a, b) => a.id - b.id);
  });

export const markSent = async (db: Db, ids: readonly number[], now: number): Promise<void> => {
  await db.query(sql`update notification set state = 'SENT', sent_time = ${new Date(now)}, last_error = null,
    claimed_until = null, version = version + 1 where id = any(${ids}::bigint[])`);
};

/** @param again time of the next try, epoch ms; null gives up */
export const markFailed = async (
  db: Db,
  ids: readonly number[],
  error: string,
  again: number | null,
): Promise<void> => {
  await db.query(sql`update notification set last_error = ${error}, claimed_until = null, version = version + 1,
    state = case when ${again === null} then 'FAILED' else state end,
    next_time = coalesce(${again === null ? null : new Date(again)}::timestamptz, next_time)
    where id = any(${ids}::bigint[])`);
};

export interface MessageRule
  extends Pick<Tables['notification_rule'], 'id' | 'name' | 'url' | 'secret' | 'message_language'>,
    Pick<Tables['organization'], 'time_zone'> {
  organization_name: string;
  organization_code: string;
}

export const findMessageRule = async (db: Db, id: number): Promise<MessageRule | undefined> => {
  const { rows } = await db.query<MessageRule & Record<string, unknown>>(sql`
    select r.id, r.name, r.url, r.secret, r.message_language, o.name as organization_name, o.code as organization_code,
      o.time_zone
    from notification_rule r join organization o on o.id = r.organization_id where r.id = ${id}`);
  return rows[0];
};

/** A user's mail address. undefined: the user is deleted or disabled, or has no address. */
export const findUserMail = async (
  db: Db | Tx,
  organizationId: number,
  login: string,
): Promise<{ email: string; language: Language } | undefined> => {
  const { rows } = await db.query<{ email: string; language: Language }>(sql`
    select email, language from app_user
    where organization_id = ${organizationId} and login = ${login} and use = 'Y' and email is not null`);
  return rows[0];
};

export type ToldAlarm = Pick<Tables['alarm'], 'id' | 'code' | 'severity' | 'category' | 'description'> &
  Pick<Tables['alarm'], 'description_en' | 'detail' | 'office_name' | 'department_name' | 'meter_name'> &
  Pick<Tables['alarm'], 'sensor_name' | 'air_name' | 'sensor_type' | 'value' | 'bound'> &
  Pick<Tables['alarm'], 'occurred_time' | 'ended_time' | 'unshelved_time'> & {
    own: InstructionRow /** Whether a maintenance window shelved it. */;
    was_held: boolean;
  };

export const listTold = async (db: Db, ids: readonly number[]): Promise<ToldAlarm[]> => {
  const { rows } = await db.query<ToldAlarm>(sql`
    select a.id, a.code, a.severity, a.category, a.description, a.description_en, a.detail, a.office_name,
      a.department_name, case when a.organization_id is null then 'Airdeck' else a.meter_name end as meter_name,
      a.sensor_name, a.air_name, a.sensor_type, a.value, a.bound, a.occurred_time, a.ended_time, a.unshelved_time,
      a.window_id is not null as was_held, json_build_object('instruction', i.instruction, 'instruction_en', i.instruction_en, 'contact', i.contact,
        'phone', i.phone) as own
    from alarm a ${INSTRUCTION_JOIN} where a.id = any(${ids}::bigint[])
    order by array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO'], a.severity), a.occurred_time, a.id`);
  return rows;
};

export const saveLink = async (
  db: Db,
  link: {
    tokenHash: Buffer;
    messageId: string;
    organizationId: number;
    receiver: string;
    address: string;
    expires: Date;
  },
): Promise<void> => {
  await db.query(sql`
    insert into notification_link (token_hash, message_id, organization_id, receiver, address, expires_time)
    values (${link.tokenHash}, ${link.messageId}::uuid, ${link.organizationId}, ${link.receiver}, ${link.address},
      ${link.expires})`);
};

export type NotificationLink = Pick<
  Tables['notification_link'],
  'message_id' | 'organization_id' | 'receiver' | 'address'
>;

/** Consumes a link: of several concurrent calls only one gets it. */
export const takeLink = async (tx: Tx, tokenHash: Buffer, now: number): Promise<NotificationLink | undefined> => {
  const { rows } = await tx.query<NotificationLink>(sql`
    delete from notification_link where token_hash = ${tokenHash} and expires_time > ${new Date(now)}
    returning message_id, organization_id, receiver, address`);
  return rows[0];
};

/** The enabled rules that produced a message, in an enabled organization. */
export const listRulesOf = async (
  tx: Tx,
  link: NotificationLink,
): Promise<Pick<Tables['notification_rule'], 'recipients' | 'escalate_to'>[]> => {
  const { rows } = await tx.query<Pick<Tables['notification_rule'], 'recipients' | 'escalate_to'>>(sql`
    select r.recipients, r.escalate_to from notification_rule r join organization o on o.id = r.organization_id
    where r.organization_id = ${link.organization_id} and r.use = 'Y' and o.use = 'Y' and r.id in (
      select rule_id from notification where message_id = ${link.message_id}::uuid)`);
  return rows;
};

/** Acknowledges the alarms of a message that are still open, unacknowledged and not reopened since. Returns them. */
export const acknowledgeMessage = async (
  tx: Tx,
  link: NotificationLink,
  now: number,
): Promise<Pick<Tables['alarm'], 'id' | 'meter_id'>[]> => {
  const { rows } = await tx.query<Pick<Tables['alarm'], 'id' | 'meter_id'>>(sql`
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

/** Deletes a batch of expired links and old notifications. Returns whether there may be more. */
export const deleteOld = async (db: Db, { before, now }: { before: number; now: number }): Promise<boolean> => {
  await db.query(sql`delete from notification_link where expires_time < ${new Date(now)}`);
  const { rowCount } = await db.query(sql`delete from notification where id in (
    select id from notification where created_time < ${new Date(before)} and state <> 'WAITING' limit 5000)`);
  return rowCount === 5000;
};
