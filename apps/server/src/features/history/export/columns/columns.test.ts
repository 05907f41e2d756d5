import { buffer } from 'node:stream/consumers';
import type {
  MeterAverage,
  MeterReading,
  PurifierMinutes,
  PurifierSpan,
  SensorAverage,
  SensorReading,
} from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { describe, expect, test } from 'vitest';
import type { Column } from '../../../../export/column.ts';
import { writeCsv } from '../../../../export/csv/write-csv.ts';
import { createRowCursor } from '../../../../export/row-cursor.ts';
import { type Texts, textsOf } from '../../../../export/texts.ts';
import { inChunks } from '../../../../testing/rows.ts';
import { meterAverageColumns, sensorAverageColumns } from './averages.ts';
import { purifierMinuteColumns, purifierStateColumns } from './purifiers.ts';
import { meterReadingColumns, sensorReadingColumns } from './readings.ts';

const PLACE = {
  organization_name: '기관',
  office_name: '본관',
  department_name: '1층',
  meter_id: 1,
  meter_name: '로비',
  time_zone: 'Asia/Seoul',
};
const PLACE_TEXT = '기관,본관,1층,로비';
const SENSOR = { sensor_id: 2, sensor_name: '창가', type: 'HCHO', sequence: 3 } as const;
const PURIFIER = { purifier_id: 5, purifier_name: '청정기 1' };
const BUCKET = { start: '2025-12-31T15:00:00Z', end: '2026-12-31T15:00:00Z' };

/** Headings and one row of a list, as lines of a CSV file. */
const linesOf = async <Row>(columns: (texts: Texts) => Column<Row>[], row: Row, language: Language = 'ko') => {
  const file = { columns: columns(textsOf(language)), sheet: '', language };
  const rows = createRowCursor(inChunks([row]), () => undefined);
  return (await buffer(writeCsv(rows, file))).toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
};

test('meter readings: a column for each type, empty without a reading', async () => {
  const row: MeterReading = {
    ...PLACE,
    time: '2026-01-31T15:00:00Z',
    values: { PM10: 41.2, TEMPERATURE: -3.25, HCHO: 0.021 },
    worst_sensors: {},
    index: 61.4,
    grade: 'NORMAL',
  };
  expect(await linesOf(meterReadingColumns, row)).toEqual([
    '측정 시각,기관,본부,부서,측정기,PM10 (µg/m³),PM2.5 (µg/m³),PM1.0 (µg/m³),CO₂ (ppm),온도 (°C),습도 (%),HCHO (mg/m³),지수,등급,시간대 (UTC),점검',
    `2026-02-01 00:00:00,${PLACE_TEXT},41.2,,,,-3.25,,0.021,61.4,보통,UTC+09:00,`,
  ]);
  const [, line] = await linesOf(meterReadingColumns, { ...row, values: {}, index: null, grade: null });
  expect(line).toBe(`2026-02-01 00:00:00,${PLACE_TEXT},,,,,,,,,,UTC+09:00,`);
});

test('sensor readings: value, unit and the word for it', async () => {
  const row: SensorReading = { ...PLACE, ...SENSOR, time: '2026-01-31T15:00:00Z', value: 0.001, rating: 'VERY_GOOD' };
  expect(await linesOf(sensorReadingColumns, row)).toEqual([
    '측정 시각,기관,본부,부서,측정기,센서,센서 종류,센서 번호,값,단위,등급,시간대 (UTC),점검',
    `2026-02-01 00:00:00,${PLACE_TEXT},창가,HCHO,3,0.001,mg/m³,매우 좋음,UTC+09:00,`,
  ]);
  const [, line] = await linesOf(sensorReadingColumns, { ...row, rating: 'SOME_COLD' }, 'en');
  expect(line).toContain(',Rather cold,');
});

test('meter averages: mean, smallest and largest value of each type', async () => {
  const row: MeterAverage = {
    ...PLACE,
    ...BUCKET,
    values: { CO2: { mean: 812.3, min: 400, max: 1500 } },
    index: 80,
    grade: 'NORMAL',
    completeness: 0.98765,
  };
  const [header, line] = await linesOf((texts) => meterAverageColumns(texts, 'day'), row);
  expect(header).toContain(',CO₂ 평균 (ppm),CO₂ 최소 (ppm),CO₂ 최대 (ppm),');
  expect(header?.split(',')).toHaveLength(5 + 21 + 5);
  expect(line).toBe(`2026-01-01,${PLACE_TEXT},${','.repeat(9)}812.3,400,1500,${','.repeat(9)}80,보통,98.8,UTC+09:00,`);
});

