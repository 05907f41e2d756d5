import { randomUUID } from 'node:crypto';
import type {
  MeterAverage,
  MeterReading,
  PurifierMinutes,
  PurifierSpan,
  SensorAverage,
  SensorReading,
} from '@airdeck/contract/history/schema';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-04-06T06:10:00Z');
const PERIOD = 'startTime=2026-04-04&endTime=2026-04-06';

/** What every purifier reports. */
const STATE: PurifierState = {
  power: 'ON',
  control: 'AUTO',
  run: 'WORK',
  source: null,
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

let database: TestDatabase;
let server: HistoryServer;
let all: string;
let abroad: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const school = (await anOrganization(db, { name: '가람초등학교' })).id;
  const department = await aDepartment(db, { organizationId: school, name: '=3학년' });
  const room = await aMeter(db, { department, name: '2반', sensors: ['PM10', 'CO2', 'TEMPERATURE'] });
  const island = (await anOrganization(db, { name: '다도해', timeZone: 'Australia/Lord_Howe' })).id;
  const hut = await aMeter(db, { department: await aDepartment(db, { organizationId: island }), sensors: ['CO2'] });
  for (const meter of [room, hut]) {
    const purifier = await aPurifier(db, meter.id);
    await db.query(sql`insert into purifier_state (purifier_id, time, last_time, state)
      select ${purifier}, ${new Date(NOW)}::timestamptz - n * interval '37 minutes',
        ${new Date(NOW)}::timestamptz - n * interval '37 minutes' + interval '20 minutes 7 seconds', ${STATE}::jsonb
      from generate_series(1, 70) n`);
  }
  all = `${school}:SUPER_USER`;
  abroad = `${island}:LOCAL_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  const times = Array.from({ length: 900 }, (_, i) => NOW - (i + 1) * 180_000);
  await server.store(
    times.flatMap((time, i) => [
      {
        meterId: room.id,
        time,
        channels: [channelOf('PM10', 1), channelOf('CO2', 1), channelOf('TEMPERATURE', 1)],
        ticks: [100 + i, 400 + i, -500 + i],
      },
      { meterId: hut.id, time: time + 1_000, channels: [channelOf('CO2', 1)], ticks: [1_000 + i] },
    ]),
  );
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const download = async (path: string, token: string) => {
  const answer = await server.http.inject({
    url: `/api/v1/history/${path}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'ko' },
  });
  return { status: answer.statusCode, file: answer.rawPayload, total: Number(answer.headers['x-total-rows']) };
};

/** What a clock in the zone shows, said by Intl. */
const clock = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(instant));
const minutes = (instant: string, timeZone: string): string => clock(instant, timeZone).slice(0, 16);

