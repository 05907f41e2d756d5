import { isEmail, isLoginId } from '@airdeck/domain/field-rule';
import type { FieldCode } from '../error/field-code.ts';
import { MAX_RECEIVERS, MAX_STEPS, type NotificationRuleFields } from './schema.ts';

const MIN_SECRET = 16;

/** The entered receivers, each once. */
export const receiversOf = (list: string | null): string[] => [
  ...new Set((list ?? '').split(/[\s,;]+/).filter((each) => each !== '')),
];

/** Receivers of each escalation step, one line each. */
export const stepsOf = (list: string | null): string[][] =>
  (list ?? '')
    .split('\n')
    .map(receiversOf)
    .filter((receivers) => receivers.length > 0);

const isReceiver = (text: string): boolean => isEmail(text) || isLoginId(text);

const listError = (receivers: readonly string[]): FieldCode | null => {
  if (receivers.length > MAX_RECEIVERS) return 'TOO_LONG';
  return receivers.every(isReceiver) ? null : 'EMAIL';
};

/** Whether something can be posted to an address: without a name and password, which would be shown. */
export const isWebhookUrl = (text: string): boolean =>
  /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?([/?#]\S*)?$/.test(text);

type Errors = Record<string, FieldCode>;
const error = (field: string, code: FieldCode | null): Errors => (code === null ? {} : { [field]: code });

const usersError = (receivers: readonly string[]): FieldCode | null => {
  if (receivers.length === 0) return 'REQUIRED';
  if (receivers.length > MAX_RECEIVERS) return 'TOO_LONG';
  return receivers.every(isLoginId) ? null : 'LOGIN_ID';
};

const channelErrors = ({ channel, recipients, url, secret }: NotificationRuleFields, hasSecret: boolean): Errors => {
  if (channel === 'MAIL') {
    const receivers = receiversOf(recipients);
    return error('recipients', receivers.length === 0 ? 'REQUIRED' : listError(receivers));
  }
  if (channel === 'PUSH') return error('recipients', usersError(receiversOf(recipients)));
  if (!url) return { url: 'REQUIRED' };
  if (!isWebhookUrl(url)) return { url: 'INVALID' };
  if (!secret) return hasSecret ? {} : { secret: 'REQUIRED' };
  return secret.length < MIN_SECRET ? { secret: 'TOO_SHORT' } : {};
};

const timeErrors = ({ delivery, digest_min, quiet_from, quiet_to }: NotificationRuleFields): Errors => {
  if (delivery === 'DIGEST' && digest_min === null) return { digest_min: 'REQUIRED' };
  if ((quiet_from === null) !== (quiet_to === null))
    return { [quiet_from === null ? 'quiet_from' : 'quiet_to']: 'REQUIRED' };
  return quiet_from !== null && quiet_from === quiet_to ? { quiet_to: 'INVALID' } : {};
};

const escalationErrors = ({ escalate_min, escalate_to }: NotificationRuleFields): Errors => {
  const steps = stepsOf(escalate_to);
  if (escalate_min === null) return steps.length === 0 ? {} : { escalate_min: 'REQUIRED' };
  if (steps.length === 0) return { escalate_to: 'REQUIRED' };
  if (steps.length > MAX_STEPS) return { escalate_to: 'TOO_LONG' };
  return error('escalate_to', steps.map(listError).find((each) => each !== null) ?? null);
};

/** Errors of a rule as a whole, field → code. `hasSecret`: one is stored already. */
export const notificationErrors = (input: NotificationRuleFields, hasSecret: boolean): Errors => ({
  ...channelErrors(input, hasSecret),
  ...timeErrors(input),
  ...escalationErrors(input),
});
