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
    user_control: { ko: '직원의 공기청정기 제어', en: 'Staff may control purifiers' },
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
    phone: { ko: '예: 02-1234-5678', en: 'Such as 02-1234-5678' },
  },
} as const;
