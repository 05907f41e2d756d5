import type { NOTIFICATION_RULE_ORDERS, NotificationRulesQuery } from '@airdeck/contract/notification/routes';
import { notificationErrors, receiversOf, stepsOf } from '@airdeck/contract/notification/rule';
import type {
  NewNotificationRule,
  NotificationRule,
  NotificationRuleFields,
} from '@airdeck/contract/notification/schema';
import sql from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps } from '../../resource/timestamps.ts';
import type { Tables } from '../../schema/tables.ts';

/** @throws Failure INVALID_PARAMETER with the fields that contradict each other or name an unknown user */
export const checkRule = async (
  tx: Db | Tx,
  organizationId: number,
  fields: NotificationRuleFields,
  hasSecret: boolean,
): Promise<void> => {
  const errors = notificationErrors(fields, hasSecret);
  if (fields.channel === 'WEBHOOK' && fields.url && !URL.canParse(fields.url)) errors.url = 'INVALID';
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
  const lists = { recipients: receiversOf(fields.recipients), escalate_to: stepsOf(fields.escalate_to).flat() };
  for (const [field, receivers] of Object.entries(lists)) {
    const ids = receivers.filter((each) => !each.includes('@'));
    const { rows } = await tx.query<{ login: string }>(sql`
      select login from app_user where organization_id = ${organizationId} and login = any(${ids}::text[])`);
    if (rows.length < ids.length) throw new Failure('INVALID_PARAMETER', { [field]: 'NOT_FOUND' });
  }
};

/** Persists only the columns that fit the rule's channel and delivery. */
const columnsOf = (seal: PasswordSeal, fields: NotificationRuleFields) => {
  const isWebhook = fields.channel === 'WEBHOOK';
  return {
    recipients: isWebhook ? null : fields.recipients,
    url: isWebhook ? fields.url : null,
    secret: isWebhook && fields.secret ? seal.seal(fields.secret) : null,
    digest_min: fields.delivery === 'DIGEST' ? fields.digest_min : null,
  };
};

type Rule = Tables['notification_rule'];
/** The secret itself leaves the database for signing only. */
type Row = Pick<Rule, 'id' | 'organization_id' | 'name' | 'severity' | 'alarm_category' | 'channel' | 'recipients'> &
  Pick<Rule, 'url' | 'delivery' | 'digest_min' | 'quiet_from' | 'quiet_to' | 'critical_passes' | 'escalate_min'> &
  Pick<Rule, 'escalate_to' | 'message_language' | 'use' | 'created_time' | 'updated_time' | 'version'> & {
    organization_name: string;
    has_secret: 'Y' | 'N';
    sent_count: number;
    failed_count: number;
  };

export const createNotificationRuleTable = (
  seal: PasswordSeal,
): ResourceTable<
  Row,
  NotificationRule,
  NewNotificationRule,
  NotificationRuleFields,
  NotificationRulesQuery,
  (typeof NOTIFICATION_RULE_ORDERS)[number]
> => ({
  entity: 'notification_rules',
  table: 'notification_rule',
  alias: 'r',
  list: {
    columns: sql`r.id, r.organization_id, o.name as organization_name, r.name, r.severity, r.alarm_category, r.channel,
      r.recipients, r.url, case when r.secret is null then 'N' else 'Y' end as has_secret, r.delivery, r.digest_min,
      r.quiet_from, r.quiet_to, r.critical_passes, r.escalate_min, r.escalate_to, r.message_language, r.use,
      (select count(*) from notification n where n.rule_id = r.id and n.sent_time > now() - interval '7 days') as sent_count,
      (select count(*) from notification n where n.rule_id = r.id and n.state = 'FAILED'
        and n.due_time > now() - interval '7 days') as failed_count,
      r.created_time, r.updated_time, r.version`,
    from: sql`notification_rule r join organization o on o.id = r.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: naturalOrder('r.name'),
      channel: 'r.channel',
      use: 'r.use',
      created_time: 'r.created_time',
      updated_time: 'r.updated_time',
    },
    order: ['o.name', naturalOrder('r.name'), 'r.id'],
  },
  scope: { organization: 'r.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'r.name', 'r.recipients', 'r.url', 'r.escalate_to'], query.search),
    ...equals('r.organization_id', query.organizationId),
    ...equals('r.channel', query.channel),
    ...equals('r.use', query.use),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const reached = await tx.query(sql`select from organization o
      where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })}`);
    if (reached.rowCount === 0) return undefined;
    await checkRule(tx, added.organization_id, added, false);
    const own = columnsOf(seal, added);
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into notification_rule (organization_id, name, severity, alarm_category, channel, recipients, url, secret,
        delivery, digest_min, quiet_from, quiet_to, critical_passes, escalate_min, escalate_to, message_language, use)
      values (${added.organization_id}, ${added.name}, ${added.severity}, ${added.alarm_category}, ${added.channel},
        ${own.recipients}, ${own.url}, ${own.secret}::bytea, ${added.delivery}, ${own.digest_min}::integer,
        ${added.quiet_from}, ${added.quiet_to}, ${added.critical_passes}, ${added.escalate_min}::integer,
        ${added.escalate_to}, ${added.message_language}, ${added.use}) returning id`);
    return rows[0]?.id;
  },
  // An empty secret keeps the stored one; a rule that is no webhook has none.
  update: async (tx, row, edited) => {
    await checkRule(tx, row.organization_id, edited, row.has_secret === 'Y');
    const own = columnsOf(seal, edited);
    const { rowCount } = await tx.query(sql`
      update notification_rule set name = ${edited.name}, severity = ${edited.severity},
        alarm_category = ${edited.alarm_category}, channel = ${edited.channel}, recipients = ${own.recipients},
        url = ${own.url},
        secret = case when ${edited.channel} = 'WEBHOOK' then coalesce(${own.secret}::bytea, secret) end,
        delivery = ${edited.delivery}, digest_min = ${own.digest_min}::integer, quiet_from = ${edited.quiet_from},
        quiet_to = ${edited.quiet_to}, critical_passes = ${edited.critical_passes},
        escalate_min = ${edited.escalate_min}::integer, escalate_to = ${edited.escalate_to},
        message_language = ${edited.message_language}, use = ${edited.use}, version = version + 1, updated_time = now()
      where id = ${row.id}`);
    return rowCount > 0;
  },
});
