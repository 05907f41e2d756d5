import {
  NOTIFICATION_ORDERS,
  NOTIFICATION_RULE_ORDERS,
  notificationRules,
  notifications,
} from '@airdeck/contract/notification/routes';
import { notificationErrors } from '@airdeck/contract/notification/rule';
import {
  ALARM_CHOICES,
  CHANNELS,
  DELIVERIES,
  DELIVERY_STATES,
  type Notification,
  type NotificationRule,
  type NotificationRuleFields,
} from '@airdeck/contract/notification/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { LANGUAGES } from '@airdeck/contract/user/schema';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Definition } from '../model/definition.ts';
import { RuleTrial } from '../notifications/rule-trial.tsx';
import { sendErrorText } from '../notifications/send-error.ts';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';

const isPush = ({ channel }: FieldValues) => channel === 'PUSH';
const isWebhook = ({ channel }: FieldValues) => channel === 'WEBHOOK';
const isToPeople = (values: FieldValues) => !isWebhook(values);

const NOTIFY_HINTS = { MAIL: 'notify_by', PUSH: 'notify_push', WEBHOOK: 'notify_webhook' } as const;

/**
 * First receivers of a rule. A webhook is named by its host: the rest of its address is long, and may contain a key.
 */
function ReceiverCell({ item: { channel, recipients, url } }: { item: NotificationRule }) {
  if (channel !== 'WEBHOOK') return <>{(recipients ?? '').replace(/[\s,;]+/g, ', ')}</>;
  return <>{URL.parse(String(url))?.host ?? String(url)}</>;
}

function ErrorCell({ item: { last_error: error } }: { item: Notification }) {
  const { t } = useTranslation();
  return <>{error === null ? '–' : sendErrorText(t, error)}</>;
}

export const NOTIFICATION_RULE: Definition<typeof notificationRules> = {
  title: 'notificationRule',
  empty: 'notificationRule',
  entity: 'notification_rules',
  routes: notificationRules,
  sortable: NOTIFICATION_RULE_ORDERS,
  places: 'organization',
  filters: [{ name: 'channel', choice: 'channel', options: CHANNELS }, USE],
  columns: [
    { name: 'name', primary: true },
    { name: 'organization_name' },
    { name: 'severity', kind: 'choice', choice: 'severity_least' },
    { name: 'alarm_category', kind: 'choice', choice: 'alarm_category', extra: true },
    { name: 'channel', kind: 'choice', choice: 'channel' },
    { name: 'recipients', Cell: ReceiverCell },
    { name: 'delivery', kind: 'choice', choice: 'delivery', extra: true },
    { name: 'sent_count', kind: 'number' },
    { name: 'failed_count', kind: 'number' },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'name', kind: 'text', required: true, hint: 'rule_name' },
    { name: 'severity', kind: 'choice', choice: 'severity_least', options: SEVERITIES, required: true, half: true },
    {
      name: 'alarm_category',
      kind: 'choice',
      choice: 'alarm_category',
      options: ALARM_CHOICES,
      required: true,
      half: true,
    },
    {
      name: 'channel',
      kind: 'choice',
      choice: 'channel',
      options: CHANNELS,
      required: true,
      half: true,
      hintFor: ({ channel }) => NOTIFY_HINTS[channel as keyof typeof NOTIFY_HINTS] ?? 'notify_by',
    },
    {
      name: 'message_language',
      kind: 'choice',
      choice: 'language',
      options: LANGUAGES,
      required: true,
      half: true,
      hint: 'message_language',
    },
    {
      name: 'recipients',
      kind: 'multiline',
      hintFor: (values) => (isPush(values) ? 'recipients_push' : 'recipients'),
      shown: isToPeople,
    },
    { name: 'url', kind: 'text', hint: 'webhook_url', shown: isWebhook },
    { name: 'secret', kind: 'password', hint: 'webhook_secret', shown: isWebhook },
    { name: 'delivery', kind: 'choice', choice: 'delivery', options: DELIVERIES, required: true },
    { name: 'digest_min', kind: 'number', shown: ({ delivery }) => delivery === 'DIGEST' },
    { name: 'quiet_from', kind: 'text', half: true },
    { name: 'quiet_to', kind: 'text', half: true },
    { name: 'critical_passes', kind: 'yesNo' },
    { name: 'escalate_min', kind: 'number', half: true },
    {
      name: 'escalate_to',
      kind: 'multiline',
      half: true,
      hintFor: (values) => (isPush(values) ? 'escalate_push' : 'escalate_to'),
    },
    { name: 'use', kind: 'yesNo' },
  ],
  initial: { severity: 'MAJOR', alarm_category: 'ALL', channel: 'MAIL', delivery: 'NOW', message_language: 'ko' },
  rule: (values, item) => notificationErrors(values as NotificationRuleFields, item?.has_secret === 'Y'),
  Panel: RuleTrial,
  actions: [
    {
      key: 'record',
      label: (t) => t('menu.item.notification'),
      to: ({ name }) => `/management/notice/nlog?search=${encodeURIComponent(name)}`,
    },
  ],
  nameOf,
  note: 'notificationRule',
};

/** The sent notifications, and their errors. */
export const NOTIFICATION: Definition<Pick<typeof notifications, 'list' | 'export'>> = {
  title: 'notification',
  empty: 'notification',
  entity: 'notification_rules',
  routes: { list: notifications.list, export: notifications.export },
  sortable: NOTIFICATION_ORDERS,
  places: 'organization',
  filters: [{ name: 'state', choice: 'state', options: DELIVERY_STATES }],
  columns: [
    { name: 'due_time', kind: 'time', primary: true },
    { name: 'organization_name', extra: true },
    { name: 'rule_name' },
    { name: 'receiver' },
    { name: 'step', kind: 'number', extra: true },
    { name: 'severity', kind: 'choice', choice: 'severity' },
    { name: 'code' },
    { name: 'meter_name' },
    { name: 'state', kind: 'choice', choice: 'state' },
    { name: 'sent_time', kind: 'time' },
    { name: 'tries', kind: 'number', extra: true },
    { name: 'last_error', Cell: ErrorCell },
  ],
  fields: [],
  nameOf: ({ receiver }) => receiver,
  note: 'notification',
};
