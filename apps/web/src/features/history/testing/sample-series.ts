import type { PurifierMinutes, Series, SeriesAnswer } from '@airdeck/contract/history/schema';

/** 14 July 2025 in Seoul. */
const START_S = Date.UTC(2025, 6, 13, 15) / 1000;

/** For tests: three readings of a meter from midnight on, a minute apart. */
export const sampleLine = (change: Partial<Series> = {}): Series => ({
  id: 7,
  name: '로비',
  weeks_ago: 0,
  interval_s: 60,
  times: [START_S, 60, 60],
  values: [812, 820, 815],
  ...change,
});

/** For tests: a day of CO₂ in Seoul. */
export const sampleAnswer = (change: Partial<SeriesAnswer> = {}): SeriesAnswer => ({
  measure: 'CO2',
  step: 'each',
  time_zone: 'Asia/Seoul',
  start: new Date(START_S * 1000).toISOString(),
  end: new Date((START_S + 86_400) * 1000).toISOString(),
  bounds: [600, 800, 1000, 1500],
  maintenance: [],
  series: [sampleLine()],
  ...change,
});

/** For tests: an hour of a purifier that ran for three quarters of it. */
export const sampleMinutes = (change: Partial<PurifierMinutes> = {}): PurifierMinutes => ({
  organization_name: '한빛초등학교',
  office_name: '본관',
  department_name: '1층',
  meter_id: 7,
  meter_name: '로비',
  time_zone: 'Asia/Seoul',
  purifier_id: 700,
  purifier_name: '청정기 1',
  start: new Date(START_S * 1000).toISOString(),
  end: new Date((START_S + 3_600) * 1000).toISOString(),
  minutes: { AUTO: 45, MANUAL: 0, STOP: 0, OFF: 15, TROUBLE: 0 },
  unknown: 0,
  ...change,
});
