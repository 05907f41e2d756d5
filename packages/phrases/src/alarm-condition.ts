import type { AlarmSource, BuiltInError } from '@airdeck/contract/standard/built-in';
import type { Language } from '@airdeck/contract/user/schema';

type Texts = Readonly<Record<Language, string>>;

/** The conditions of alarms by source. Both languages in one place: a new detector is one line here. */
const SOURCES: Readonly<Record<AlarmSource, Texts>> = {
  VALUE: { ko: '측정값', en: 'Values' },
  STUCK: { ko: '값 고정', en: 'Stuck values' },
  DAY_MEAN: { ko: '24시간 평균', en: '24-hour mean' },
  BASELINE: { ko: '기준선', en: 'Baseline' },
  REJECTED: { ko: '거부된 값', en: 'Rejected values' },
  CLOCK: { ko: '기기 시계', en: 'Device clock' },
  SILENCE: { ko: '수신 없음', en: 'Silence' },
  GATEWAY: { ko: '게이트웨이', en: 'Gateway' },
  LOCAL_SERVER: { ko: '로컬 서버', en: 'Local server' },
  DEVICE: { ko: '기기 보고', en: 'Device' },
  SERVER: { ko: '서버', en: 'Server' },
  PURIFIER: { ko: '공기청정기 상태', en: 'Purifier state' },
  EFFECT: { ko: '청정 효과', en: 'Cleaning effect' },
};

/** Names of the sources in a language. */
export const sourceNames = (language: Language): Record<AlarmSource, string> =>
  Object.fromEntries(Object.entries(SOURCES).map(([source, texts]) => [source, texts[language]])) as Record<
    AlarmSource,
    string
  >;

/** Descriptions of the built-in errors, until an administrator writes others. */
export const BUILT_IN_ERROR_TEXTS: Readonly<Record<BuiltInError, Texts>> = {
  M001: { ko: '통신 없음', en: 'No communication' },
  M002: { ko: '센서 치명적 고장', en: 'Sensor fatal' },
  M003: { ko: '먼지 센서 팬 고장', en: 'PM fan failure' },
  M004: { ko: '먼지 센서 레이저 고장', en: 'PM laser failure' },
  M005: { ko: 'CO₂ 센서 고장', en: 'CO₂ sensor failure' },
  M006: { ko: '온습도 센서 고장', en: 'Temperature and humidity sensor failure' },
  M007: { ko: 'HCHO 센서 고장', en: 'HCHO sensor failure' },
  M008: { ko: '측정값 범위 벗어남', en: 'Value out of range' },
  M009: { ko: '측정값 60분 동안 변화 없음', en: 'Value stuck for 60 min' },
  M010: { ko: '먼지 센서 팬 속도 이상', en: 'PM fan speed off' },
  M011: {
    ko: 'CO₂ 기준선 이동(7일 최솟값이 600 초과 또는 380 미만)',
    en: 'CO₂ baseline drift (7-day minimum above 600 or below 380)',
  },
  M012: { ko: '시계 오차 5분 초과', en: 'Clock off by more than 5 min' },
  M013: { ko: '신호 약함', en: 'Weak signal' },
  M014: { ko: '예열 중', en: 'Warming up' },
  M015: { ko: '재시작함', en: 'Restarted' },
  M016: { ko: '자체 청소 중', en: 'Self-cleaning' },
  A001: { ko: '공기질 매우 나쁨 2시간 지속', en: 'Air quality very bad for 2 h' },
  A002: { ko: '공기질 나쁨 2시간 지속', en: 'Air quality bad for 2 h' },
  A003: { ko: '24시간 평균이 시설 유지기준 초과', en: 'Above the limit of the facility over 24 h' },
  A004: { ko: '공기질 매우 나쁨 10분 지속', en: 'Air quality very bad for 10 min' },
  P001: { ko: '통신 없음', en: 'No communication' },
  P002: { ko: '팬 모터 멈춤', en: 'Fan motor stuck' },
  P003: { ko: '과열 또는 전원 이상', en: 'Over-temperature or power' },
  P004: { ko: '명령이 확인되지 않음', en: 'Command not confirmed' },
  P005: { ko: 'UV 램프 고장', en: 'UV lamp failure' },
  P006: { ko: '이온 발생기 고장', en: 'Ioniser failure' },
  P007: { ko: '먼지 센서 연결 끊김', en: 'Dust sensor lost' },
  P008: { ko: '온습도 센서 이상', en: 'Temperature and humidity sensor' },
  P009: { ko: '덮개 또는 필터 빠짐', en: 'Cover or filter removed' },
  P010: { ko: '필터 교체 시기 지남', en: 'Filter expired' },
  P011: { ko: '필터 교체 임박(10 % 이하)', en: 'Filter due (10 % or less)' },
  P012: { ko: '프리필터 청소 필요', en: 'Pre-filter cleaning' },
  P013: { ko: '가동 중이나 먼지가 줄지 않음', en: 'Running, but PM is not falling' },
  P014: { ko: '어린이 잠금', en: 'Child lock' },
  P015: { ko: '현장 조작 중', en: 'Local control' },
  P016: { ko: '공기청정기가 고장 상태를 보고함', en: 'The purifier reports trouble' },
};
