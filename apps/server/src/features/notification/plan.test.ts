import { describe, expect, it } from 'vitest';
import { dueOf, firstReceivers, isAbout, planNotifications } from './plan.ts';
import type { PlannedAlarm, RuleToFollow } from './plan-queries.ts';

/** Six in the afternoon in Seoul. */
const NOW = Date.UTC(2026, 2, 2, 9, 0);
const ZONE = 'Asia/Seoul';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const aRule = (changed: Partial<RuleToFollow> = {}): RuleToFollow => ({
  ...{ id: 3, organization_id: 1, severity: 'MAJOR', alarm_category: 'ALL', channel: 'MAIL', url: null },
  ...{ recipients: 'safety@example.com', digest_min: null, quiet_from: null, quiet_to: null, critical_passes: 'Y' },
  ...{ escalate_min: null, escalate_to: null },
  ...changed,
});
const anAlarm = (changed: Partial<PlannedAlarm> = {}): PlannedAlarm => ({
  ...{ id: 9, organization_id: 1, category: 'SENSOR', severity: 'MAJOR', openings: 2 },
  ...changed,
});
const plan = (rule: Partial<RuleToFollow>, alarm: Partial<PlannedAlarm> = {}, now = NOW) =>
  planNotifications(aRule(rule), anAlarm(alarm), { now, zone: ZONE });

describe('a rule', () => {
  const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'INFO'] as const;
  it.each([
    ['CRITICAL', ['CRITICAL']],
    ['MAJOR', ['CRITICAL', 'MAJOR']],
    ['MINOR', ['CRITICAL', 'MAJOR', 'MINOR']],
    ['INFO', ['CRITICAL', 'MAJOR', 'MINOR', 'INFO']],
  ] as const)('from %s on is about %o', (severity, expected) => {
    const about = SEVERITIES.filter((each) => isAbout(aRule({ severity }), anAlarm({ severity: each })));
    expect(about).toEqual(expected);
  });

  it.each([
    ['ALL', true],
    ['SENSOR', true],
    ['METER', false],
  ] as const)('of the category %s is about an alarm of a sensor: %s', (alarm_category, expected) => {
    expect(isAbout(aRule({ alarm_category }), anAlarm())).toBe(expected);
  });

  it.each<[string, Partial<RuleToFollow>, PlannedAlarm['severity'], number]>([
    ['at once', {}, 'MAJOR', NOW],
    ['after the digest', { digest_min: 60 }, 'MAJOR', NOW + HOUR],
    ['after quiet hours', { quiet_from: '18:00', quiet_to: '07:00' }, 'MAJOR', NOW + 13 * HOUR],
    ['at once, just before quiet hours', { quiet_from: '18:01', quiet_to: '07:00' }, 'MAJOR', NOW],
    ['at once with half of the quiet hours', { quiet_from: '18:00' }, 'MAJOR', NOW],
    ['at once with the other half', { quiet_to: '19:00' }, 'MAJOR', NOW],
    ['at once when critical', { quiet_from: '18:00', quiet_to: '07:00', digest_min: 60 }, 'CRITICAL', NOW],
    [
      'after quiet hours when critical alarms do not pass',
      { quiet_from: '18:00', quiet_to: '07:00', critical_passes: 'N' },
      'CRITICAL',
      NOW + 13 * HOUR,
    ],
  ])('sends %s', (_, rule, severity, due) => {
    // A digest ends on its own grid, on which this hour lies.
    expect(dueOf(aRule(rule), severity, rule.digest_min && severity !== 'CRITICAL' ? NOW + 1 : NOW, ZONE)).toBe(due);
  });

  it('has its receivers, or the host of its webhook', () => {
    const receivers = 'a@example.com, login\nb@example.com';
    expect(firstReceivers(aRule({ recipients: receivers }))).toEqual(['a@example.com', 'login', 'b@example.com']);
    const url = 'https://hooks.example.com:8443/path?key=hidden';
    expect(firstReceivers(aRule({ channel: 'WEBHOOK', url, recipients: receivers }))).toEqual([
      'hooks.example.com:8443',
    ]);
    expect(firstReceivers(aRule({ channel: 'WEBHOOK' }))).toEqual(['nowhere']);
  });
});

describe('the notifications of an alarm', () => {
  const COMMON = { organization_id: 1, rule_id: 3, alarm_id: 9, opening: 2 };

  it('go to each receiver, with one target each without regard to case', () => {
    expect(plan({ recipients: 'Safety@Example.com login' })).toEqual([
      {
        ...{ ...COMMON, step: 0, channel: 'MAIL', receiver: 'Safety@Example.com', target: 'mail:safety@example.com' },
        due_time: new Date(NOW),
      },
      { ...COMMON, step: 0, channel: 'MAIL', receiver: 'login', target: 'mail:login', due_time: new Date(NOW) },
    ]);
  });

  it('of a push rule go to users by push and to addresses by mail', () => {
    const channels = plan({ channel: 'PUSH', recipients: 'Login a@example.com' }).map((each) => [
      ...[each.channel, each.target],
    ]);
    expect(channels).toEqual([
      ['PUSH', 'push:login'],
      ['MAIL', 'mail:a@example.com'],
    ]);
  });

  it('of a webhook go to the rule, and escalate to people by mail', () => {
    const planned = plan({ channel: 'WEBHOOK', url: 'https://h.example.com/x', escalate_min: 5, escalate_to: 'boss' });
    expect(planned).toEqual([
      { ...COMMON, step: 0, channel: 'WEBHOOK', receiver: 'h.example.com', target: 'rule:3', due_time: new Date(NOW) },
      {
        ...{ ...COMMON, step: 1, channel: 'MAIL', receiver: 'boss', target: 'mail:boss' },
        due_time: new Date(NOW + 5 * MINUTE),
      },
    ]);
  });

  it('escalate step by step, each as long after the one before', () => {
    const planned = plan({ escalate_min: 15, escalate_to: 'a b\nc' }, {}, NOW);
    expect(
      planned.map(({ step, receiver, due_time }) => [step, receiver, (due_time.getTime() - NOW) / MINUTE]),
    ).toEqual([
      [0, 'safety@example.com', 0],
      [1, 'a', 15],
      [1, 'b', 15],
      [2, 'c', 30],
    ]);
  });

  it('escalate after the first message is due, not after the alarm', () => {
    const [first, later] = plan({ escalate_min: 15, escalate_to: 'a', quiet_from: '17:00', quiet_to: '19:00' });
    expect(first?.due_time).toEqual(new Date(NOW + HOUR));
    expect(later?.due_time).toEqual(new Date(NOW + HOUR + 15 * MINUTE));
  });

  it('do not escalate without a delay', () => {
    expect(plan({ escalate_min: null, escalate_to: 'a' })).toHaveLength(1);
  });
});
