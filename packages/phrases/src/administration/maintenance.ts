/** Maintenance windows. */
export const maintenance = {
  /** A screen in the menu. */
  menu: {
    maintenance: { ko: '점검 시간', en: 'Maintenance' },
  },
  /** One of its rows, in a title. */
  one: {
    maintenance: { ko: '점검 시간', en: 'maintenance window' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    maintenance: {
      ko: '아직 점검 시간이 없습니다. 공사나 기기 점검을 미리 등록해 두면 그동안 장애 알림이 가지 않습니다.',
      en: 'There is no maintenance window yet. Plan one before work on devices: no alarm calls people while it lasts.',
    },
  },
  /** Above the list. */
  note: {
    maintenance: {
      ko: '점검하는 동안 그 아래의 장애는 보류되어 알림이 가지 않고, 측정값에는 점검 표시가 붙습니다. 점검이 끝났을 때 해소되지 않은 장애만 한 번 알립니다.',
      en: 'While a window lasts, alarms below its place are held and notify no one, and readings are marked. When it ends, alarms that are still active are notified once.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    maintenance_windows: { ko: '점검 시간', en: 'Maintenance window' },
  },
  /** Labels of fields and columns. */
  field: {
    place_kind: { ko: '대상', en: 'Applies to' },
    begin_time: { ko: '시작', en: 'Begin' },
    end_time: { ko: '끝', en: 'End' },
    reason: { ko: '사유', en: 'Reason' },
    window_id: { ko: '점검 시간', en: 'Maintenance window' },
    window_state: { ko: '상태', en: 'State' },
  },
  /** Below a field of a form. */
  hint: {
    place_kind: { ko: '그 아래의 모든 기기에 적용됩니다.', en: 'It applies to all devices below.' },
    reason: { ko: '화면에서 점검 중인 이유로 보입니다.', en: 'Shown to people who wonder why alarms are held.' },
  },
} as const;
