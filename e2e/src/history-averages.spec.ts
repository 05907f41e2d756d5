import type { MeterReading } from '@airdeck/contract/history/schema';
import { meterIndex } from '@airdeck/domain/air-index';
import { localDay } from '@airdeck/domain/calendar';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';
import { expect, type Page, test } from '@playwright/test';
import { ask, choose, historyAt, meterNamed, recordQuery, rowsOf, unfold, waitForRows } from './setup/history.ts';
import { RECORD, siteDay } from './setup/record.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';
import { shownNumber } from './setup/shown-number.ts';

const HOUR_MS = 3_600_000;
const [ten, eleven] = RECORD.hours;

/** The number that a cell begins with. */
const numberOf = (cell = ''): number => Number.parseFloat(cell.replaceAll(',', '').replace('≈ ', ''));

/** NaN is excluded where there is no value. */
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const column = async (page: Page, name: string) =>
  (await rowsOf(page.getByRole('table'))).map((row) => numberOf(row[name]));

test('known readings: means, extremes, how much was received; by hour and by day', async ({ page }) => {
  const { recordDay } = servers().demo;
  await openAs(page, 'LOCAL_USER', historyAt('instrumenta', await recordQuery()));
  const hourly = [eleven, ten].map(({ start, mean, min, max }) => [
    `${recordDay} ${start}`,
    `${mean} ${min}~${max}`,
    '100 %',
  ]);
  const cells = async (count: number) =>
    (await waitForRows(page, count)).map((row) => [
      row.시작,
      row['CO₂']?.replaceAll(/\s+/g, ' '),
      row.수신율?.slice(0, 5),
    ]);
  expect(await cells(2)).toEqual(hourly);
  await choose(page, '간격', '일별');
  expect(await cells(1)).toEqual([[recordDay, '≈ 570 500~640', '≈ 8 %']]);
  await expect(page.locator('tbody').getByText('수신율 8 %: 값이 부족하여')).toBeAttached();

  await page.getByRole('link', { name: '측정값 보기' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '측정기 현재값' })).toBeVisible();
  expect((await waitForRows(page, 1))[0]).toMatchObject({ '측정 시각': `${recordDay} 11:59:00`, 'CO₂': '640' });
});

test('sensors: their readings, and of the chosen types the averages', async ({ page }) => {
  const { recordDay } = servers().demo;
  await openAs(page, 'LOCAL_USER', historyAt('sensorcur', await recordQuery()));
  const [newest] = await waitForRows(page, 12);
  expect(newest).toMatchObject({
    '측정 시각': `${recordDay} 11:59:00`,
    등급: expect.stringMatching(/^(매우 )?(좋음|나쁨)|보통$/),
  });
  await unfold(page);
  await page.getByRole('checkbox', { name: 'CO₂' }).check();
  await expect(page.getByRole('status').filter({ hasText: /^120건$/ })).toBeVisible();
  await page.getByRole('link', { name: '평균 보기' }).click();
  const rows = await waitForRows(page, 2);
  expect(rows.map(({ 등급: _, ...row }) => row)).toEqual(
    [eleven, ten].map(({ start, mean, min, max, count }) => ({
      시작: `${recordDay} ${start}`,
      센서: 'CO₂',
      평균: `${mean}ppm`,
      최저: `${min}ppm`,
      최고: `${max}ppm`,
      '측정 횟수': `${count}`,
      수신율: '100 %',
    })),
  );
});

