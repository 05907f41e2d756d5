import { z } from 'zod';
import { exactLine, idText, namePart, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import {
  CHANNELS,
  DELIVERY_STATES,
  newNotificationRule,
  notification,
  notificationDraft,
  notificationRule,
  notificationRuleFields,
  pastNotifications,
  testResult,
} from './schema.ts';

export const NOTIFICATION_RULE_ORDERS = [
  'organization_name',
  'name',
  'channel',
  'use',
  'created_time',
  'updated_time',
] as const;
export const notificationRulesQuery = listQuery(NOTIFICATION_RULE_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  channel: z.enum(CHANNELS).optional(),
  use: yesNo.optional(),
});
export type NotificationRulesQuery = z.infer<typeof notificationRulesQuery>;

export const notificationRules = resource({
  path: '/notification-rules',
  entity: 'notification_rules',
  what: ['a notification rule', 'notification rules'],
  item: notificationRule,
  added: newNotificationRule,
  edited: notificationRuleFields,
  query: notificationRulesQuery,
});

export const NOTIFICATION_ORDERS = [
  'organization_name',
  'due_time',
  'rule_name',
  'receiver',
  'state',
  'sent_time',
  'tries',
] as const;
export const notificationsQuery = listQuery(NOTIFICATION_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  state: z.enum(DELIVERY_STATES).optional(),
});
export type NotificationsQuery = z.infer<typeof notificationsQuery>;

const notificationRoutes = resource({
  path: '/notifications',
  entity: 'notification_rules',
  what: ['a notification', 'sent and planned notifications'],
  item: notification,
  added: notificationRuleFields,
  edited: notificationRuleFields,
  query: notificationsQuery,
});
/** Only the server writes them. */
export const notifications = {
  list: notificationRoutes.list,
  export: notificationRoutes.export,
  read: notificationRoutes.read,
};

export const testNotification = route({
  method: 'POST',
  path: '/notification-rules/test',
  access: { action: 'write', entity: 'notification_rules' },
  summary: 'Sends a test message to the receivers of an unsaved rule',
  body: notificationDraft,
  answer: testResult,
});

export const previewNotification = route({
  method: 'POST',
  path: '/notification-rules/preview',
  access: { action: 'write', entity: 'notification_rules' },
  summary: 'Alarms of the last seven days that match an unsaved rule',
  body: notificationDraft,
  answer: pastNotifications,
});

/** Longer than any token. */
const token = exactLine(128).min(1, 'REQUIRED');

export const acknowledgeByLink = route({
  method: 'POST',
  path: '/notifications/acknowledge',
  access: 'public',
  summary: 'Acknowledges the alarms of a message by its one-time link',
  body: z.object({ token }),
  answer: z.object({ /** Alarms that were not acknowledged before. */ count: z.int() }),
});
