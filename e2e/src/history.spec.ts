import type { MeterReading } from '@airdeck/contract/history/schema';
import { expect, type Page, test } from '@playwright/test';
import { speak } from './setup/device.ts';
import { ask, choose, historyAt, meterNamed, pick, recordQuery, rowsOf, unfold, waitForRows } from './setup/history.ts';
import { RECORD, siteDay } from './setup/record.ts';
import { PLACES, servers } from './setup/servers.ts';
import { go, openAs } from './setup/session.ts';

const TIME = '측정 시각';
const count = (page: Page) => page.getByRole('status').filter({ hasText: /건$/ });

/** Times of the rows, as they are shown. */
const times = async (page: Page, column = TIME) =>
  (await rowsOf(page.getByRole('table'))).map((row) => row[column] ?? '');

const newestFirst = (texts: string[]) => texts.toSorted().reverse();

test('nothing is searched before something is chosen, and each screen says what to choose', async ({ page }) => {
  await openAs(page, 'SUPER_ADMIN', '/nothing');
  for (const [screen, begin, missing] of [
    ['instrument', '먼저 측정기를 골라 주세요', '측정기를 하나 이상 골라야'],
    ['sensoravg', '먼저 측정기나 센서를 골라 주세요', '측정기나 센서를 하나 이상 골라야'],
    ['currentair', '먼저 측정기나 공기청정기를 골라 주세요', '측정기나 공기청정기를 하나 이상 골라야'],
  ] as const) {
    await go(page, historyAt(screen, screen === 'currentair' ? { view: 'list' } : {}));
    await expect(page.getByRole('heading', { name: begin })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Excel / CSV' })).toBeDisabled();
    await page.getByRole('button', { name: '검색' }).click();
    await expect(page.getByText(missing)).toBeVisible();
    await expect(page.getByRole('combobox', { name: '측정기' })).toBeFocused();
    await expect(page.getByRole('table')).toHaveCount(0);
  }
});

test('from organization to all meters of a department; its rows come page by page, and by mail', async ({
  page,
  browser,
}) => {
  await openAs(page, 'SUPER_ADMIN', historyAt('instrument', {}));
  await pick(page, '기관', '한빛초등학교');
  await pick(page, '본부', '본관');
  await pick(page, '부서', '3학년');
  await expect(page.getByRole('button', { name: '3학년의 모든 측정기 (3대)' })).toBeVisible();
  await choose(page, '기간', '7일');
  await page.getByRole('button', { name: '검색' }).click();
  const rows = await waitForRows(page, 12);
  expect(rows.map((row) => row[TIME])).toEqual(newestFirst(rows.map((row) => row[TIME] ?? '')));
  expect(new Set(rows.map((row) => row.측정기))).toEqual(new Set(['3학년 1반', '3학년 2반', '3학년 3반']));

  // Oldest first, so that nothing moves while it is compared.
  await page.getByRole('button', { name: TIME }).click();
  await expect(page.getByRole('columnheader', { name: TIME })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: '2페이지', exact: true }).click();
  await expect(page.getByText(/가운데 13~24/)).toBeVisible();
  await page.getByLabel('한 페이지에').selectOption('50');
  await expect(page.getByText(/가운데 1~50/)).toBeVisible();
  await page.getByRole('button', { name: '다음 페이지' }).click();
  await expect(page.getByText(/가운데 51~100/)).toBeVisible();
  await waitForRows(page, 50);
  const second = await times(page);
  expect(second).toEqual(second.toSorted());

  const mailed = await browser.newPage();
  await openAs(mailed, 'SUPER_USER', new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(mailed.getByText('3학년 전체').first()).toBeVisible();
  await waitForRows(mailed, 50);
  await expect.poll(() => rowsOf(mailed.getByRole('table'))).toEqual(await rowsOf(page.getByRole('table')));
  await mailed.close();
});

test('how many rows there are is what the API counts, and the back button returns to the search before', async ({
  page,
}) => {
  const { recordDay } = servers().demo;
  const first = await meterNamed('3학년 1반');
  await openAs(page, 'LOCAL_USER', historyAt('instrument', await recordQuery()));
  await expect(count(page)).toHaveText(`${RECORD.rows}건`);
  const query = { meterId: `${first.id}`, startTime: recordDay, endTime: recordDay, size: '1' };
  const { totalElements } = await ask<{ totalElements: number }>('LOCAL_USER', 'meter-readings', query);
  await unfold(page);
  await page.getByRole('combobox', { name: '부서' }).fill('3학년');
  await page.getByRole('option', { name: '3학년' }).click();
  await pick(page, '측정기', '3학년 1반');
  await page.getByRole('button', { name: '검색' }).click();
  await expect(count(page)).toHaveText(`${totalElements.toLocaleString('ko')}건`);
  await page.goBack();
  await expect(count(page)).toHaveText(`${RECORD.rows}건`);
});

test('a new reading comes to the top by itself, until it is stopped', async ({ page }) => {
  const { mqttUrl, recorder } = servers().demo;
  const { id } = await meterNamed(PLACES.recordMeter.name);
  const send = (CO2: number) => speak(mqttUrl, recorder, PLACES.recordMeter, { readings: { CO2 } });
  const newest = async () => (await rowsOf(page.getByRole('table')))[0]?.['CO₂'];
  const stored = async () => {
    const query = { meterId: `${id}`, startTime: siteDay(0), endTime: siteDay(0), size: '1' };
    const { content } = await ask<{ content: MeterReading[] }>('LOCAL_USER', 'meter-readings', query);
    return content[0]?.values.CO2;
  };
  await send(811);
  await openAs(page, 'LOCAL_USER', historyAt('instrument', { meter: id }));
  await expect.poll(newest).toBe('811');
  await send(822);
  await expect.poll(newest).toBe('822');

  await page.getByRole('button', { name: '실시간' }).click();
  await expect(page.getByRole('button', { name: '멈춤' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('meter-readings') && asked.push(request.url()));
  for (const value of [833, 844]) {
    await send(value);
    await expect.poll(stored).toBe(value);
  }
  expect(await newest()).toBe('822');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: '멈춤' }).click();
  await expect.poll(newest).toBe('844');
});

test('hourly: of each hour the last reading, as they were measured', async ({ page }) => {
  const meter = await meterNamed('3학년 2반');
  const query = { meterId: `${meter.id}`, startTime: siteDay(-6), endTime: siteDay(0), size: '99999' };
  await openAs(page, 'SUPER_USER', historyAt('instrument', { meter: meter.id, period: 'week', size: 50 }));
  await choose(page, '간격', '시간별');
  await expect(page.getByText('시간마다 마지막으로 측정한 값만 나옵니다.')).toBeVisible();
  const { content } = await ask<{ content: MeterReading[] }>('SUPER_USER', 'meter-readings', query);
  const last = new Map<string, string>();
  for (const { time } of content) if (!last.has(time.slice(0, 13))) last.set(time.slice(0, 13), time);
  const shown = await waitForRows(page, last.size);
  expect(last.size).toBeGreaterThanOrEqual(24);
  const expected = [...last.values()].map((time) => new Date(Date.parse(time) + 9 * 3_600_000).toISOString());
  // The current hour continues.
  expect(shown.slice(1).map((row) => row[TIME])).toEqual(
    expected.slice(1).map((time) => time.slice(0, 19).replace('T', ' ')),
  );
});

test('periods: by button, back and forth, and typed; an impossible one is an error at its field', async ({ page }) => {
  const { recordDay } = servers().demo;
  const from = page.getByRole('textbox', { name: '시작일' });
  const to = page.getByRole('textbox', { name: '종료일' });
  const isPeriod = async (first: string, last: string) => {
    await expect(from).toHaveValue(first);
    await expect(to).toHaveValue(last);
  };
  await openAs(
    page,
    'LOCAL_USER',
    historyAt('instrument', { ...(await recordQuery()), from: siteDay(0), to: siteDay(0) }),
  );
  await unfold(page);
  await isPeriod(siteDay(0), siteDay(0));
  await choose(page, '기간', '어제');
  await isPeriod(siteDay(-1), siteDay(-1));
  await choose(page, '기간', '7일');
  await isPeriod(siteDay(-6), siteDay(0));
  await expect(page.getByRole('button', { name: '다음 기간' })).toBeDisabled();
  await page.getByRole('button', { name: '이전 기간', exact: true }).click();
  await isPeriod(siteDay(-13), siteDay(-7));
  await page.getByRole('button', { name: '다음 기간' }).click();
  await isPeriod(siteDay(-6), siteDay(0));
  await choose(page, '기간', '이번 달');
  await isPeriod(`${siteDay(0).slice(0, 7)}-01`, siteDay(0));

  await from.fill(recordDay.replaceAll('-', ''));
  await from.press('Enter');
  await to.fill(recordDay);
  await to.press('Enter');
  await expect(count(page)).toHaveText(`${RECORD.rows}건`);
  await to.fill('2020-02-28');
  await to.press('Enter');
  await expect(page.getByText('끝 날짜는 시작 날짜와 같거나 뒤여야 합니다.')).toBeVisible();
  await to.fill('2020-02-30');
  await to.press('Enter');
  await expect(page.getByText('올바른 날짜가 아닙니다. 예: 2026-01-31')).toBeVisible();
  await page.getByRole('button', { name: '검색' }).click();
  await expect(to).toBeFocused();
  await expect(page.getByText(`아래는 아직 ${recordDay}의 결과입니다.`)).toBeVisible();
  await expect(count(page)).toHaveText(`${RECORD.rows}건`);
  await to.fill('2090-01-01');
  await to.press('Enter');
  await from.fill('2089-12-31');
  await from.press('Enter');
  await expect(page.getByText('시작 날짜는 오늘이거나 그 전이어야 합니다.')).toBeVisible();
});

test('a period without readings says so, and leads to where there are some', async ({ page }) => {
  const query = await recordQuery();
  await openAs(page, 'LOCAL_USER', historyAt('instrument', { ...query, from: '2021-01-05', to: '2021-01-06' }));
  await expect(page.getByText('기록 측정기에서 2021-01-05 ~ 2021-01-06에 측정한 값이 없습니다.')).toBeVisible();
  await expect(page.getByText('가장 최근 측정은')).toBeVisible();
  await page.getByRole('button', { name: '이전 기간 보기' }).click();
  await expect(page.getByText('2021-01-03 ~ 2021-01-04에')).toBeVisible();
  await page.getByRole('button', { name: '그날로 가기' }).click();
  await expect(page.getByRole('table').locator('tbody tr')).not.toHaveCount(0);
});

test('a question that is too big is refused in words, and a smaller one is answered', async ({ page }) => {
  const { organization_id } = await meterNamed('3학년 1반');
  const query = { organization: organization_id, meter: 'all', step: 'hour', period: 'free', from: '2010-01-01' };
  await openAs(page, 'SUPER_ADMIN', historyAt('instrumenta', { ...query, to: siteDay(0) }));
  await expect(page.getByRole('alert')).toContainText('한 번에 볼 수 있는 양을 넘었습니다.');
  await expect(page.getByRole('alert')).toContainText('QUESTION_TOO_BIG');
  await choose(page, '간격', '월별');
  await expect(page.getByRole('table').locator('tbody tr')).not.toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a user of one organization is offered no other', async ({ page }) => {
  await openAs(page, 'LOCAL_USER', historyAt('sensorcur', {}));
  await expect(page.getByRole('combobox', { name: '기관' })).toHaveCount(0);
  await page.getByRole('combobox', { name: '본부' }).click();
  await expect(page.getByRole('option')).toHaveText(['별관', '본관', /^시험동/], { useInnerText: true });
  await page.keyboard.press('Escape');
  for (const field of ['측정기', '센서']) {
    await page.getByRole('combobox', { name: field }).fill('로비');
    await expect(page.getByText('맞는 항목이 없습니다')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  const hospital = await meterNamed('중앙 로비');
  for (const view of ['list', 'graph']) {
    await page.goto(servers().demo.url + historyAt('sensorcur', { meter: hospital.id, view }));
    await expect(page.getByText('항목을 찾을 수 없습니다.')).toBeVisible();
    await expect(page.getByText('중앙 로비')).toHaveCount(0);
  }
});
