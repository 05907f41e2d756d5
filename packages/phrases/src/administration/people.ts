/** Users, what they did, and when they logged in. */
export const people = {
  /** A screen in the menu. */
  menu: {
    user: { ko: '사용자', en: 'Users' },
    loginHistory: { ko: '로그인 이력', en: 'Login history' },
    auditTrail: { ko: '변경 이력', en: 'Change history' },
  },
  /** One of its rows, in a title. */
  one: {
    user: { ko: '사용자', en: 'user' },
    loginHistory: { ko: '로그인 이력', en: 'login' },
    auditTrail: { ko: '변경 이력', en: 'change' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    loginHistory: { ko: '이 기간에 로그인한 사람이 없습니다.', en: 'No login during this time.' },
    auditTrail: { ko: '아직 바뀐 등록 정보가 없습니다.', en: 'No registered data have been changed yet.' },
  },
  /** Above the list. */
  note: {
    auditTrail: {
      ko: '등록 정보를 누가 바꾸었는지 보여 줍니다. 사용자의 개인정보를 조회하거나 파일로 내보낸 기록은 ‘작업’에서 고르면 나오며, 2년 동안 보관합니다.',
      en: 'Shows who changed registered data. Choose “Personal data viewed” or “exported” under Action to see who looked at users’ data; that is kept for two years.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    users: { ko: '사용자', en: 'User' },
    login_history: { ko: '로그인 이력', en: 'Login history' },
    audit: { ko: '변경 이력', en: 'Change history' },
    api_tokens: { ko: 'API 토큰', en: 'API tokens' },
  },
  /** Labels of fields and columns. */
  field: {
    user_login: { ko: '아이디', en: 'ID' },
    user_name: { ko: '이름', en: 'Name' },
    login_time: { ko: '로그인 시각', en: 'Logged in' },
    logout_time: { ko: '로그아웃 시각', en: 'Logged out' },
    result: { ko: '결과', en: 'Result' },
    action: { ko: '작업', en: 'Action' },
    entity: { ko: '대상', en: 'What' },
    changes: { ko: '바뀐 내용', en: 'Changes' },
    login: { ko: '아이디', en: 'ID' },
    authority: { ko: '권한', en: 'Role' },
    language: { ko: '언어', en: 'Language' },
    assigned: { ko: '담당 구역', en: 'Assigned places' },
    account_state: { ko: '계정 상태', en: 'Account' },
    second_factor: { ko: '2단계 인증', en: 'Second factor' },
    last_login_time: { ko: '마지막 로그인', en: 'Last login' },
    mail: { ko: '비밀번호 설정 링크를 메일로 보내기', en: 'Send the link to set a password by mail' },
    people: { ko: '나온 사용자 수', en: 'Users shown' },
  },
  /** Below a field of a form. */
  hint: {
    search_changes: { ko: '이름, 사람, 바뀐 항목', en: 'Name, person, field' },
    login: {
      ko: '영문, 숫자, 마침표, 밑줄, 하이픈 4~30자. 로그인할 때 씁니다.',
      en: '4 to 30 English letters, digits, periods, underscores or hyphens. Used to log in.',
    },
  },
} as const;
