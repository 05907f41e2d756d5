import type { alarmMail as model } from '../ko/alarm-mail.ts';
import type { Translated } from '../translated.ts';

export const alarmMail: Translated<typeof model> = {
  subjectOne: '[Airdeck] {{severity}}: {{description}} · {{place}}',
  subjectMany: '[Airdeck] {{count}} alarms · {{organization}}',
  step: '[Not acknowledged] ',
  intro: 'New alarms at {{organization}}: {{count}}.',
  intro_step: 'These alarms at {{organization}} are not acknowledged yet: {{count}}.',
  alarm:
    '[{{severity}}] {{code}} {{description}}{{detail}}\n  Where: {{place}}\n  Since: {{time}}{{value}}{{shelved}}{{ended}}{{instruction}}',
  detail: '\n  Detail: {{text}}',
  instruction: '\n  What to do: {{text}}',
  contact: '\n  Call: {{contact}}',
  held: 'It was held for maintenance until {{time}} and is still active.',
  shelved: 'It was shelved until {{time}} and is still active.',
  value: '\n  Value: {{value}} (bound {{bound}})',
  ended: '\n  It has already ended.',
  more: 'There are {{count}} more.',
  console: 'Live alarms: {{link}}',
  acknowledge: 'To acknowledge, open this link and press the button. It works once, within 7 days.\n{{link}}',
  why: 'Sent by the notification rule “{{rule}}”.',
  testSubject: '[Airdeck] Test notification',
  pushOne: '{{severity}} · {{description}}',
  pushMany: '{{count}} alarms · {{organization}}',
  pushLine: '{{severity}} {{description}} · {{place}}',
  pushValue: '{{value}} (bound {{bound}})',
  pushTestTitle: 'Test notification',
  pushTest: 'A test of the notification rule “{{rule}}”. Its alarms will appear in this browser.',
  test: 'A test of the notification rule “{{rule}}”. You will receive its alarms too.\n',
};
