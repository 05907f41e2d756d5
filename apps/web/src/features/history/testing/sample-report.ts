import type { MonthlyReport } from '@airdeck/contract/report/monthly';

/** For tests: a bad month of an office with one bad room, a meter to visit and a filter that is due. */
export const sampleReport = (change: Partial<MonthlyReport> = {}): MonthlyReport => ({
  ...{
    office_id: 3,
    office_name: '본관',
    organization_name: '한빛초등학교',
    month: '2026-10',
    time_zone: 'Asia/Seoul',
  },
  made_on: '2026-11-01',
  pack: { code: 'KR_SCHOOLS', name: null, kind: 'LAW', authority: '학교보건법', rules: 1, drafts: 0 },
  verdict: 'BAD',
  trend: [
    { month: '2026-10', index: 61 },
    { month: '2026-09', index: 52 },
    { month: '2025-10', index: null },
  ],
  ...{ grade: 'NORMAL', share_of_valid: 0.9996, completeness: 0.964, hours_known: false },
  types: [
    {
      ...{ type: 'CO2', unit: 'ppm', mean: 912.4, p95: 1480, rule: 'CO2', verdict: 'EXCEEDED' },
      ...{ share_of_valid: 0.873, days_over: 17, completeness: 0.97 },
    },
  ],
  days: [
    { day: '2026-10-01', index: 40, grade: 'GOOD', completeness: 0.99 },
    { day: '2026-10-02', index: 88, grade: 'BAD', completeness: 0.4 },
  ],
  rooms: [
    {
      ...{ department_id: 1, name: '2학년 3반', type: 'CO2', rule: 'CO2', failed: 0.31, act: 'AIR_MORE' },
      worst: { value: 2105, limit: 1000, day: '2026-10-21' },
      when: { weekday: 1, hour: 14 },
    },
  ],
  rooms_total: 24,
  ventilation: [
    {
      department_id: 1,
      name: '2학년 3반',
      rates: { median: 0.42, lowest: 0.31, highest: 0.58, count: 14 },
      refused: null,
    },
    { department_id: 2, name: '음악실', rates: { median: 1.1, lowest: 0.9, highest: 1.44, count: 9 }, refused: null },
    { department_id: 3, name: '급식실', rates: null, refused: 'START_LOW' },
    { department_id: 4, name: '창고', rates: null, refused: 'NO_CO2' },
  ],
  purifiers: [{ name: '청정기 1', department_name: '2학년 3반', running_h: 148, filter_days: 12 }],
  alarms: { count: 23, acknowledged: 20, acknowledge_min: null },
  visits: [
    {
      ...{ meter_name: '측정기 07', department_name: '급식실', reason: 'LITTLE_DATA' },
      ...{ completeness: 0.415, sensor_name: null },
    },
  ],
  rules: [
    {
      ...{ code: 'CO2', type: 'CO2', value: 1000, unit: 'ppm', direction: 'AT_MOST', basis: 'ABSOLUTE' },
      ...{ averaging: 'HOUR', statistic: { kind: 'EACH' }, hours: 'OPEN', min_completeness: 0.75, level: null },
      ...{ recommended: false, valid_from: '2006-01-01', valid_to: null, draft: true, certainty: 'SECONDARY' },
      ...{ averaging_certainty: 'SECONDARY', source: 'school.cbe.go.kr', checked_on: '2026-11-26' },
    },
  ],
  ...change,
});