/** The first day of Excel's calendar, as far as it counts right. */
const EXCEL_DAY_0 = Date.UTC(1899, 11, 30);
const ofSerial = (serial: number): string =>
  new Date(Math.round(EXCEL_DAY_0 / 1_000 + serial * 86_400) * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Of each list a few cells that its JSON answer must have too. */
const LISTS = {
  'meter-readings': (row: MeterReading) => [
    clock(row.time, row.time_zone),
    row.department_name,
    row.meter_name,
    ...SENSOR_TYPES.map((type) => row.values[type]),
    row.index,
  ],
  'sensor-readings': (row: SensorReading) => [
    clock(row.time, row.time_zone),
    row.department_name,
    row.meter_name,
    row.sensor_name,
    row.value,
  ],
  'meter-averages?unit=hour': (row: MeterAverage) => [
    minutes(row.start, row.time_zone),
    row.department_name,
    row.meter_name,
    row.values.CO2?.mean,
    row.values.CO2?.max,
    row.index,
    Math.round(row.completeness * 1_000) / 10,
  ],
  'sensor-averages?unit=hour': (row: SensorAverage) => [
    minutes(row.start, row.time_zone),
    row.department_name,
    row.meter_name,
    row.sensor_name,
    row.mean,
    row.count,
  ],
  'purifier-states': (row: PurifierSpan) => [
    clock(row.time, row.time_zone),
    row.department_name,
    row.meter_name,
    row.purifier_name,
    '자동 운전',
    '약',
  ],
  'purifier-minutes?unit=hour': (row: PurifierMinutes) => [
    minutes(row.start, row.time_zone),
    row.department_name,
    row.meter_name,
    row.purifier_name,
    row.minutes.AUTO,
    row.unknown,
  ],
} as const;

const HEADINGS: Record<keyof typeof LISTS, string[]> = {
  'meter-readings': ['측정 시각', '부서', '측정기', ...typeHeadings(), '지수'],
  'sensor-readings': ['측정 시각', '부서', '측정기', '센서', '값'],
  'meter-averages?unit=hour': ['시각', '부서', '측정기', 'CO₂ 평균 (ppm)', 'CO₂ 최대 (ppm)', '지수', '수신율 (%)'],
  'sensor-averages?unit=hour': ['시각', '부서', '측정기', '센서', '평균', '측정 횟수'],
  'purifier-states': ['시작 시각', '부서', '측정기', '공기청정기', '작동 상태', '풍량'],
  'purifier-minutes?unit=hour': ['시각', '부서', '측정기', '공기청정기', '자동 운전 (분)', '보고 없음 (분)'],
};

function typeHeadings(): string[] {
  return ['PM10 (µg/m³)', 'PM2.5 (µg/m³)', 'PM1.0 (µg/m³)', 'CO₂ (ppm)', '온도 (°C)', '습도 (%)', 'HCHO (mg/m³)'];
}

describe.each(Object.keys(LISTS) as (keyof typeof LISTS)[])('%s', (list) => {
  const [name = '', own = ''] = list.split('?');
  const query = `${own}&${PERIOD}`;

  test('the file has the rows of the list, in its order', async () => {
    const { body } = await server.get(`/history/${name}?${query}&size=100000`, all);
    const cells = LISTS[list] as (row: unknown) => unknown[];
    const expected = body.content.map((row: unknown) => cells(row).map((cell) => cell ?? null));
    expect(expected.length).toBeGreaterThan(50);

    const { file, total } = await download(`${name}/export?${query}&format=xlsx`, all);
    const [sheet] = readXlsx(file);
    const [header = [], ...rows] = sheet?.rows ?? [];
    const places = HEADINGS[list].map((heading) => header.findIndex((cell) => cell?.value === heading));
    const read = rows.map((row) =>
      places.map((place, i) => {
        const cell = row[place];
        if (!cell) return null;
        if (cell.type === 'text') return cell.value;
        const time = i === 0 && ofSerial(Number(cell.value));
        return time ? (list.includes('hour') ? time.slice(0, 16) : time) : Number(cell.value);
      }),
    );
    expect(read).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test('nobody gets more than what exists for them', async () => {
    const [sheet] = readXlsx((await download(`${name}/export?${query}&format=xlsx`, abroad)).file);
    const place = sheet?.rows[0]?.findIndex((cell) => cell?.value === '기관') ?? 0;
    const organizations = sheet?.rows.slice(1).map((row) => row[place]?.value);
    expect(new Set(organizations)).toEqual(new Set(['다도해']));
    expect((await download(`${name}/export?${query}&format=xlsx`, '0')).status).toBe(401);
  });

  test('the wishes of the list are those of its file', async () => {
    const descending = await download(`${name}/export?${query}&format=csv`, abroad);
    const sort = own ? 'start' : 'time';
    const ascending = await download(`${name}/export?${query}&format=csv&sort=${sort},ASC`, abroad);
    const firsts = (file: Buffer) =>
      file
        .toString('utf8')
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]);
    expect(firsts(ascending.file)).toEqual(firsts(descending.file).reverse());
    expect((await download(`${name}/export?${query}&format=csv&sort=password,ASC`, all)).status).toBe(400);
    expect((await download(`${name}/export?${query}&format=csv&meterId=999999`, all)).status).toBe(404);
    expect((await download(`${name}/export?${query}`, all)).status).toBe(400);
  });
});

test('how far an export is', async () => {
  const exportId = randomUUID();
  expect((await server.get(`/history/exports/${exportId}`, all)).status).toBe(404);
  await download(`sensor-readings/export?${PERIOD}&format=csv&exportId=${exportId}`, all);
  const { body } = await server.get(`/history/exports/${exportId}`, all);
  expect(body).toEqual({ rows: 900 * 4, total: 900 * 4, done: true });
  expect((await server.get('/history/exports/none', all)).status).toBe(404);
});