test('a row of averages is what the readings of its hour average to', async ({ page }) => {
  const meter = await meterNamed('1학년 1반');
  const start = Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS;
  const day = localDay(start, meter.time_zone);
  const query = { meterId: `${meter.id}`, startTime: day, endTime: day, size: '99999' };
  const { content } = await ask<{ content: MeterReading[] }>('LOCAL_USER', 'meter-readings', query);
  const readings = content.filter(({ time }) => Math.floor(Date.parse(time) / HOUR_MS) * HOUR_MS === start);
  expect(readings.length).toBeGreaterThan(50);
  const average = { meter: meter.id, period: 'free', from: day, to: day, size: 50 };
  await openAs(page, 'LOCAL_USER', historyAt('instrumenta', average));
  const hour = new Date(start + 9 * HOUR_MS).toISOString().slice(11, 16);
  await expect(page.getByRole('cell', { name: `${day} ${hour}` })).toBeVisible();
  const row = (await rowsOf(page.getByRole('table'))).find(({ 시작 }) => 시작 === `${day} ${hour}`) ?? {};
  for (const [name, type, digits] of [
    ['PM10', 'PM10', 1],
    ['CO₂', 'CO2', 0],
    ['온도', 'TEMPERATURE', 1],
    ['HCHO', 'HCHO', 3],
  ] as const) {
    // Now and then a sensor of the demo is silent for a while.
    const values = readings.flatMap(({ values }) => values[type] ?? []);
    expect(values.length, name).toBeGreaterThan(20);
    const mean = meanOf(values);
    // Rounded twice at most: as it is sent, and as it is shown.
    expect(Math.abs(numberOf(row[name]) - mean), name).toBeLessThan(0.56 * 10 ** -digits);
    const extremes = `${shownNumber(Math.min(...values), digits)}~${shownNumber(Math.max(...values), digits)}`;
    expect(row[name], name).toContain(extremes);
  }
  // The index of an hour is that of its means, not the mean of its frames' indexes.
  const means = SENSOR_TYPES.map((type) => {
    const values = readings.flatMap((reading) => reading.values[type] ?? []);
    return { type, value: meanOf(values) };
  });
  const ofMeans = meterIndex(
    means.filter(({ value }) => !Number.isNaN(value)),
    DEFAULT_THRESHOLDS,
  );
  expect(Math.abs(numberOf(row.지수) - (ofMeans?.index ?? Number.NaN))).toBeLessThan(0.56);
  expect(numberOf(row.수신율)).toBe(Math.floor((100 * readings.length) / 60));
});

test('averages are ordered by a value, in the address too', async ({ page }) => {
  const { organization_id } = await meterNamed('1학년 1반');
  const query = { organization: organization_id, meter: 'all', step: 'day', period: 'week', size: 50 };
  await openAs(page, 'SUPER_ADMIN', historyAt('instrumenta', query));
  const header = page.getByRole('columnheader', { name: 'CO₂' });
  for (const order of ['ascending', 'descending'] as const) {
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const isOrdered = async () => {
      const values = (await column(page, 'CO₂')).filter((value) => !Number.isNaN(value));
      return values.length > 17 && values.every((value, i) => sign * (value - (values[i - 1] ?? value)) >= 0);
    };
    await expect.poll(isOrdered).toBe(true);
    expect(new URL(page.url()).searchParams.get('sort')).toBe(order === 'ascending' ? 'CO2,ASC' : 'CO2,DESC');
  }
});

test('purifiers: the states that they reported, and the minutes of an hour in each', async ({ page }) => {
  const meter = await meterNamed('도서관');
  await openAs(page, 'LOCAL_ADMIN', historyAt('currentair', { meter: meter.id, period: 'week', size: 50 }));
  const since = '처음 보고';
  await expect(page.getByRole('columnheader', { name: since })).toBeVisible();
  const states = await rowsOf(page.getByRole('table'));
  const starts = states.map((row) => row[since] ?? '');
  expect(states.length).toBeGreaterThan(1);
  expect(starts).toEqual(starts.toSorted().reverse());
  for (const row of states) {
    expect(row.운전).toMatch(/기기 자동|수동|멈춤|정지|꺼짐|장애/);
    expect((row['마지막 보고'] ?? '') >= (row[since] ?? '')).toBe(true);
  }
  await choose(page, '간격', '시간별');
  await expect(page.getByRole('columnheader', { name: '시작' })).toBeVisible();
  const hours = await rowsOf(page.getByRole('table'));
  const finished = hours.filter(({ 시작 = '' }) => 시작 > `${siteDay(-1)}` && 시작 < (hours[0]?.시작 ?? ''));
  expect(finished.length).toBeGreaterThan(12);
  for (const row of finished) {
    const minutes = Object.entries(row).flatMap(([name, text]) =>
      name.endsWith('(분)') && text !== '–' ? [numberOf(text)] : [],
    );
    expect(Math.abs(minutes.reduce((sum, each) => sum + each, 0) - 60), row.시작).toBeLessThanOrEqual(1);
  }
});
