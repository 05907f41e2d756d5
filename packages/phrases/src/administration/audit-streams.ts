/** The audit log and the login history as signed webhooks. */
export const auditStreams = {
  /** A screen in the menu. */
  menu: {
    auditStream: { ko: '이력 전송', en: 'Audit streams' },
  },
  /** One of its rows, in a title. */
  one: {
    auditStream: { ko: '이력 전송', en: 'audit stream' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    auditStream: {
      ko: '아직 이력 전송이 없습니다. 변경 이력이나 로그인 이력을 보안 관제 시스템(SIEM)에서 받으려면 추가하세요.',
      en: 'There is no audit stream yet. Add one to send the change history or the login history to a security system (SIEM).',
    },
  },
  /** Above the list. */
  note: {
    auditStream: {
      ko: '변경 이력과 로그인 이력의 새 기록을 순서대로 HTTPS 주소에 보냅니다. 받는 쪽이 응답하지 않으면 기록은 남아서 기다리고, 최대 10분 간격으로 다시 보냅니다. 지난 기록은 각 이력 화면에서 파일로 내려받을 수 있습니다.',
      en: 'Sends new records of the change history and the login history to an HTTPS address, in order. While the receiver does not accept them they wait, and are sent again at least every 10 minutes. Older records can be downloaded as files on the screens of the histories.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    audit_streams: { ko: '이력 전송', en: 'Audit stream' },
  },
  /** Labels of fields and columns. */
  field: {
    records: { ko: '보낼 이력', en: 'Records' },
    waiting_records: { ko: '보낼 기록', en: 'Waiting records' },
    skipped_records: { ko: '보내지 못하고 삭제된 기록', en: 'Records deleted before they were sent' },
    last_success_time: { ko: '마지막으로 보낸 시각', en: 'Last sent' },
    last_error_time: { ko: '마지막 오류 시각', en: 'Time of the last error' },
  },
  /** Below a field of a form. */
  hint: {
    stream_organization: {
      ko: '비워 두면 모든 기관과 시스템의 기록을 보냅니다.',
      en: 'If empty, the records of all organizations and of the installation are sent.',
    },
    stream_records: { ko: '추가한 뒤의 기록부터 보냅니다.', en: 'Records from now on are sent.' },
    stream_use: {
      ko: '끄면 보내지 않고 기록이 기다립니다.',
      en: 'While it is not in use nothing is sent, and its records wait.',
    },
  },
} as const;
