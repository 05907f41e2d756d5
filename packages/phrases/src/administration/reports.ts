/** Reports that are sent by mail. */
export const reports = {
  /** A screen in the menu. */
  menu: { reportSchedule: { ko: '보고서 메일', en: 'Reports by mail' } },
  /** One of its rows, in a title. */
  one: { reportSchedule: { ko: '보고서 메일', en: 'report by mail' } },
  /** Instead of rows, while there are none. */
  empty: {
    reportSchedule: {
      ko: '아직 보고서 메일이 없습니다. 등록하면 매달 본부의 보고서를 PDF로 보냅니다.',
      en: 'There are none yet. With one, the report of an office is sent as a PDF every month.',
    },
  },
  /** Above the rows. */
  note: {
    reportSchedule: {
      ko: '지난달 보고서를 정한 날과 시각에 보냅니다. 보낸 보고서는 보고서 화면에도 남습니다.',
      en: 'The report of the last month is sent on the chosen day and hour. Sent reports are also on the screen Reports.',
    },
  },
  /** In the audit log. */
  entity: {
    reports: { ko: '보고서', en: 'Report' },
    report_schedules: { ko: '보고서 메일', en: 'Report by mail' },
  },
  field: {
    send_day: { ko: '보내는 날', en: 'Day of the month' },
    send_hour: { ko: '보내는 시각', en: 'Hour' },
    report_recipients: { ko: '받는 사람', en: 'Receivers' },
    report_language: { ko: '보고서 언어', en: 'Language of the report' },
  },
  /** Below a field of a form. */
  hint: {
    send_day: { ko: '다음 달 1일부터 28일까지입니다.', en: 'Of the month after, 1 to 28.' },
    send_hour: { ko: '기관의 시각으로 0부터 23까지입니다.', en: "On the organization's clock, 0 to 23." },
    report_recipients: {
      ko: '이메일 주소를 쉼표나 줄바꿈으로 구분해 20개까지 입력합니다.',
      en: 'Up to 20 e-mail addresses, with commas or line breaks between.',
    },
  },
} as const;
