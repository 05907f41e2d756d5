import type { NOTIFICATION_ORDERS, NotificationsQuery } from '@airdeck/contract/notification/routes';
import type { Notification } from '@airdeck/contract/notification/schema';
import sql from 'sql-template-tag';
import { containsWords, equals } from '../../platform/db/conditions.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import type { Tables } from '../../schema/tables.ts';

type Row = Pick<
  Tables['notification'],
  'id' | 'organization_id' | 'due_time' | 'receiver' | 'step' | 'state' | 'tries'
> &
  Pick<Tables['notification'], 'sent_time' | 'last_error' | 'version'> &
  Pick<Tables['alarm'], 'code' | 'severity' | 'description' | 'meter_name'> & {
    organization_name: string;
    rule_name: string;
  };

/** The record of deliveries. Only the server writes it. */
export const notificationTable: ResourceTable<
  Row,
  Notification,
  never,
  never,
  NotificationsQuery,
  (typeof NOTIFICATION_ORDERS)[number]
> = {
  entity: 'notification_rules',
  table: 'notification',
  alias: 'n',
  list: {
    columns: sql`n.id, n.organization_id, o.name as organization_name, n.due_time, r.name as rule_name, n.receiver,
      n.step, a.code, a.severity, a.description, a.meter_name, n.state, n.tries, n.sent_time, n.last_error, n.version`,
    from: sql`notification n join notification_rule r on r.id = n.rule_id join organization o on o.id = n.organization_id
      join alarm a on a.id = n.alarm_id`,
    fields: {
      organization_name: 'o.name',
      due_time: 'n.due_time',
      rule_name: naturalOrder('r.name'),
      receiver: 'n.receiver',
      state: 'n.state',
      sent_time: 'n.sent_time',
      tries: 'n.tries',
    },
    // Newest alarm first; for each alarm, earlier escalation steps first.
    order: ['n.alarm_id desc', 'n.rule_id', 'n.step', 'n.id'],
  },
  scope: { organization: 'n.organization_id' },
  filters: (query) => [
    ...containsWords(
      ['o.name', 'o.name_en', 'r.name', 'n.receiver', 'a.code', 'a.description', 'a.description_en', 'a.meter_name'],
      query.search,
    ),
    ...equals('n.organization_id', query.organizationId),
    ...equals('n.state', query.state),
  ],
  present: ({ due_time, sent_time, ...row }) => ({
    ...row,
    due_time: due_time.toISOString(),
    sent_time: sent_time?.toISOString() ?? null,
  }),
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  insert: async () => undefined,
  update: async () => false,
};
