import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { choose, historyAt, meterNamed, recordQuery, waitForRows } from './setup/history.ts';
import { RECORD } from './setup/record.ts';
import { servers } from './setup/servers.ts';
import { go, openAs } from './setup/session.ts';

const PHONE = { width: 390, height: 844 };

/** Controls outside the window's width; content that scrolls sideways may be. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      ((element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto') ||
        scrolls(element.parentElement));
    return [...main.querySelectorAll('button, a, input:not([type=date]), select, summary')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < 0 || right > innerWidth) && !scrolls(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

const fits = async (page: Page, what: string): Promise<void> => {
  const wide = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
  await expect.poll(wide, what).toBeLessThanOrEqual(0);
  expect(await outOfReach(page), what).toEqual([]);
};

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('nothing chosen, then cards: chosen, searched and read without moving sideways', async ({ page }) => {
    await openAs(page, 'LOCAL_USER', historyAt('instrument', {}));
    await fits(page, 'nothing chosen');
    await page.getByRole('combobox', { name: '부서' }).fill('3학년');
    await page.getByRole('option', { name: '3학년' }).click();
    await expect(page.getByRole('button', { name: '3학년의 모든 측정기 (3대)' })).toBeVisible();
    await page.getByRole('button', { name: '검색' }).tap();
    const cards = page.getByRole('list', { name: '측정기 현재값' }).getByRole('listitem');
    await expect(cards).toHaveCount(12);
    await expect(cards.first()).toContainText(/3학년 \d반/);
    await fits(page, 'cards');
    await page.getByRole('button', { name: '조건 바꾸기' }).click();
    await expect(page.getByRole('combobox', { name: '부서' })).toBeVisible();
    await fits(page, 'conditions');
  });

  test('every screen fits as list and as graph', async ({ page }) => {
    const record = { ...(await recordQuery()), measure: 'CO2' };
    const purifiers = { meter: (await meterNamed('도서관')).id, period: 'week' };
    await openAs(page, 'LOCAL_USER', '/nothing');
    for (const [screen, title, query] of [
      ['instrument', ko.menu.item.meterReadings, record],
      ['instrumenta', ko.menu.item.meterAverages, record],
      ['sensorcur', ko.menu.item.sensorReadings, record],
      ['sensoravg', ko.menu.item.sensorAverages, record],
      ['currentair', ko.menu.item.currentAir, purifiers],
    ] as const) {
      await go(page, historyAt(screen, query));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      const cards = page.getByRole('list').filter({ has: page.locator('dl') });
      await expect(cards.getByRole('listitem').first()).toBeVisible();
      await fits(page, `${screen} as list`);
      await choose(page, '보기', '그래프');
      await expect(page.getByRole('figure').locator('canvas').first()).toBeVisible();
      await fits(page, `${screen} as graph`);
    }
  });
});

test('in English: texts and dates, and nothing that gets in the way of anybody', async ({ page }) => {
  const [year, month, day] = servers().demo.recordDay.split('-');
  await openAs(page, 'LOCAL_USER', historyAt('instrument', await recordQuery()), 'en');
  await expect(page.getByRole('heading', { level: 1, name: en.menu.item.meterReadings })).toBeVisible();
  await expect(page.getByText('Measured values')).toBeVisible();
  await page.getByRole('button', { name: en.history.choose.edit }).click();
  await expect(page.getByRole('textbox', { name: 'First day' })).toHaveValue(`${month}/${day}/${year}`);
  const [first] = await waitForRows(page, 12);
  expect(first).toMatchObject({ 'Measured at': `${month}/${day}/${year} 11:59:00`, 'CO₂': '640' });
  await expect(page.getByText(`1–12 of ${RECORD.rows}`)).toBeVisible();
  // Names given by people stay as they are.
  const korean = (await page.locator('main').innerText()).match(/[가-힣 ]*[가-힣]/g) ?? [];
  expect([...new Set(korean.map((text) => text.trim()))]).toEqual(['기록 측정기']);
  await expectAccessible(page, 'history in English');
});
