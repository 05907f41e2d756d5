/** Organizations, offices and departments. */
export const places = {
  /** A screen in the menu. */
  menu: {
    organizations: { ko: '기관', en: 'Organizations' },
    group: { ko: '본부', en: 'Offices' },
    department: { ko: '부서', en: 'Departments' },
  },
  /** One of its rows, in a title. */
  one: {
    organizations: { ko: '기관', en: 'organization' },
    group: { ko: '본부', en: 'office' },
    department: { ko: '부서', en: 'department' },
  },
  /** Its name in the audit log. */
  entity: {
    organizations: { ko: '기관', en: 'Organization' },
    offices: { ko: '본부', en: 'Office' },
    departments: { ko: '부서', en: 'Department' },
  },
  /** Labels of fields and columns. */
  field: {
    office_id: { ko: '본부', en: 'Office' },
    office_name: { ko: '본부', en: 'Office' },
    department_id: { ko: '부서', en: 'Department' },
    department_name: { ko: '부서', en: 'Department' },
    address: { ko: '주소', en: 'Address' },
    email: { ko: '이메일', en: 'E-mail' },
    phone: { ko: '전화번호', en: 'Phone' },
    latitude: { ko: '위도', en: 'Latitude' },
    longitude: { ko: '경도', en: 'Longitude' },
    template_id: { ko: '본보기 기관', en: 'Template' },
    template_code: { ko: '본보기 기관 코드', en: 'Template code' },
    user_control: { ko: '직원의 공기청정기 제어', en: 'Staff may control purifiers' },
    require_second_factor: { ko: '2단계 인증 필수', en: 'Require a second factor' },
    office_count: { ko: '본부', en: 'Offices' },
    department_count: { ko: '부서', en: 'Departments' },
    meter_count: { ko: '측정기', en: 'Meters' },
    user_count: { ko: '사용자', en: 'Users' },
    organizationName: { ko: '찾은 기관 이름', en: 'Organization searched for' },
  },
  /** Below a field of a form. */
  hint: {
    user_control: {
      ko: '기관 사용자가 공기청정기를 제어할 수 있는지 정합니다.',
      en: 'Whether local users may control purifiers.',
    },
    require_second_factor: {
      ko: '비밀번호 외에 인증 앱의 코드로도 로그인하게 합니다. 아직 설정하지 않은 사용자는 다음 로그인 때 먼저 설정해야 합니다.',
      en: 'Users also log in with a code of an authenticator app. Those without one set it up at their next login before anything else.',
    },
    template_id: {
      ko: '이 기관의 등급 기준, 장애 규칙, 장애 등급, 시간표와 알림 규칙을 복사합니다. 사용자, 장소, 기기와 비밀키는 복사하지 않으며, 알림 규칙은 받는 사람 없이 사용 안 함으로 복사됩니다.',
      en: 'Copies its thresholds, alarm rules, error grades, timetables and notification rules. People, places, devices and secrets are not copied; notification rules arrive out of use and without receivers.',
    },
    organizationCode: {
      ko: '사람과 기기가 이 코드로 로그인합니다. 최고 관리자만 바꿀 수 있습니다.',
      en: 'People and devices log in with it. Only a super administrator changes it.',
    },
    phone: { ko: '예: 02-1234-5678', en: 'Such as 02-1234-5678' },
  },
} as const;
