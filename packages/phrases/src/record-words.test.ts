import type { Language } from '@airdeck/contract/user/schema';
import { expect, test } from 'vitest';
import { admin as en } from './en/admin.ts';
import { admin as ko } from './ko/admin.ts';
import { createRecordWords } from './record-words.ts';

const wordsIn = (language: Language) =>
  createRecordWords({
    language,
    texts: { ko, en }[language],
    time: (instant) => `<${instant}>`,
    day: (day) => `[${day}]`,
  });

const PERIOD = { start: '0800', end: '1700', mode: 'AUTO' };
const WEEK = [[PERIOD], [PERIOD], [PERIOD], [PERIOD], [PERIOD], [], []];

test.each([
  ['offices', 'name', '4층', '이름', '4층', 'Name', '4층'],
  ['users', 'authority', 'LOCAL_ADMIN', '권한', '기관 관리자', 'Role', 'Local administrator'],
  ['users', 'use', 'N', '사용', '사용 안 함', 'Use', 'Not in use'],
  ['users', 'must_renew', true, '비밀번호 변경 필요', '예', 'Must set a password', 'Yes'],
  ['meters', 'is_air', 'Y', '공기청정기 연결', '예', 'Drives purifiers', 'Yes'],
  ['meters', 'type', 'MULTI', '종류', '측정기·청정기 복합', 'Type', 'Meter and purifier'],
  ['meters', 'secret', 'renewed', '기기 비밀키', '새로 발급', 'Secret of the device', 'Renewed'],
  ['meters', 'first_operation_date', '2026-03-02', '최초 가동일', '[2026-03-02]', 'First operation', '[2026-03-02]'],
  [
    'alarms',
    'ended_time',
    '2026-03-02T06:15:00.000Z',
    '종료 시각',
    '<2026-03-02T06:15:00.000Z>',
    'Ended',
    '<2026-03-02T06:15:00.000Z>',
  ],
  ['notification_rules', 'severity', 'MAJOR', '심각도', '중대 이상', 'Severity', 'Major and above'],
  [
    'alarm_rules',
    'auto_clear',
    ['MINOR', 'INFO'],
    '자동으로 해제할 심각도',
    '경미, 정보',
    'Severities that clear themselves',
    'Minor, Info',
  ],
  ['organizations', 'READING', 1825, '보관 기간(일) 측정값', '1,825', 'Kept for days: Readings', '1,825'],
  [
    'timetables',
    'week',
    WEEK,
    '요일별 운전 시간',
    '월~금 08:00~17:00 기기 자동 · 토~일 꺼짐',
    'Hours of each weekday',
    'Mon–Fri 08:00–17:00 Device auto · Sat–Sun Off',
  ],
  [
    'timetables',
    'week.2',
    [PERIOD],
    '수요일 운전 시간',
    '08:00~17:00 기기 자동',
    'Hours on Wednesday',
    '08:00–17:00 Device auto',
  ],
  ['purifiers', 'PM2.5', '15 · 35 · 75', 'PM2.5 초미세먼지', '15 · 35 · 75', 'PM2.5 Fine particulates', '15 · 35 · 75'],
  ['purifiers', 'unheard_of', { name: 'x' }, 'unheard_of', '이름 x', 'unheard_of', 'Name x'],
  ['offices', 'name', 'constructor', '이름', 'constructor', 'Name', 'constructor'],
  ['offices', 'use', '__proto__', '사용', '__proto__', 'Use', '__proto__'],
  ['local_servers', 'port', 1883, '포트', '1883', 'Port', '1883'],
  ['offices', 'phone', null, '전화번호', '', 'Phone', ''],
] as const)('%s %s %j', (entity, field, value, koLabel, koValue, enLabel, enValue) => {
  const of = { entity, row: null };
  const said = (language: Language) => [wordsIn(language).label(field, of), wordsIn(language).value(field, value, of)];
  expect(said('ko')).toEqual([koLabel, koValue]);
  expect(said('en')).toEqual([enLabel, enValue]);
});

test.each([
  [{ type: 'CO2' }, 'bad', 1000, '1,000 ppm'],
  [{ type: 'PM10' }, 'planned_bounds', [15, 30, 80, 150], '15 · 30 · 80 · 150 µg/m³'],
  [{ type: 'PM10' }, 'planned_bounds', 'inherited', '기본 기준'],
  [{ applies_to: 'HCHO' }, 'limit', 0.08, '0.08 mg/m³'],
  [{ applies_to: 'ALL' }, 'limit', 5, '5'],
  [{ type: 'PM10' }, 'sequence', 2, '2'],
])('in a row %j, %s is %j: %s', (row, field, value, text) => {
  expect(wordsIn('ko').value(field, value, { entity: 'organization_sensors', row })).toBe(text);
});
