import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { choose, historyAt, meterNamed, recordQuery, waitForRows } from './setup/history.ts';
import { RECORD } from './setup/record.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';
import { shownNumber } from './setup/shown-number.ts';

const openDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Excel / CSV' }).click();
  await expect(page.getByRole('dialog', { name: '파일로 내려받기' })).toBeVisible();
};

const start = (page: Page) => page.getByRole('button', { name: '내려받기', exact: true });

/** Starts the export of the open dialog and answers the saved file. */
const download = async (page: Page) => {
  const [file] = await Promise.all([page.waitForEvent('download'), start(page).click()]);
  const path = await file.path();
  return { name: file.suggestedFilename(), path };
};

test('the file has all rows of the list', async ({ page }) => {
  const { recordDay } = servers().demo;
  await openAs(page, 'LOCAL_USER', historyAt('instrument', await recordQuery()));
  const [first] = await waitForRows(page, 12);
  await openDialog(page);
  await expect(page.getByText(`조건에 맞는 ${RECORD.rows}건을 모두 내려받습니다.`)).toBeVisible();
  await choose(page, '형식', 'CSV');
  const csv = await download(page);
  expect(csv.name).toBe(`기록 측정기_${recordDay}.csv`);
  await expect(page.getByText(`${csv.name} 파일을 내려받았습니다.`)).toBeVisible();
  const [head, ...lines] = (await readFile(csv.path, 'utf8')).replace('\ufeff', '').trim().split('\r\n');
  expect(lines).toHaveLength(RECORD.rows);
  const names = head?.split(',') ?? [];
  const row = Object.fromEntries(lines[0]?.split(',').map((text, i) => [names[i] ?? '', text]) ?? []);
  expect(row['측정 시각']).toBe(first?.['측정 시각']);
  expect(row['CO₂ (ppm)']).toBe(first?.['CO₂']);
  expect(shownNumber(Number(row['PM2.5 (µg/m³)']), 1)).toBe(first?.['PM2.5']);
  expect(Object.values(row)).toEqual(expect.arrayContaining(['한빛초등학교', '시험동', '기록실', '기록 측정기']));
});

test('a file that takes its time says how far it is, and can be stopped', async ({ page }) => {
  const { organization_id } = await meterNamed('1학년 1반');
  await openAs(
    page,
    'LOCAL_ADMIN',
    historyAt('instrument', { organization: organization_id, meter: 'all', period: 'week' }),
  );
  await waitForRows(page, 12);
  await openDialog(page);
  await choose(page, '형식', 'CSV');
  await expect(page.getByText(/조건에 맞는 [\d,]+건을/)).toBeVisible();
  const saved: string[] = [];
  page.on('download', (file) => saved.push(file.suggestedFilename()));
  // A line on which the file takes minutes.
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 20_000,
    uploadThroughput: 20_000,
  });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/export?'));
  await start(page).click();
  await expect(page.getByRole('progressbar', { name: /건 가운데|준비하고/ })).toBeVisible();
  await expect(page.getByText('이 창을 닫거나 취소하면 내려받기가 멈춥니다.')).toBeVisible();
  await expect(start(page)).toBeDisabled();
  await page.getByRole('button', { name: '취소' }).click();
  expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(start(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(saved).toEqual([]);
});

test('there is no file for a period without readings', async ({ page }) => {
  const query = { ...(await recordQuery()), from: '2021-01-05', to: '2021-01-05' };
  await openAs(page, 'LOCAL_USER', historyAt('sensoravg', query));
  await openDialog(page);
  await expect(page.getByText('내려받을 값이 없습니다.')).toBeVisible();
  await expect(start(page)).toBeDisabled();
});
