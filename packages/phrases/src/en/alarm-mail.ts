import type { alarmMail as model } from '../ko/alarm-mail.ts';
import type { Translated } from '../translated.ts';

export const alarmMail: Translated<typeof model> = {
  subjectOne: '[Airdeck] {{severity}}: {{description}} · {{place}}',
  subjectMany: '[Airdeck] {{count}} alarms · {{organization}}',
  step: '[Not acknowledged] ',
  intro: 'New alarms at {{organization}}: {{count}}.',
  intro_step: 'Nobody has acknowledged these alarms at {{organization}} yet: {{count}}.',
  alarm: '[{{severity}}] {{code}} {{description}}\n  Where: {{place}}\n  Since: {{time}}{{value}}{{ended}}',
  value: '\n  Value: {{value}} (bound {{bound}})',
  ended: '\n  It has ended already.',
  more: 'There are {{count}} more.',
  console: 'Live errors: {{link}}',
  acknowledge: 'To acknowledge, open this link and press the button. It works once, within 7 days.\n{{link}}',
  why: 'Sent by the notification rule “{{rule}}”.',
  testSubject: '[Airdeck] Test of a notification',
  test: 'A test of the notification rule “{{rule}}”. Whoever reads this gets its alarms too.\n',
};
