import { stat } from 'node:fs/promises';
import type { MeterAverage, PlaceAverage } from '@airdeck/contract/history/schema';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { ask, choose, historyAt, meterNamed, pick, rowsOf, unfold } from './setup/history.ts';
import { siteDay } from './setup/record.ts';
import { openAs } from './setup/session.ts';

const tree = (page: Page) => page.getByRole('navigation', { name: '장소 목록' });

test('a month of a department: from the tree to its mean, its worst meter, its line and its file', async ({ page }) => {
  const { department_id, meter_id } = await meterNamed('3학년 1반').then(({ department_id, id }) => ({
    department_id,
    meter_id: id,
  }));
  await openAs(page, 'LOCAL_USER', historyAt('instrumenta', { step: 'day' }));
  // The tree changes the selection here, and keeps the period.
  const department = tree(page).getByRole('link', { name: /^3학년,/ });
  // The last seen one may be preselected, and then its path is open.
  await expect(async () => {
    for (const name of ['한빛초등학교', '본관']) {
      const unfolds = tree(page).getByRole('button', { name: `${name} 펼치기` });
      if (await unfolds.isVisible()) await unfolds.click({ timeout: 2_000 });
    }
    await expect(department).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await department.click();
  await expect(page).toHaveURL(/\/current\/current\/instrumenta\?.*department=/);
  await expect(tree(page).locator('a[aria-current]')).toContainText('3학년');
  await expect(page.getByRole('row', { name: /^기간 전체/ })).toContainText('측정기 3 / 3대');

  await unfold(page);
  await choose(page, '집계 단위', '부서별');
  await choose(page, '기간', '7일');
  await expect(page.getByRole('columnheader', { name: '가장 나쁜 측정기' })).toBeVisible();
  await page.getByRole('button', { name: '검색' }).click();
  await expect(page.getByRole('combobox', { name: '부서' })).toHaveCount(0);

  // Yesterday is over: the mean of the three meters' means is shown.
  const query = { unit: 'day', startTime: siteDay(-1), endTime: siteDay(-1), size: '50' };
  const { content } = await ask<{ content: MeterAverage[] }>('LOCAL_USER', 'meter-averages', {
    ...query,
    departmentId: `${department_id}`,
  });
  const means = content.map(({ values }) => values.CO2?.mean ?? Number.NaN);
  const [place] = await ask<{ content: PlaceAverage[] }>('LOCAL_USER', 'place-averages', {
    ...query,
    level: 'department',
    meterId: `${meter_id}`,
  }).then((answer) => answer.content);
  expect(means).toHaveLength(3);
  // Each of them is rounded to a tenth.
  expect(Math.abs((place?.values.CO2?.mean ?? 0) - means.reduce((a, b) => a + b, 0) / 3)).toBeLessThan(0.11);
  const shown = (await rowsOf(page.getByRole('table'))).find((row) => row.시작 === siteDay(-1));
  expect(shown?.['CO₂']).toContain(Math.round(place?.values.CO2?.mean ?? 0).toLocaleString('ko'));
  expect(shown?.['가장 나쁜 측정기']).toContain(place?.worst?.meter_name ?? '?');

  // Graph and axis are in sight without scrolling, and every line has its whole period in a row.
  await choose(page, '보기', '그래프');
  const canvas = page.getByRole('figure').locator('canvas').first();
  await expect(canvas).toBeVisible();
  const box = await canvas.boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await expect(page.getByRole('table', { name: '기간 전체 요약' }).getByRole('rowheader')).toHaveText(['3학년']);

  await page.getByRole('button', { name: 'Excel / CSV' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '내려받기' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^3학년 전체 부서별 · 일별 평균_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/);
  expect((await stat(await file.path())).size).toBeGreaterThan(3_000);
});

test('an empty screen is a beginning: one click to everything, and back to what was looked at last', async ({
  page,
}) => {
  await openAs(page, 'SUPER_ADMIN', historyAt('instrument', {}));
  await expect(page.getByRole('heading', { name: '지금 나쁜 곳' })).toBeVisible();
  await expectAccessible(page, 'nothing chosen');
  await pick(page, '측정기', '중앙 로비');
  await expect(page.getByRole('combobox', { name: '본부' })).toHaveValue('외래동');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '검색' }).click();
  const change = page.getByRole('button', { name: '조건 바꾸기', expanded: false });
  await expect(change).toBeFocused();
  await expect(page.getByText('서울중앙병원 › 외래동 › 원무부', { exact: true })).toBeVisible();
  await page.goBack();
  const recent = page.getByRole('region', { name: '최근에 본 곳' });
  await recent.getByRole('button', { name: /^중앙 로비/ }).press('Enter');
  await expect(change).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: '모든 기관', exact: true }).click();
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(12);
});
