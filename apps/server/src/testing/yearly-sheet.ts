import type { RuleVerdict } from '@airdeck/contract/limit/compliance';
import type { YearlySheet } from '@airdeck/contract/report/yearly';
import { anAppliedRule } from './monthly-report.ts';

const aRuleVerdict = (given: Partial<RuleVerdict> = {}): RuleVerdict => ({
  ...{ rule: 'CO2', verdict: 'EXCEEDED', expected: 2400, valid: 2310, complied: 2100, completeness: 0.971 },
  ...{ share_of_valid: 0.909, share_of_all: 0.875, outdoors_assumed: false },
  worst: {
    ...{ start: '2026-03-11T05:00:00.000Z', end: '2026-03-11T06:00:00.000Z', value: 1812.4, limit: 1000 },
    ...{ reading: false, meter_id: 3, meter_name: '열람실 측정기' },
  },
  meters: { MET: 3, EXCEEDED: 1, NOT_ENOUGH_DATA: 0, NOT_APPLICABLE: 0 },
  ...given,
});

/** A year with everything that a sheet can say. */
export const aYearlySheet = (given: Partial<YearlySheet> = {}): YearlySheet => ({
  ...{ office_id: 1, office_name: '중앙관', organization_name: '한빛도서관', year: 2026, time_zone: 'Asia/Seoul' },
  ...{ made_on: '2026-11-26', ministry: 'CLIMATE' },
  pack: {
    code: 'KR_INDOOR_AIR',
    name: null,
    kind: 'LAW',
    authority: '실내공기질 관리법 시행규칙',
    rules: 4,
    drafts: 1,
  },
  facility: {
    ...{ kind: 'LIBRARY', group: 'A', region: 'KR-11', area: 4200, beds: null, seats: null, ventilation: 'MECHANICAL' },
    ...{ opening_hours: '월-금 09:00-20:00\n토-일 09:00-17:00', coverage: 'COVERED' },
  },
  entries: {
    ...{
      address: '서울특별시 중구 세종대로 110',
      head: '홍길동',
      measured_by: '한국환경측정',
      registration: '제2019-12호',
    },
    measured_on: '2026-05-12',
    equipment: [{ equipment: '환기설비', model: 'AHU-3', count: 2, air_flow: 12_000, filter_changed: '2026-04-01' }],
    results: [
      {
        ...{ quantity: 'PM2.5', place: '1층 열람실', times: 1, lowest: 18, highest: 41, mean: 29.5 },
        ...{ taken: '24시간', instrument: '중량법' },
      },
      {
        ...{ quantity: 'CO', place: '1층 열람실', times: 2, lowest: null, highest: null, mean: 10.5 },
        ...{ taken: '1시간', instrument: '비분산적외선법' },
      },
    ],
  },
  purifiers: [{ name: '공기청정기 1', department_name: '열람실', model: 'KAP-500', running_h: 1840 }],
  limits: [
    {
      ...{ quantity: 'PM2.5', value: 40, unit: 'µg/m³', direction: 'AT_MOST', recommended: false, draft: true },
      ...{ source: 'Yonhap', valid_from: '2026-01-01' },
    },
    {
      ...{ quantity: 'CO', value: 9, unit: 'ppm', direction: 'AT_MOST', recommended: false, draft: true },
      ...{ source: 'Seoul ordinance of 2019-09-26', valid_from: '2019-09-26' },
    },
  ],
  verdicts: ['MET', 'EXCEEDED'],
  deadlines: {
    season: { from: '2026-01-01', to: '2026-06-30' },
    ...{ report_by: '2026-06-11', kept_until: '2036-05-12', readings_days: 1095 },
  },
  annex: {
    ...{ meters: 4, hours_known: true },
    rules: [anAppliedRule()],
    office: [aRuleVerdict()],
    rooms: [
      { name: '열람실', verdict: 'EXCEEDED', verdicts: [aRuleVerdict()] },
      {
        ...{ name: '사무실', verdict: 'MET' },
        verdicts: [aRuleVerdict({ verdict: 'MET', share_of_valid: 1, share_of_all: 0.98, worst: null })],
      },
    ],
  },
  ...given,
});
