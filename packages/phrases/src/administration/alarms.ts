/** Alarm rules, and labels of alarms in files. */
export const alarms = {
  /** A screen in the menu. */
  menu: {
    alarmRule: { ko: '장애 규칙', en: 'Alarm rules' },
  },
  /** One of its rows, in a title. */
  one: {
    alarmRule: { ko: '장애 규칙', en: 'alarm rule' },
  },
  /** Above the list. */
  note: {
    alarmRule: {
      ko: '측정값이 어떤 상태일 때 장애로 볼지 정합니다. 기관 규칙은 같은 코드의 공통 규칙을 대신하며, 삭제하면 공통 규칙으로 돌아갑니다.',
      en: "Rules that raise alarms from readings. An organization's rule replaces the installation's rule of the same code; deleting it restores that one.",
    },
  },
  /** Its name in the audit log. */
  entity: {
    alarm_rules: { ko: '장애 규칙', en: 'Alarm rule' },
    alarms: { ko: '장애', en: 'Alarms' },
  },
  /** Labels of fields and columns. */
  field: {
    sensor_type: { ko: '센서 종류', en: 'Sensor type' },
    sensor_name: { ko: '센서', en: 'Sensor' },
    air_name: { ko: '공기청정기', en: 'Purifier' },
    source: { ko: '판단 근거', en: 'Decided from' },
    detail: { ko: '기기가 보낸 내용', en: 'Message of the device' },
    value: { ko: '발생 값', en: 'Value' },
    bound: { ko: '기준값', en: 'Threshold' },
    since_time: { ko: '시작 시각', en: 'Since' },
    occured_time: { ko: '발생 시각', en: 'Occurred' },
    ended_time: { ko: '종료 시각', en: 'Ended' },
    occurrences: { ko: '발생 순번', en: 'Occurrence number' },
    acknowledged_time: { ko: '확인 시각', en: 'Acknowledged' },
    acknowledged_login: { ko: '확인한 사람', en: 'Acknowledged by' },
    acknowledged_note: { ko: '확인 메모', en: 'Note of acknowledgement' },
    cleared_time: { ko: '해제 시각', en: 'Cleared' },
    cleared_login: { ko: '해제한 사람', en: 'Cleared by' },
    cleared_note: { ko: '해제 메모', en: 'Note of clearing' },
    shelved_until: { ko: '보류 기한', en: 'Shelved until' },
    shelved_login: { ko: '보류한 사람', en: 'Shelved by' },
    shelved_note: { ko: '보류 사유', en: 'Reason for shelving' },
    applies_to: { ko: '대상 값', en: 'For' },
    basis: { ko: '기준', en: 'Condition' },
    direction: { ko: '방향', en: 'Direction' },
    limit: { ko: '발생 기준값', en: 'Raised at' },
    release: { ko: '종료 기준값', en: 'Released at' },
    duration_min: { ko: '지속 시간(분)', en: 'Duration (minutes)' },
    average: { ko: '비교할 값', en: 'Compared' },
    own: { ko: '규칙 구분', en: 'Scope' },
    sentence: { ko: '규칙', en: 'Rule' },
    auto_clear: { ko: '자동으로 해제할 심각도', en: 'Severities that clear themselves' },
  },
  /** Below a field of a form. */
  hint: {
    rule_code: {
      ko: '내용과 심각도는 장애 등급 화면에서 정합니다.',
      en: 'Its text and severity are set under error grades.',
    },
    rule_average: {
      ko: '24시간 평균은 1시간마다 확인하며, 지속 시간은 0분으로 둡니다.',
      en: 'A 24-hour mean is checked every hour, with a duration of 0.',
    },
    rule_organization: {
      ko: '비워 두면 모든 기관에 적용되는 공통 규칙이 됩니다. 최고 관리자만 할 수 있습니다.',
      en: 'If empty, the rule applies to all organizations. Only the super administrator can do this.',
    },
    own_rule: {
      ko: '이 기관에서는 공통 규칙 대신 적용됩니다.',
      en: "Applies here instead of the installation's rule.",
    },
    limit: { ko: '값을 직접 정할 때만 입력합니다.', en: 'Only for a rule with a fixed value.' },
    release: {
      ko: '비워 두면 발생 기준에서 10% 떨어진 값에서 끝납니다.',
      en: 'If empty: 10 % away from the value that raises it.',
    },
    duration_min: { ko: '0이면 바로 발생합니다. 최대 1,440분(하루).', en: '0: at once. At most 1,440 minutes, a day.' },
  },
} as const;
