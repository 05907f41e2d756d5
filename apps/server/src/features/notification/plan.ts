import { receiversOf, stepsOf } from '@airdeck/contract/notification/rule';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { dueTime } from '@airdeck/domain/notification/due';
import type { NewNotification, PlannedAlarm, RuleToFollow } from './plan-queries.ts';

/** Whether a rule applies to an alarm, by severity and category. */
export const isAbout = (
  { severity, alarm_category: category }: Pick<RuleToFollow, 'severity' | 'alarm_category'>,
  alarm: Pick<PlannedAlarm, 'severity' | 'category'>,
): boolean =>
  SEVERITIES.indexOf(alarm.severity) <= SEVERITIES.indexOf(severity) &&
  (category === 'ALL' || category === alarm.category);

/** When a rule sends its first message about an alarm raised at `time`; epoch ms. */
export const dueOf = (rule: RuleToFollow, severity: PlannedAlarm['severity'], time: number, zone: string): number => {
  const { quiet_from: from, quiet_to: to } = rule;
  const when = {
    digestMin: rule.digest_min,
    quiet: from === null || to === null ? null : { from, to },
    criticalPasses: rule.critical_passes === 'Y',
  };
  return dueTime(time, when, severity === 'CRITICAL', zone);
};

/** The first receivers of a rule. A webhook is identified by its host only: its full address may be a secret. */
export const firstReceivers = ({ channel, recipients, url }: Pick<RuleToFollow, 'channel' | 'recipients' | 'url'>) =>
  channel === 'WEBHOOK' ? [new URL(url ?? 'http://nowhere').host] : receiversOf(recipients);

/**
 * All notifications that a rule may send about an alarm: the first receivers, and the escalation steps if it stays
 * unacknowledged. A rule of the push channel sends pushes to users and mails to addresses.
 */
export const planNotifications = (
  rule: RuleToFollow,
  alarm: PlannedAlarm,
  { now, zone }: { now: number; zone: string },
): NewNotification[] => {
  const due = dueOf(rule, alarm.severity, now, zone);
  const common = {
    ...{ organization_id: rule.organization_id, rule_id: rule.id },
    ...{ alarm_id: alarm.id, opening: alarm.openings },
  };
  const person = (receiver: string, step: number, time: number): NewNotification => {
    const channel = rule.channel === 'PUSH' && !receiver.includes('@') ? 'PUSH' : 'MAIL';
    const target = `${channel.toLowerCase()}:${receiver.toLowerCase()}`;
    return { ...common, step, channel, receiver, target, due_time: new Date(time) };
  };
  const first = firstReceivers(rule).map(
    (receiver): NewNotification =>
      rule.channel === 'WEBHOOK'
        ? { ...common, step: 0, channel: 'WEBHOOK', receiver, target: `rule:${rule.id}`, due_time: new Date(due) }
        : person(receiver, 0, due),
  );
  const wait = (rule.escalate_min ?? 0) * MINUTE_MS;
  const later = stepsOf(rule.escalate_min === null ? null : rule.escalate_to).flatMap((receivers, i) =>
    receivers.map((receiver) => person(receiver, i + 1, due + (i + 1) * wait)),
  );
  return [...first, ...later];
};
