/** Notification rules, and what was sent. */
export const notifications = {
  /** A screen in the menu. */
  menu: {
    notificationRule: { ko: '알림 규칙', en: 'Notification rules' },
    notification: { ko: '알림 발송 기록', en: 'Notifications sent' },
  },
  /** One of its rows, in a title. */
  one: {
    notificationRule: { ko: '알림 규칙', en: 'notification rule' },
    notification: { ko: '알림 발송 기록', en: 'notification' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    notificationRule: {
      ko: '아직 알림 규칙이 없습니다. 만들기 전에는 장애가 생겨도 아무에게도 메일을 보내지 않습니다.',
      en: 'There are no notification rules yet. Until there is one, no mail about alarms is sent.',
    },
    notification: { ko: '아직 보낸 알림이 없습니다.', en: 'No notification has been sent yet.' },
  },
  /** Above the list. */
  note: {
    notificationRule: {
      ko: '장애가 생기면 누구에게 어떻게 알릴지 정합니다. 한꺼번에 생긴 장애는 메시지 하나로 모아 보내고, 메일의 링크로 확인 처리할 수 있습니다.',
      en: 'Who is notified of alarms, and how. Alarms that come together are one message, and a link in the mail acknowledges them.',
    },
    notification: {
      ko: '장애마다 누구에게 알렸는지, 언제 알릴 예정인지, 보내지 못했다면 그 이유를 보여 줍니다. 누구에게 알릴지는 알림 규칙에서 정합니다.',
      en: 'Who was or will be notified of each alarm, and why a person was not. The notification rules decide this.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    notification_rules: { ko: '알림 규칙', en: 'Notification rule' },
  },
  /** Labels of fields and columns. */
  field: {
    alarm_category: { ko: '장애 분류', en: 'Alarms of' },
    channel: { ko: '방법', en: 'By' },
    recipients: { ko: '받는 사람', en: 'Receivers' },
    url: { ko: '웹훅 주소', en: 'Address of the webhook' },
    secret: { ko: '웹훅 비밀키', en: 'Secret of the webhook' },
    has_secret: { ko: '비밀키', en: 'Secret' },
    delivery: { ko: '보내는 시점', en: 'When' },
    digest_min: { ko: '모으는 간격(분)', en: 'Collected for (minutes)' },
    quiet_from: { ko: '방해 금지 시작', en: 'Quiet hours from' },
    quiet_to: { ko: '방해 금지 끝', en: 'Quiet hours to' },
    critical_passes: { ko: '치명 장애는 언제나 바로 보내기', en: 'Always send critical alarms at once' },
    escalate_min: { ko: '확인을 기다리는 시간(분)', en: 'Wait for an acknowledgement (minutes)' },
    escalate_to: { ko: '확인이 없을 때 다음 사람', en: 'Next, if not acknowledged' },
    message_language: { ko: '메일 언어', en: 'Language of mails' },
    sent_count: { ko: '7일 동안 보냄', en: 'Sent in 7 days' },
    failed_count: { ko: '7일 동안 실패', en: 'Failed in 7 days' },
    due_time: { ko: '보낼 시각', en: 'Due' },
    rule_name: { ko: '알림 규칙', en: 'Notification rule' },
    receiver: { ko: '받는 사람', en: 'Receiver' },
    step: { ko: '단계', en: 'Step' },
    state: { ko: '상태', en: 'State' },
    tries: { ko: '시도', en: 'Tries' },
    sent_time: { ko: '보낸 시각', en: 'Sent' },
    last_error: { ko: '마지막 오류', en: 'Last error' },
  },
  /** Below a field of a form. */
  hint: {
    notify_by: {
      ko: '메일의 링크로 로그인 없이 확인 처리할 수 있습니다.',
      en: 'A link in the mail acknowledges alarms without a login.',
    },
    notify_push: {
      ko: '받는 사람이 ‘내 정보’에서 알림을 켠 브라우저로 보냅니다.',
      en: 'Shown in browsers in which the receivers switched it on, under “My information”.',
    },
    notify_webhook: { ko: '다른 시스템에 HTTP로 알립니다.', en: 'Notifies another system by HTTP.' },
    rule_name: { ko: '받는 사람이 메일에서 보게 되는 이름입니다.', en: 'The name that receivers see in the mail.' },
    recipients: {
      ko: '이메일이나 사용자 아이디를 쉼표나 줄바꿈으로 나누어 20개까지 씁니다.',
      en: 'Up to 20 e-mail addresses and user IDs, separated by commas or line breaks.',
    },
    message_language: { ko: '사용자에게는 각자의 언어로 보냅니다.', en: 'Users get mails in their own language.' },
    webhook_url: {
      ko: 'https://로 시작하는 주소. 사설망 주소는 서버 설정으로 허용해야 합니다.',
      en: 'Begins with https://. Private addresses must be allowed in the settings of the server.',
    },
    webhook_secret: {
      ko: '16자 이상. 서명(HMAC-SHA-256)에 쓰이며 다시 보여 주지 않습니다. 수정할 때 비워 두면 그대로 둡니다.',
      en: '16 characters or more. Signs the requests (HMAC-SHA-256), and is never shown again. Left empty while editing, the old one stays.',
    },
    quiet_from: { ko: '예: 22:00 (기관 시간대)', en: 'Such as 22:00, on the clock of the organization' },
    quiet_to: {
      ko: '예: 07:00. 그동안의 알림은 이때 한 번에 보냅니다.',
      en: 'Such as 07:00. Alarms of the quiet hours are sent together then.',
    },
    escalate_min: {
      ko: '이 시간마다 다음 줄의 사람에게 알립니다.',
      en: 'After each of these intervals the next line is notified.',
    },
    escalate_to: { ko: '한 줄이 한 단계, 5단계까지', en: 'A line for each step, up to 5' },
    recipients_push: {
      ko: '사용자 아이디를 쉼표나 줄바꿈으로 나누어 20개까지 씁니다.',
      en: 'Up to 20 user IDs, separated by commas or line breaks.',
    },
    escalate_push: {
      ko: '한 줄이 한 단계, 5단계까지. 아이디는 브라우저로, 이메일은 메일로 알립니다.',
      en: 'A line for each step, up to 5. User IDs are notified in browsers, addresses by mail.',
    },
  },
} as const;
