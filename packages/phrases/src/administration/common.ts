/** Texts that many screens share. */
export const common = {
  empty: {
    none: { ko: '아직 등록된 항목이 없습니다.', en: 'Nothing has been added yet.' },
    first: { ko: '첫 항목 추가', en: 'Add the first one' },
    noMatch: { ko: '조건에 맞는 항목이 없습니다.', en: 'Nothing matches these conditions.' },
  },
  /** Its name in the audit log. */
  entity: {
    account: { ko: '내 계정', en: 'Own account' },
    readings: { ko: '측정값', en: 'Readings' },
    installation: { ko: '시스템 운영', en: 'Installation' },
  },
  /** Labels of fields and columns. */
  field: {
    organization_id: { ko: '기관', en: 'Organization' },
    organization_name: { ko: '기관', en: 'Organization' },
    name: { ko: '이름', en: 'Name' },
    name_en: { ko: '영문 이름', en: 'English name' },
    code: { ko: '코드', en: 'Code' },
    description: { ko: '설명', en: 'Description' },
    description_en: { ko: '영문 설명', en: 'English description' },
    ip: { ko: 'IP 주소', en: 'IP address' },
    time_zone: { ko: '시간대', en: 'Time zone' },
    use: { ko: '사용', en: 'Use' },
    type: { ko: '종류', en: 'Type' },
    created_time: { ko: '등록 시각', en: 'Created' },
    deleted_time: { ko: '삭제 시각', en: 'Deleted' },
    updated_time: { ko: '수정 시각', en: 'Updated' },
    search: { ko: '검색어', en: 'Searched for' },
    format: { ko: '파일 형식', en: 'File format' },
    time: { ko: '시각', en: 'Time' },
    organization_code: { ko: '기관 코드', en: 'Organization code' },
  },
  /** Below a field of a form. */
  hint: {
    code: { ko: '숫자 8자리. 로그인과 기기 접속에 쓰입니다.', en: '8 digits. People and devices log in with it.' },
    time_zone: {
      ko: '예: Asia/Seoul. 시간별·일별 값이 이 시간대를 따릅니다.',
      en: 'Such as Asia/Seoul. Hours and days are cut by it.',
    },
  },
} as const;
