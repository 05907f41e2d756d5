/** Facts of facilities, and limits of an organization's own. */
export const limits = {
  /** A screen in the menu. */
  menu: {
    facilityFacts: { ko: '시설 정보', en: 'Facility facts' },
    ownLimit: { ko: '자체 기준', en: 'Own limits' },
  },
  /** One of its rows, in a title. */
  one: {
    facilityFacts: { ko: '시설 정보', en: 'facility facts' },
    ownLimit: { ko: '자체 기준', en: 'limit' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    facilityFacts: {
      ko: '아직 시설 정보가 없습니다. 시설 종류와 지역, 운영 시간을 등록하면 어떤 기준이 적용되는지 알 수 있습니다.',
      en: 'There are no facility facts yet. Limits depend on the kind of facility, its region and its opening hours.',
    },
    ownLimit: {
      ko: '아직 자체 기준이 없습니다. 법이나 인증 기준보다 엄격한 기준을 직접 정해 보세요.',
      en: 'There are no own limits yet. Add one to judge the air by a stricter value than laws and certificates do.',
    },
  },
  /** Above the list. */
  note: {
    facilityFacts: {
      ko: '정보는 적용 시작일부터 다음 정보의 시작일 전까지 적용됩니다. 비워 둔 항목은 상위 장소의 값을 따릅니다.',
      en: 'Facts hold from their first day until the next row of the same place. Empty fields are as in the place above.',
    },
    ownLimit: {
      ko: '같은 이름의 기준이 한 묶음이 되어 ‘기준 준수’ 화면에서 고를 수 있습니다.',
      en: 'Limits with the same pack name form one pack, which you can choose on the screen “Compliance”.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    facility_facts: { ko: '시설 정보', en: 'Facility facts' },
    own_limits: { ko: '자체 기준', en: 'Own limit' },
  },
  /** Labels of fields and columns. */
  field: {
    facts_place: { ko: '대상', en: 'Facts of' },
    valid_to: { ko: '적용 마지막 날', en: 'Last day' },
    facility_kind: { ko: '시설 종류', en: 'Kind of facility' },
    region: { ko: '지역', en: 'Region' },
    area: { ko: '연면적 (㎡)', en: 'Floor area (m²)' },
    beds: { ko: '병상 수', en: 'Beds' },
    seats: { ko: '객석 수', en: 'Seats' },
    ventilation: { ko: '환기 방식', en: 'Ventilation' },
    opening_hours: { ko: '운영 시간', en: 'Opening hours' },
    outdoor_meter_id: { ko: '실외 측정기', en: 'Outdoor meter' },
    outdoor_meter_name: { ko: '실외 측정기', en: 'Outdoor meter' },
    pack_name: { ko: '기준 이름', en: 'Pack' },
    limit_direction: { ko: '비교', en: 'Comparison' },
    limit_value: { ko: '기준값', en: 'Limit' },
    limit_basis: { ko: '기준점', en: 'Counted from' },
    averaging: { ko: '평균 시간', en: 'Averaging' },
    counted_hours: { ko: '시간대', en: 'Hours' },
    least_share: { ko: '지켜야 할 비율 (%)', en: 'Share that must comply (%)' },
    least_data: { ko: '필요한 자료 비율 (%)', en: 'Least share of data (%)' },
    limit_source: { ko: '출처', en: 'Source' },
  },
  /** Below a field of a form. */
  hint: {
    facility_kind: {
      ko: '어떤 기준이 적용되는지 정합니다. 면적·병상·객석은 종류를 정한 곳에 함께 입력하세요.',
      en: 'Decides which limits hold. Enter area, beds and seats at the place for which you enter the kind.',
    },
    region: { ko: '더 엄격한 기준을 둔 지역이 있습니다.', en: 'Some regions have stricter limits.' },
    opening_hours: {
      ko: '한 줄에 하나씩: 월-금 09:00-18:00 · 토 09:00-13:00 · 2026-12-25 휴무 · 2026-08-01~2026-08-15 10:00-16:00. 없는 요일은 쉬는 날입니다.',
      en: 'A line for each: Mon-Fri 09:00-18:00 · Sat 09:00-13:00 · 2026-12-25 closed · 2026-08-01~2026-08-15 10:00-16:00. Other weekdays are closed.',
    },
    outdoor_meter_id: {
      ko: '실외 공기와 비교하는 기준에 쓰며, 이 측정기는 준수 여부를 판정하지 않습니다.',
      en: 'For limits above outdoor air. This meter itself gets no verdict.',
    },
    least_share: { ko: '100이면 모든 기간이 지켜야 합니다.', en: 'With 100 each period has to comply.' },
    limit_facility_kind: { ko: '비워 두면 모든 시설에 적용합니다.', en: 'Empty: every kind.' },
    limit_value: { ko: '센서 종류의 단위로 입력합니다.', en: 'In the unit of the sensor type.' },
  },
} as const;
