import type { Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { alarmMail as enMail } from '@airdeck/phrases/en/alarm-mail';
import { alarmMail as koMail } from '@airdeck/phrases/ko/alarm-mail';
import { SEVERITY_TEXTS } from '@airdeck/phrases/severity';
import { instructionText } from '../../localization/instruction-queries.ts';
import type { Mail } from '../../platform/mail.ts';
import type { MessageRule, ToldAlarm } from './delivery-queries.ts';

export const TEXTS = { ko: koMail, en: enMail };

/** Maximum alarms that a mail describes; the others are only counted. */
const MAX_DESCRIBED = 30;

/** Fills the placeholders of a text. Inserted values are not scanned for placeholders. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

export const describedIn = (alarm: ToldAlarm, language: Language): string =>
  (language === 'en' ? alarm.description_en : null) ?? alarm.description;

export const alarmPlace = ({ office_name, department_name, meter_name, sensor_name, air_name }: ToldAlarm): string =>
  [office_name, department_name, meter_name, sensor_name ?? air_name].filter((name) => name !== null).join(' › ');

export const withUnit = (type: string | null, value: number): string => {
  const info = type === null ? undefined : SENSOR_TYPE_INFO[type as SensorType];
  return info === undefined ? String(value) : `${Number(value.toFixed(info.digits))} ${info.unit}`;
};

export const timeIn = (time: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(time);

/** Empty for an alarm that was not shelved. */
export const shelvedText = ({ unshelved_time: time, was_held }: ToldAlarm, language: Language, zone: string): string =>
  time === null ? '' : fill(TEXTS[language][was_held ? 'held' : 'shelved'], { time: timeIn(time, language, zone) });

/** What to do, and whom to call, in a line each. */
const instructionLines = ({ code, own }: ToldAlarm, language: Language): string => {
  const texts = TEXTS[language];
  const text = instructionText(own, code, language);
  const contact = [own.contact, own.phone].filter((each) => each !== null).join(' ');
  return [
    ...(text === null ? [] : [fill(texts.instruction, { text })]),
    ...(contact === '' ? [] : [fill(texts.contact, { contact })]),
  ].join('');
};

const alarmText = (alarm: ToldAlarm, language: Language, zone: string): string => {
  const texts = TEXTS[language];
  const { sensor_type: type, value, bound } = alarm;
  return fill(texts.alarm, {
    severity: SEVERITY_TEXTS[language][alarm.severity],
    code: alarm.code,
    description: describedIn(alarm, language),
    detail: alarm.detail === null ? '' : fill(texts.detail, { text: alarm.detail }),
    place: alarmPlace(alarm),
    time: timeIn(alarm.occurred_time, language, zone),
    value:
      value === null || bound === null
        ? ''
        : fill(texts.value, { value: withUnit(type, value), bound: withUnit(type, bound) }),
    shelved: alarm.unshelved_time === null ? '' : `\n  ${shelvedText(alarm, language, zone)}`,
    ended: alarm.ended_time === null ? '' : texts.ended,
    instruction: instructionLines(alarm, language),
  });
};

export interface Message {
  rule: MessageRule;
  alarms: readonly ToldAlarm[];
  language: Language;
  /** Whether the message is an escalation: the alarms were not acknowledged in time. */
  isEscalation: boolean;
  /** Base URL of the console, and the link that acknowledges the alarms. */
  publicUrl: string;
  acknowledgeUrl: string;
}

export const alarmMailOf = (to: string, message: Message): Mail => {
  const { rule, alarms, language, isEscalation, publicUrl } = message;
  const texts = TEXTS[language];
  const [first] = alarms;
  const organization = rule.organization_name;
  const count = alarms.length;
  const subject =
    first !== undefined && count === 1
      ? fill(texts.subjectOne, {
          severity: SEVERITY_TEXTS[language][first.severity],
          description: describedIn(first, language),
          place: alarmPlace(first),
        })
      : fill(texts.subjectMany, { count, organization });
  const parts = [
    fill(isEscalation ? texts.intro_step : texts.intro, { organization, count }),
    ...alarms.slice(0, MAX_DESCRIBED).map((alarm) => alarmText(alarm, language, rule.time_zone)),
    ...(count > MAX_DESCRIBED ? [fill(texts.more, { count: count - MAX_DESCRIBED })] : []),
    fill(texts.acknowledge, { link: message.acknowledgeUrl }),
    fill(texts.console, { link: `${publicUrl}/current/error/liveerror` }),
    fill(texts.why, { rule: rule.name }),
  ];
  // A line break in a name would start another mail header.
  const line = `${isEscalation ? texts.step : ''}${subject}`.replace(/\s+/g, ' ').slice(0, 200);
  return { to, subject: line, text: `${parts.join('\n\n')}\n` };
};

export const testMailOf = (to: string, ruleName: string, language: Language): Mail => ({
  to,
  subject: TEXTS[language].testSubject,
  text: fill(TEXTS[language].test, { rule: ruleName }),
});

/** The body of a webhook call (docs/webhooks.md). */
export const webhookBody = (
  { rule, alarms }: Pick<Message, 'rule' | 'alarms'>,
  messageId: string,
  now: number,
  isTest = false,
): string =>
  JSON.stringify({
    id: messageId,
    type: isTest ? 'test' : 'alarms',
    time: new Date(now).toISOString(),
    organization: { code: rule.organization_code, name: rule.organization_name },
    rule: rule.name,
    alarms: alarms.map(({ occurred_time, ended_time, unshelved_time, own: _, was_held: __, ...alarm }) => ({
      ...alarm,
      occured_time: occurred_time.toISOString(),
      ended_time: ended_time?.toISOString() ?? null,
      shelved_until: unshelved_time?.toISOString() ?? null,
    })),
  });
