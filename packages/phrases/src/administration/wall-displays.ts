/** Wall displays. */
export const wallDisplays = {
  /** A screen in the menu. */
  menu: {
    wallDisplay: { ko: '벽면 화면', en: 'Wall displays' },
  },
  /** One of its rows, in a title. */
  one: {
    wallDisplay: { ko: '벽면 화면', en: 'wall display' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    wallDisplay: {
      ko: '아직 벽면 화면이 없습니다. 로비나 관제실의 큰 화면에 띄울 링크를 만들어 보세요. 로그인 없이 값만 보여 줍니다.',
      en: 'There is no wall display yet. Make a link for a large screen in a lobby or control room: it shows values without a login.',
    },
  },
  /** Above the list. */
  note: {
    wallDisplay: {
      ko: '로비나 관제실의 큰 화면에 띄우는 읽기 전용 링크입니다. 로그인하지 않으며 고른 위치의 공기를 차례로 보여 줄 뿐, 다른 것은 아무것도 볼 수 없습니다. 링크는 언제든 종료할 수 있습니다.',
      en: 'A read-only link for a large screen in a lobby or a control room. It needs no login: it shows the air of the chosen places one after the other, and nothing else. It can be ended at any time.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    wall_displays: { ko: '벽면 화면', en: 'Wall displays' },
  },
  /** Labels of fields and columns. */
  field: {
    wall_level: { ko: '보여 줄 단위', en: 'Content of a screen' },
    place_ids: { ko: '보여 줄 위치', en: 'Places to show' },
    plan_ids: { ko: '보여 줄 평면도', en: 'Floor plans to show' },
    seconds: { ko: '한 위치를 보여 주는 시간(초)', en: 'Seconds for each place' },
    wall_state: { ko: '상태', en: 'State' },
    made_by: { ko: '링크를 만든 사람', en: 'Link made by' },
  },
  /** Below a field of a form. */
  hint: {
    wall_language: { ko: '벽면 화면에 쓰는 언어입니다.', en: 'The language of the wall display.' },
    seconds: {
      ko: '5~600초. 멀리서 읽을 수 있게 15초 이상을 권합니다.',
      en: '5 to 600 seconds. 15 or more are recommended to read it from a distance.',
    },
  },
} as const;
