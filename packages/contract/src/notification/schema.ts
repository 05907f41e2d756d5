import { z } from 'zod';
import { exactLine, id, instant, lines, name, text, version, yesNo } from '../field.ts';
import { severity } from '../standard/schema.ts';
import { LANGUAGES } from '../user/schema.ts';

export const ALARM_CHOICES = ['ALL', 'METER', 'SENSOR', 'AIR_PURIFIER'] as const;
export const CHANNELS = ['MAIL', 'PUSH', 'WEBHOOK'] as const;
/** At once, or collected. */
export const DELIVERIES = ['NOW', 'DIGEST'] as const;
export const DELIVERY_STATES = ['WAITING', 'SENT', 'FAILED', 'DROPPED'] as const;
/** Why something was not sent: of the program's own words, or what the other side answered. */
export const MAX_RECEIVERS = 20;
export const MAX_STEPS = 5;
const MAX_LIST = 2_000;
const MAX_URL = 2_000;
const MAX_SECRET = 256;
const MAX_MINUTES = 1_440;

const number = z.number({
  error: ({ input }) => (input === undefined || input === null || input === '' ? 'REQUIRED' : 'INVALID'),
});
const minutes = number.int('INVALID').min(1, 'TOO_SMALL').max(MAX_MINUTES, 'TOO_LARGE').nullable().default(null);
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'TIME_OF_DAY')
  .nullable()
  .default(null);
const list = lines(MAX_LIST).nullable().default(null);

const common = {
  name,
  /** Alarms at least as severe. */
  severity: severity.default('MAJOR'),
  alarm_category: z.enum(ALARM_CHOICES).default('ALL'),
  channel: z.enum(CHANNELS).default('MAIL'),
  /** E-mail addresses and ids of the organization's users, of a rule that pushes ids only, with commas or line ends between. */
  recipients: list,
  url: exactLine(MAX_URL).nullable().default(null),
  delivery: z.enum(DELIVERIES).default('NOW'),
  digest_min: minutes,
  /** On the organization's clock. */
  quiet_from: timeOfDay,
  quiet_to: timeOfDay,
  /** Whether critical alarms ignore quiet hours and digests. */
  critical_passes: yesNo.default('Y'),
  /** After this many minutes without an acknowledgement the next line of `escalate_to` is notified, and so on. */
  escalate_min: minutes,
  escalate_to: list,
  message_language: z.enum(LANGUAGES).default('ko'),
  use: yesNo.default('Y'),
};

/** Fields that a person enters for a notification rule. `notificationErrors` checks those that depend on each other. */
export const notificationRuleFields = z.object({
  ...common,
  /** Signs the requests. Never in a response; if empty, the stored one stays. */
  secret: exactLine(MAX_SECRET).nullable().default(null),
});
export type NotificationRuleFields = z.infer<typeof notificationRuleFields>;
export const newNotificationRule = notificationRuleFields.extend({ organization_id: id });
export type NewNotificationRule = z.infer<typeof newNotificationRule>;

export const notificationRule = z.object({
  id,
  organization_id: id,
  organization_name: text,
  name: text,
  severity: severity,
  alarm_category: z.enum(ALARM_CHOICES),
  channel: z.enum(CHANNELS),
  recipients: text.nullable(),
  url: text.nullable(),
  has_secret: yesNo,
  delivery: z.enum(DELIVERIES),
  digest_min: z.int().nullable(),
  quiet_from: text.nullable(),
  quiet_to: text.nullable(),
  critical_passes: yesNo,
  escalate_min: z.int().nullable(),
  escalate_to: text.nullable(),
  message_language: z.enum(LANGUAGES),
  use: yesNo,
  /** Numbers of the last seven days. */
  sent_count: z.int(),
  failed_count: z.int(),
  created_time: instant,
  updated_time: instant,
  version,
});
export type NotificationRule = z.infer<typeof notificationRule>;

/** A sent or planned notification of one alarm to one receiver. */
export const notification = z.object({
  id,
  organization_id: id,
  organization_name: text,
  due_time: instant,
  rule_name: text,
  receiver: text,
  /** Escalation step: 0 at first, then one more after each wait without an acknowledgement. */
  step: z.int(),
  code: text,
  severity: severity,
  description: text,
  meter_name: text.nullable(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  sent_time: instant.nullable(),
  last_error: text.nullable(),
  version,
});
export type Notification = z.infer<typeof notification>;

/** A rule as its form has it, before it is saved; `id` of an existing one, for its stored secret. */
export const notificationDraft = notificationRuleFields.extend({
  organization_id: id,
  id: id.nullable().default(null),
});
export type NotificationDraft = z.infer<typeof notificationDraft>;

export const testResult = z.object({
  results: z.array(z.object({ receiver: text, /** null: accepted. */ error: text.nullable() })),
});
export type TestResult = z.infer<typeof testResult>;

/** Notifications that the rule would have sent in the last seven days. */
export const pastNotifications = z.object({
  /** Alarms that would have been sent, and how many of them delayed by quiet hours. */
  total: z.int(),
  quiet: z.int(),
  /** The newest of them. */
  alarms: z.array(
    z.object({
      id: z.int(),
      time: instant,
      due_time: instant,
      code: text,
      severity: severity,
      description: text,
      description_en: text.nullable(),
      meter_name: text.nullable(),
    }),
  ),
});
export type PastNotifications = z.infer<typeof pastNotifications>;
