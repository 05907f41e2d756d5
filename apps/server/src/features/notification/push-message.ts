import type { PushMessage } from '@airdeck/contract/notification/push';
import type { Language } from '@airdeck/contract/user/schema';
import { SEVERITY_TEXTS } from '@airdeck/phrases/severity';
import type { ToldAlarm } from './delivery-queries.ts';
import { alarmPlace, describedIn, fill, type Message, shelvedText, TEXTS, timeIn, withUnit } from './message.ts';

/** Limits that keep even the widest characters below the 3 KiB that every push service accepts. */
const MAX_TITLE = 80;
const MAX_LINE = 100;
const MAX_LINES = 4;

const LIVE_ERROR = '/current/error/liveerror?startTime=any';

/** Collapses a text to one line and cuts it at a length, never within a character. */
const clip = (text: string, most: number): string => {
  const characters = [...text.replace(/[\s\p{Cc}]+/gu, ' ')];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
};

const textValues = (alarm: ToldAlarm, language: Language) => ({
  severity: SEVERITY_TEXTS[language][alarm.severity],
  description: describedIn(alarm, language),
  place: alarmPlace(alarm),
});

const linesOfOne = (alarm: ToldAlarm, language: Language, zone: string): string[] => {
  const { sensor_type: type, value, bound } = alarm;
  const measured =
    value === null || bound === null
      ? []
      : [fill(TEXTS[language].pushValue, { value: withUnit(type, value), bound: withUnit(type, bound) })];
  const shelved = shelvedText(alarm, language, zone);
  return [
    alarmPlace(alarm),
    ...measured,
    timeIn(alarm.occurred_time, language, zone),
    ...(shelved === '' ? [] : [shelved]),
  ];
};

const linesOfMany = (alarms: readonly ToldAlarm[], language: Language): string[] => {
  const texts = TEXTS[language];
  const shown = alarms.slice(0, alarms.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES);
  const lines = shown.map((alarm) => fill(texts.pushLine, textValues(alarm, language)));
  return shown.length === alarms.length ? lines : [...lines, fill(texts.more, { count: alarms.length - shown.length })];
};

/** The push payload of a message: place and value of a single alarm, or the worst of several. */
export const alarmPushOf = (
  messageId: string,
  { rule, alarms, language, isEscalation }: Pick<Message, 'rule' | 'alarms' | 'language' | 'isEscalation'>,
  now: number,
): PushMessage => {
  const texts = TEXTS[language];
  const [first] = alarms;
  const one = alarms.length === 1 ? first : undefined;
  const title =
    one === undefined
      ? fill(texts.pushMany, { count: alarms.length, organization: rule.organization_name })
      : fill(texts.pushOne, textValues(one, language));
  const lines = one === undefined ? linesOfMany(alarms, language) : linesOfOne(one, language, rule.time_zone);
  return {
    title: clip(`${isEscalation ? texts.step : ''}${title}`, MAX_TITLE),
    body: lines.map((line) => clip(line, MAX_LINE)).join('\n'),
    language,
    // A repeated push replaces the one shown before.
    tag: one === undefined ? `alarms-${messageId}` : `alarm-${one.id}`,
    time: one?.occurred_time.getTime() ?? now,
    path: one === undefined ? LIVE_ERROR : `${LIVE_ERROR}&open=${one.id}`,
  };
};

export const testPushOf = (ruleName: string, language: Language, now: number): PushMessage => ({
  title: TEXTS[language].pushTestTitle,
  body: fill(TEXTS[language].pushTest, { rule: clip(ruleName, MAX_LINE) }),
  language,
  tag: 'test',
  time: now,
  path: LIVE_ERROR,
});
