/** Mails about alarms. */
export const alarmMail = {
  subjectOne: '[Airdeck] {{severity}} 장애: {{description}} · {{place}}',
  subjectMany: '[Airdeck] 장애 {{count}}건 · {{organization}}',
  step: '[확인 필요] ',
  intro: '{{organization}}에서 장애 {{count}}건이 발생했습니다.',
  intro_step: '{{organization}}의 장애 {{count}}건을 아직 아무도 확인하지 않았습니다.',
  alarm: '[{{severity}}] {{code}} {{description}}\n  장소: {{place}}\n  발생: {{time}}{{value}}{{ended}}',
  value: '\n  값: {{value}} (기준 {{bound}})',
  ended: '\n  이미 끝났습니다.',
  more: '그 밖에 {{count}}건이 더 있습니다.',
  console: '실시간 장애: {{link}}',
  acknowledge: '확인했다면 아래 링크를 열고 단추를 눌러 주세요. 7일 동안 한 번만 쓸 수 있습니다.\n{{link}}',
  why: '알림 규칙 “{{rule}}”에 따라 보냈습니다.',
  testSubject: '[Airdeck] 알림 시험',
  test: '알림 규칙 “{{rule}}”의 시험 메일입니다. 이 메일을 받았다면 장애 알림도 받을 수 있습니다.\n',
} as const;
