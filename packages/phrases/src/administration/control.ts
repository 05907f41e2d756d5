/** Timetables, and labels of commands in files. */
export const control = {
  /** A screen in the menu. */
  menu: {
    timetable: { ko: '예약 운전', en: 'Timetables' },
  },
  /** One of its rows, in a title. */
  one: {
    timetable: { ko: '예약 운전', en: 'timetable' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    timetable: {
      ko: '아직 예약 운전이 없습니다. 예를 들어 평일 08:00~18:00에 자동으로 켜고 휴일에는 끄도록 만들어 보세요.',
      en: 'There is no timetable yet. Make one, such as on from 08:00 to 18:00 on weekdays and off on holidays.',
    },
  },
  /** Above the list. */
  note: {
    timetable: {
      ko: '서버가 기관의 시간대에 맞춰 공기청정기를 켜고 끕니다. 자체 타이머가 없는 기기도 되며, 기기에 저장하는 예약 시작·종료 시각은 ‘공기청정기 제어’에서 정합니다.',
      en: "The server switches purifiers on and off by the organization's clock, also those without a timer of their own. Start and end times that the device itself keeps are set under Purifier control.",
    },
  },
  /** Its name in the audit log. */
  entity: {
    timetables: { ko: '예약 운전', en: 'Timetable' },
    control_history: { ko: '제어 이력', en: 'Control history' },
  },
  /** Labels of fields and columns. */
  field: {
    command: { ko: '명령', en: 'Command' },
    origin: { ko: '보낸 주체', en: 'Sent by' },
    refusal: { ko: '실패 사유', en: 'Reason for failure' },
    executed_time: { ko: '실행 시각', en: 'Executed' },
    accepted_time: { ko: '기기가 받은 시각', en: 'Accepted by the device' },
    auto_mode: { ko: '자동 운전', en: 'Auto mode' },
    override_min: { ko: '사람이 조작한 뒤 멈춤 (분)', en: 'Pause after a person (min)' },
    week: { ko: '요일별 운전 시간', en: 'Hours of each weekday' },
    exceptions: { ko: '예외 날짜 (휴일, 방학)', en: 'Exceptions, such as holidays' },
    purifier_ids: { ko: '공기청정기', en: 'Purifiers' },
    next_time: { ko: '다음 동작', en: 'Next' },
  },
  /** Below a field of a form. */
  hint: {
    timetable_name: {
      ko: '제어 이력에 이 이름으로 남습니다.',
      en: 'The control history shows commands under this name.',
    },
  },
} as const;
