import type { AppliedRule } from '@airdeck/contract/limit/compliance';
import type { MonthlyReport } from '@airdeck/contract/report/monthly';

/** A rule as an answer has it. */
export const anAppliedRule = (given: Partial<AppliedRule> = {}): AppliedRule => ({
  ...{ code: 'CO2', type: 'CO2', value: 1000, unit: 'ppm', direction: 'AT_MOST', basis: 'ABSOLUTE' },
  ...{ averaging: 'HOUR', statistic: { kind: 'EACH' }, hours: 'OPEN', min_completeness: 0.75, level: null },
  ...{ recommended: false, valid_from: '2019-07-01', valid_to: null, draft: false, certainty: 'OFFICIAL' },
  ...{ averaging_certainty: 'UNCONFIRMED', source: 'easylaw.go.kr 2022-04-15', checked_on: '2026-11-26' },
  ...given,
});

const days = Array.from({ length: 31 }, (_, i) => {
  const index = 30 + ((i * 7) % 60);
  const grade = index <= 50 ? 'GOOD' : index <= 75 ? 'NORMAL' : 'BAD';
  return {
    day: `2026-10-${String(i + 1).padStart(2, '0')}`,
    index,
    grade,
    completeness: i === 9 ? 0.4 : 0.98,
  } as const;
});

/** A month with everything that a report can say. */
export const aMonthlyReport = (given: Partial<MonthlyReport> = {}): MonthlyReport => ({
  ...{
    office_id: 1,
    office_name: '본관',
    organization_name: '한빛초등학교',
    month: '2026-10',
    time_zone: 'Asia/Seoul',
  },
  made_on: '2026-11-01',
  pack: { code: 'KR_SCHOOLS', name: null, kind: 'LAW', authority: '학교보건법', rules: 4, drafts: 1 },
  verdict: 'BAD',
  trend: [
    { month: '2026-10', index: 61 },
    { month: '2026-09', index: 52 },
    { month: '2025-10', index: null },
  ],
  ...{ grade: 'NORMAL', share_of_valid: 0.873, completeness: 0.964, hours_known: true },
  types: [
    {
      ...{ type: 'CO2', unit: 'ppm', mean: 912.4, p95: 1480.2, rule: 'CO2', verdict: 'EXCEEDED' },
      ...{ share_of_valid: 0.873, days_over: 17, completeness: 0.97 },
    },
    {
      ...{ type: 'PM2.5', unit: 'µg/m³', mean: 14.2, p95: 31, rule: 'PM2.5', verdict: 'MET' },
      ...{ share_of_valid: 1, days_over: 0, completeness: 0.96 },
    },
    {
      ...{ type: 'TEMPERATURE', unit: '°C', mean: 22.4, p95: 25.1, rule: null, verdict: null },
      ...{ share_of_valid: null, days_over: null, completeness: null },
    },
  ],
  days: [...days],
  rooms: [
    {
      ...{ department_id: 1, name: '2학년 3반', type: 'CO2', rule: 'CO2', failed: 0.31, act: 'AIR_MORE' },
      worst: { value: 2105, limit: 1000, day: '2026-10-21' },
      when: { weekday: 1, hour: 14 },
    },
    {
      ...{ department_id: 2, name: '음악실', type: 'CO2', rule: 'CO2', failed: 0.12, act: 'AIR_MORE' },
      worst: { value: 1620, limit: 1000, day: '2026-10-08' },
      when: null,
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
  purifiers: [{ name: '공기청정기 1', department_name: '2학년 3반', running_h: 148, filter_days: 12 }],
  alarms: { count: 23, acknowledged: 20, acknowledge_min: 14.6 },
  visits: [
    {
      ...{ meter_name: '측정기 07', department_name: '급식실', reason: 'LITTLE_DATA' },
      ...{ completeness: 0.415, sensor_name: null },
    },
    {
      ...{ meter_name: '측정기 11', department_name: '도서실', reason: 'STUCK' },
      ...{ completeness: null, sensor_name: 'CO2' },
    },
  ],
  rules: [
    anAppliedRule(),
    anAppliedRule({
      ...{ code: 'PM2.5', type: 'PM2.5', value: 35, unit: 'µg/m³', averaging: 'DAY', hours: 'ALL', draft: true },
      ...{ certainty: 'SECONDARY', source: 'hangyo.com' },
    }),
  ],
  ...given,
});
