import type {
  AveragesSummary,
  MeterAverage,
  MeterReading,
  PlaceAverage,
  PurifierSpan,
} from '@airdeck/contract/history/schema';
import type { PurifierState } from '@airdeck/contract/purifier/schema';

const lobby = {
  organization_name: '한빛초등학교',
  office_name: '본관',
  department_name: '1층',
  meter_id: 7,
  meter_name: '로비',
  time_zone: 'Asia/Seoul',
};

/** For tests: rows with something in every field. */
export const sampleReading = (change: Partial<MeterReading> = {}): MeterReading => ({
  ...lobby,
  time: '2026-11-21T05:00:07Z',
  values: { CO2: 812, 'PM2.5': 14.2 },
  worst_sensors: {},
  index: 81,
  grade: 'NORMAL',
  ...change,
});

export const sampleAverage = (change: Partial<MeterAverage> = {}): MeterAverage => ({
  ...lobby,
  start: '2026-11-21T05:00:00Z',
  end: '2026-11-21T06:00:00Z',
  values: { CO2: { mean: 812.4, min: 702, max: 930 } },
  index: 81,
  grade: 'NORMAL',
  completeness: 1,
  ...change,
});

export const sampleSummary = (change: Partial<AveragesSummary> = {}): AveragesSummary => ({
  values: { CO2: { mean: 640.4, min: 402, max: 1_930 } },
  index: 40,
  grade: 'GOOD',
  completeness: 0.97,
  meters: 2,
  meters_in_use: 3,
  bad: 0,
  very_bad: 0,
  worst: { meter_id: 8, meter_name: '교무실', index: 120, grade: 'BAD' },
  ...change,
});

export const samplePlaceAverage = (change: Partial<PlaceAverage> = {}): PlaceAverage => ({
  ...sampleSummary(),
  level: 'department',
  place_id: 4,
  organization_name: '한빛초등학교',
  office_name: '본관',
  department_name: '1층',
  time_zone: 'Asia/Seoul',
  start: '2026-11-20T15:00:00Z',
  end: '2026-11-21T15:00:00Z',
  bad: 1,
  worst: { meter_id: 8, meter_name: '교무실', index: 162, grade: 'BAD' },
  ...change,
});

const state: PurifierState = {
  power: 'ON',
  control: 'AUTO',
  run: 'WORK',
  source: 'REMOTE',
  fan_speed: 'WEAK',
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
};

export const sampleSpan = (change: Partial<PurifierSpan> = {}): PurifierSpan => ({
  ...lobby,
  purifier_id: 700,
  purifier_name: '청정기 1',
  time: '2026-11-21T05:00:00Z',
  last_time: '2026-11-21T05:40:00Z',
  work_mode: 'AUTO',
  state,
  ...change,
});

export const samplePage = <Row>(content: Row[], totalElements = content.length) => ({
  content,
  totalPages: Math.ceil(totalElements / 12),
  totalElements,
});