test('sensor averages: number of readings, and their share of the expected ones', async () => {
  const row: SensorAverage = {
    ...PLACE,
    ...SENSOR,
    ...BUCKET,
    mean: 0.0214,
    min: 0.001,
    max: 0.1,
    count: 44_640,
    rating: 'GOOD',
    completeness: 1,
  };
  expect(await linesOf((texts) => sensorAverageColumns(texts, 'month'), row, 'en')).toEqual([
    'Month,Organization,Office,Department,Meter,Sensor,Sensor type,Sensor number,Mean,Min,Max,Unit,Grade,Readings,Received (%),Time zone (UTC),Maintenance',
    `01/2026,${PLACE_TEXT},창가,HCHO,3,0.0214,0.001,0.1,mg/m³,Good,44640,100,UTC+09:00,`,
  ]);
});

describe('the start of a bucket', () => {
  test.each([
    ['hour', '시각', '2026-01-01 00:00'],
    ['day', '날짜', '2026-01-01'],
    ['month', '월', '2026-01'],
    ['year', '연도', '2026'],
  ] as const)('by %s', async (unit, header, text) => {
    const minutes = { AUTO: 0, MANUAL: 0, STOP: 0, OFF: 0, TROUBLE: 0 };
    const row: PurifierMinutes = { ...PLACE, ...PURIFIER, ...BUCKET, minutes, unknown: 0 };
    const lines = await linesOf((texts) => purifierMinuteColumns(texts, unit), row);
    expect(lines.map((line) => line.split(',')[0])).toEqual([header, text]);
  });
});

test('purifier minutes: a column for each state', async () => {
  const minutes = { AUTO: 30.5, MANUAL: 1, STOP: 2, OFF: 3, TROUBLE: 4 };
  const row: PurifierMinutes = { ...PLACE, ...PURIFIER, ...BUCKET, minutes, unknown: 19.5 };
  expect(await linesOf((texts) => purifierMinuteColumns(texts, 'hour'), row)).toEqual([
    '시각,기관,본부,부서,측정기,공기청정기,기기 자동 (분),수동 (분),정지 (분),꺼짐 (분),고장 (분),보고 없음 (분),시간대 (UTC)',
    `2026-01-01 00:00,${PLACE_TEXT},청정기 1,30.5,1,2,3,4,19.5,UTC+09:00`,
  ]);
});

test('purifier states in words, empty where a device reports none', async () => {
  const row: PurifierSpan = {
    ...PLACE,
    ...PURIFIER,
    time: '2026-01-31T15:00:00Z',
    last_time: '2026-01-31T16:30:00Z',
    work_mode: 'AUTO',
    state: {
      power: 'ON',
      control: 'AUTO',
      run: 'WORK',
      source: 'REMOTE',
      fan_speed: 'STRONG',
      fan_direction: null,
      ventilation: 'OUTER',
      uv: true,
      anion: false,
      light: null,
      fans: [true, false],
      reserved_start: '0930',
      reserved_end: null,
      filter_period_h: 2_000,
      filter_use_h: [120],
    },
  };
  expect(await linesOf(purifierStateColumns, row)).toEqual([
    '시작 시각,마지막 시각,기관,본부,부서,측정기,공기청정기,작동 상태,전원,운전 상태,운전 방식,제어 위치,풍량,풍향,환기,UV 살균,음이온,조명,팬 1,팬 2,팬 3,예약 시작,예약 종료,필터 교체 주기 (시간),필터 1 (시간),필터 2 (시간),필터 3 (시간),시간대 (UTC)',
    `2026-02-01 00:00:00,2026-02-01 01:30:00,${PLACE_TEXT},청정기 1,기기 자동,켜짐,운전,기기 자동,원격,강,,외기 도입,켜짐,꺼짐,,켜짐,꺼짐,,09:30,,2000,120,,,UTC+09:00`,
  ]);
});
