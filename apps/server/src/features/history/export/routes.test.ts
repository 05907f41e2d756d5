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
import { readXlsx, type XlsxSheet } from '../../../testing/read-xlsx.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-04-06T06:10:00Z');
const PERIOD = 'startTime=2026-04-04&endTime=2026-04-06';

/** The state that every purifier reports. */
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

/** The wall clock of a zone, from Intl. */
const clock = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(instant));
const minutes = (instant: string, timeZone: string): string => clock(instant, timeZone).slice(0, 16);

/** Day 0 of Excel's calendar, valid for dates after February 1900. */
const EXCEL_DAY_0 = Date.UTC(1899, 11, 30);
const ofSerial = (serial: number): string =>
  new Date(Math.round(EXCEL_DAY_0 / 1_000 + serial * 86_400) * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Some cells of each list that its JSON answer must have too. */
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
    '기기 자동',
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
  'purifier-minutes?unit=hour': ['시각', '부서', '측정기', '공기청정기', '기기 자동 (분)', '보고 없음 (분)'],
};

function typeHeadings(): string[] {
  return ['PM10 (µg/m³)', 'PM2.5 (µg/m³)', 'PM1.0 (µg/m³)', 'CO₂ (ppm)', '온도 (°C)', '습도 (%)', 'HCHO (mg/m³)'];
}

/** Lines above the headings; the summary rows are the only bold ones below them. */
const TITLE_LINES = 3;
const partsOf = (sheet: XlsxSheet | undefined) => {
  const [header = [], ...rest] = sheet?.rows.slice(TITLE_LINES) ?? [];
  return {
    title: sheet?.rows.slice(0, TITLE_LINES).map((row) => row[0]?.value),
    header,
    rows: rest.filter((row) => !row[0]?.isBold),
    summary: rest.filter((row) => row[0]?.isBold),
  };
};

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
    const { header, rows } = partsOf(sheet);
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

  test('contains only data that the viewer may see', async () => {
    const [sheet] = readXlsx((await download(`${name}/export?${query}&format=xlsx`, abroad)).file);
    const { header, rows } = partsOf(sheet);
    const place = header.findIndex((cell) => cell?.value === '기관');
    const organizations = rows.map((row) => row[place]?.value);
    expect(new Set(organizations)).toEqual(new Set(['다도해']));
    expect((await download(`${name}/export?${query}&format=xlsx`, '0')).status).toBe(401);
  });

  test('accepts the filters and order of its list', async () => {
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

describe('a workbook', () => {
  const open = async (path: string, token = all) => {
    const [sheet] = readXlsx((await download(`${path}&format=xlsx`, token)).file);
    return { sheet, ...partsOf(sheet) };
  };

  test('names its subject and freezes headings and places', async () => {
    const { sheet, title } = await open(`meter-averages/export?unit=hour&${PERIOD}`, abroad);
    const [place = '', list = '', made = ''] = title ?? [];
    expect(place).toMatch(/^다도해 · /);
    expect(list).toMatch(/^측정기 평균 · 시간별 · \d{4}-\d\d-\d\d/);
    // The test user's id is unknown, so no name follows.
    expect(made).toMatch(/^만든 시각 \d{4}-\d\d-\d\d \d\d:\d\d \(UTC[+-]\d\d:\d\d\) · 기간 전체: /);
    expect(sheet?.xml).toContain('<pane xSplit="5" ySplit="4" topLeftCell="F5"');
    expect((await open(`meter-averages/export?unit=hour&${PERIOD}`)).title?.[0]).toBe('모든 기관 · 측정기 2대');
  });

  test('names the totals of the screen, also where a meter has no rows', async () => {
    for (const list of ['meter-averages', 'place-averages']) {
      const query = `unit=day&${PERIOD}${list === 'place-averages' ? '&level=organization' : ''}`;
      const { title } = await open(`${list}/export?${query}`);
      const { body } = await server.get(`/history/averages-summary?${query.replace('unit=day&', '')}`, all);
      const { index, completeness } = body as { index: number; completeness: number };
      expect(title?.[2]).toContain(`지수 ${index} (`);
      expect(title?.[2]).toContain(`수신율 ${Math.round(completeness * 1_000) / 10} % · 센서가 여러 개인`);
    }
  });

  test('ends with summary rows outside of the filter', async () => {
    const { sheet, header, rows, summary } = await open(`meter-readings/export?${PERIOD}`);
    expect(summary.map((row) => row[0]?.value)).toEqual(['평균 (1,800행)', '최소 (1,800행)', '최대 (1,800행)']);
    const place = header.findIndex((cell) => cell?.value === 'CO₂ (ppm)');
    const values = rows.map((row) => Number(row[place]?.value));
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    expect(summary.map((row) => Number(row[place]?.value))).toEqual([mean, Math.min(...values), Math.max(...values)]);
    const lastColumn = String.fromCharCode('A'.charCodeAt(0) + header.length - 1);
    expect(sheet?.xml).toContain(`<autoFilter ref="A4:${lastColumn}${rows.length + 4}"/>`);
    // Values of different types have no common mean; their counts have a sum.
    const mixed = await open(`sensor-readings/export?${PERIOD}`);
    expect(mixed.summary).toEqual([]);
    const one = await open(`sensor-readings/export?${PERIOD}&type=CO2`);
    expect(one.summary.map((row) => row[0]?.value)).toHaveLength(3);
  });

  test('formats numbers by the resolution of their type and the colour of their grade', async () => {
    const { header, rows } = await open(`meter-averages/export?unit=hour&${PERIOD}`);
    const cells = (heading: string) => {
      const place = header.findIndex((cell) => cell?.value === heading);
      return rows.flatMap((row) => row[place] ?? []);
    };
    const co2 = cells('CO₂ 평균 (ppm)');
    expect(new Set(co2.map(({ format }) => format))).toEqual(new Set(['0']));
    expect(new Set(cells('PM10 최대 (µg/m³)').map(({ format }) => format))).toEqual(new Set(['0.0']));
    const gradeOf = ({ value }: { value: string }) =>
      [600, 800, 1000, 1500].filter((bound) => Number(value) > bound).length;
    const fills = new Map(co2.map((cell) => [gradeOf(cell), cell.fill]));
    expect(fills.size).toBeGreaterThan(2);
    expect(new Set(fills.values()).size).toBe(fills.size);
    for (const cell of co2) expect(cell.fill).toBe(fills.get(gradeOf(cell)));
    // Warm is neither good nor bad.
    expect(new Set(cells('온도 평균 (°C)').map(({ fill }) => fill))).toEqual(new Set([null]));
  });
});

test('reports the progress of an export', async () => {
  const exportId = randomUUID();
  expect((await server.get(`/history/exports/${exportId}`, all)).status).toBe(404);
  await download(`sensor-readings/export?${PERIOD}&format=csv&exportId=${exportId}`, all);
  const { body } = await server.get(`/history/exports/${exportId}`, all);
  expect(body).toEqual({ rows: 900 * 4, total: 900 * 4, done: true });
  expect((await server.get('/history/exports/none', all)).status).toBe(404);
});
