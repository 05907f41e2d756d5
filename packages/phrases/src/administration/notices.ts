/** Notices. */
export const notices = {
  /** A screen in the menu. */
  menu: {
    notice: { ko: '공지사항', en: 'Notices' },
  },
  /** One of its rows, in a title. */
  one: {
    notice: { ko: '공지사항', en: 'notice' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    notice: {
      ko: '아직 공지사항이 없습니다. 작성하면 콘솔 사용자에게 보입니다.',
      en: 'There are no notices yet. Users of the console see them.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    notices: { ko: '공지사항', en: 'Notice' },
  },
  /** Labels of fields and columns. */
  field: {
    content: { ko: '내용', en: 'Content' },
    display_at_bottom: { ko: '하단 표시', en: 'Bottom line' },
  },
  /** Below a field. */
  hint: {
    notice_organization: {
      ko: '비워 두면 모든 기관에 보입니다. 최고 관리자만 할 수 있습니다.',
      en: 'If empty, all organizations see it. Only the super administrator can do this.',
    },
    content: { ko: '2,000자까지 쓸 수 있습니다.', en: 'Up to 2,000 characters.' },
  },
} as const;
