import { readFile } from 'node:fs/promises';
import type { WeekAnswer } from '@airdeck/contract/history/schema';
import { addDays, weekdayOf } from '@airdeck/domain/calendar';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { ask, choose, historyAt, meterNamed, recordQuery, unfold } from './setup/history.ts';
import { RECORD, siteDay } from './setup/record.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';
import { shownNumber } from './setup/shown-number.ts';

test('a week by weekday and hour: its sentence, its cells by pointer and keys, its picture and its address', async ({
  page,
}) => {
  const { recordDay } = servers().demo;
  const query = { ...(await recordQuery()), measure: 'CO2', from: addDays(recordDay, -6) };
  await openAs(page, 'LOCAL_USER', historyAt('instrumenta', query));
  await choose(page, '보기', '요일·시간');
  await expect(page).toHaveURL(/view=week/);
  // Steps are of lists and graphs.
  await expect(page.getByRole('radiogroup', { name: '간격' })).toHaveCount(0);
  const [ten, eleven] = RECORD.hours;
  const figure = page.getByRole('figure', { name: '한빛초등학교 · 시험동 · 기록실 · 기록 측정기' });
  await expect(figure.getByText('11시 무렵 가장 높습니다.')).toBeVisible();
  await expect(figure.getByText(`평균 ${eleven.mean} ppm (좋음), 최고 ${eleven.max} ppm.`)).toBeVisible();

  // Days down, hours across: a head in the first column.
  const row = figure.getByRole('row').nth(weekdayOf(recordDay) + 1);
  await expect(row.getByRole('cell')).toHaveCount(24);
  const cell = (hour: number) => row.getByRole('cell').nth(hour);
  await expect(cell(10)).toContainText(`${ten.mean}`);
  await expect(cell(9)).toContainText('수신 없음');
  const card = figure.locator('[aria-hidden="true"]').filter({ hasText: '수신율' });
  await cell(10).hover();
  await expect(card).toContainText('10~11시');
  await expect(card).toContainText(`${ten.max} ppm`);
  // Tab leads to the highest, arrows from there.
  const button = (hour: number) => cell(hour).getByRole('button');
  await expect(button(11)).toHaveAttribute('tabindex', '0');
  await button(11).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(button(10)).toBeFocused();
  await page.keyboard.press('End');
  await expect(button(23)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG 그림으로 저장' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^한빛초등학교 · .*CO₂ .*${addDays(recordDay, -6)} ~ ${recordDay}\\.png$`),
  );
  expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe('PNG');
  await expectAccessible(page, 'week by weekday and hour');

  // A cell leads to the graph of its day, the back button to the week.
  await button(10).click();
  await expect(page).toHaveURL(new RegExp(`from=${recordDay}&to=${recordDay}&.*view=graph`));
  await page.goBack();
  await page.reload();
  await expect(figure.getByText('11시 무렵 가장 높습니다.')).toBeVisible();
});

test('a week on a phone has its hours down and its days across', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { recordDay } = servers().demo;
  const query = { ...(await recordQuery()), measure: 'CO2', from: addDays(recordDay, -6), view: 'week' };
  await openAs(page, 'LOCAL_USER', historyAt('instrumenta', query));
  const figure = page.getByRole('figure', { name: '한빛초등학교 · 시험동 · 기록실 · 기록 측정기' });
  const [ten] = RECORD.hours;
  await expect(figure.getByRole('row')).toHaveCount(25);
  await expect(figure.getByRole('row').nth(11).getByRole('cell').nth(weekdayOf(recordDay))).toContainText(
    `${ten.mean}`,
  );
});

test('a short period says so and leads to four weeks; too long a one asks nothing', async ({ page }) => {
  const meter = await meterNamed('도서관');
  await openAs(page, 'LOCAL_ADMIN', historyAt('sensoravg', { meter: meter.id, view: 'week' }), 'en');
  await expect(page.getByText('This period is shorter than a week.')).toBeVisible();
  await page.getByRole('button', { name: 'See the last 4 weeks' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${siteDay(-27)}&to=${siteDay(0)}`));
  await expect(page.getByText('This period is shorter than a week.')).toHaveCount(0);
  const sensor = meter.sensors.find(({ type }) => type === 'PM10');
  const known = await ask<WeekAnswer>('LOCAL_ADMIN', 'sensor-week', {
    ...{ sensorId: `${sensor?.id}`, startTime: siteDay(-27), endTime: siteDay(0) },
  });
  const shown = page
    .getByRole('figure')
    .getByRole('row')
    .nth(weekdayOf(siteDay(-1)) + 1);
  const noon = known.mean[weekdayOf(siteDay(-1)) * 24 + 12] ?? null;
  if (noon !== null) await expect(shown.getByRole('cell').nth(12)).toContainText(shownNumber(noon, 1));

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('-week?')) asked.push(request.url());
  });
  await unfold(page);
  await page.getByRole('textbox', { name: 'First day' }).fill('01/01/2024');
  await page.getByRole('textbox', { name: 'First day' }).press('Enter');
  await expect(page.getByText('Up to 400 days can be shown')).toBeVisible();
  expect(asked).toEqual([]);
});
