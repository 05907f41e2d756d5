import { ko } from '@airdeck/phrases/ko';
import { expect, type Page, test } from '@playwright/test';
import { speak } from './setup/device.ts';
import { fillLogin } from './setup/login.ts';
import { PLACES, servers } from './setup/servers.ts';
import { go, openAs } from './setup/session.ts';

const { testMeter } = PLACES;

/** Publishes as the test meter's device. */
const send = (readings: Record<string, number>): Promise<void> => {
  const { mqttUrl, device } = servers().demo;
  return speak(mqttUrl, device, testMeter, { readings });
};

/** Opens the Sensor screen of the test meter from its card. */
const openTestMeter = async (page: Page): Promise<void> => {
  await page
    .getByRole('link', { name: new RegExp(testMeter.name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(testMeter.name) })).toBeVisible();
};

/** The tile of one sensor. */
const tile = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) });

test.describe.configure({ mode: 'serial' });

test('a reading reaches the open screen, with its grade, without anybody doing anything', async ({ page }) => {
  await send({ CO2: 450, 'PM2.5': 5 });
  await openAs(page, 'LOCAL_USER', '/monitoring/meter');
  await openTestMeter(page);
  await expect(tile(page, 'CO₂')).toContainText('450ppm');
  await expect(tile(page, 'CO₂')).toContainText('매우 좋음');
  await send({ CO2: 1624, 'PM2.5': 22.4 });
  await expect(tile(page, 'CO₂')).toContainText('1,624ppm');
  await expect(tile(page, 'CO₂')).toContainText('매우 나쁨');
  await expect(tile(page, 'PM2.5')).toContainText('22.4');
});

test('a user of another organization sees neither the place nor its readings', async ({ page }) => {
  const { url, logins } = servers().demo;
  await openAs(page, 'LOCAL_ADMIN', '/monitoring/agency');
  await expect(page.getByRole('heading', { name: '한빛초등학교' }).first()).toBeVisible();
  await expect(page.getByText('서울중앙병원')).toHaveCount(0);
  const token = await page.evaluate(() => sessionStorage.getItem('access_token'));
  const headers = { authorization: `Bearer ${token}` };
  const hospital = await page.request.get(`${url}/api/v1/monitoring/cards/grade?id=3`, { headers });
  const missing = await page.request.get(`${url}/api/v1/monitoring/cards/grade?id=99999`, { headers });
  expect([hospital.status(), missing.status()]).toEqual([404, 404]);
  expect((await hospital.json()).code).toBe('INVALID_VIEW');
  expect(logins.LOCAL_ADMIN.code).toBe(testMeter.organization);
});

test('an item that is not there says so, and leads back', async ({ page }) => {
  await openAs(page, 'SUPER_ADMIN', '/monitoring/sensor/999999');
  await expect(page.getByText('INVALID_VIEW')).toBeVisible();
  await page.getByRole('link', { name: '측정기 화면으로' }).click();
  await expect(page).toHaveURL(/\/monitoring\/meter/);
});

test('eight tabs stay live at once', async ({ context }) => {
  const first = await context.newPage();
  await openAs(first, 'LOCAL_ADMIN', '/monitoring/meter');
  await openTestMeter(first);
  const address = first.url();
  const store = await first.evaluate(() => ({ ...sessionStorage }));
  const tabs = [first];
  for (let i = 1; i < 8; i++) {
    const tab = await context.newPage();
    await tab.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value);
    }, store);
    await tab.goto(address);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    tabs.push(tab);
  }
  await send({ CO2: 777 });
  // A hidden tab closes its stream and catches up when it is visible.
  for (const tab of tabs) {
    await tab.bringToFront();
    await expect(tile(tab, 'CO₂')).toContainText('777ppm');
  }
});

test('an empty server shows how to send a first reading, and it works', async ({ page }) => {
  const { url, login } = servers().empty;
  await page.goto(url);
  await fillLogin(page, login);
  await page.waitForURL('**/monitoring/agency');
  await expect(page.getByText('npm run device -- add')).toBeVisible();
  await expect(page.getByText('airdeck/v1/00000000').first()).toBeVisible();
});

test('an empty server leads through its first setup, a step at a time', async ({ page }) => {
  const { url, login } = servers().empty;
  await page.goto(url);
  await fillLogin(page, login);
  await page.getByRole('link', { name: '화면에서 차례로 설정하기' }).click();
  const current = page.locator('[aria-current="step"]');
  await expect(current.getByRole('heading')).toHaveText('기관');
  await current.getByRole('button', { name: '건너뛰기' }).click();
  await expect(current.getByRole('heading')).toHaveText('본부');
  await current.getByRole('button', { name: '본부 추가' }).click();
  await expect(page.getByRole('dialog', { name: '본부 추가' })).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`nothing is wider than a window of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openAs(page, 'SUPER_ADMIN', '/nothing');
    const titles = {
      ...{ agency: ko.monitoring.screen.organizations, grade: ko.monitoring.screen.offices },
      ...{ half: ko.monitoring.screen.departments, meter: ko.monitoring.screen.meter },
      ...{ sensor: ko.monitoring.screen.sensor, localization: ko.monitoring.screen.localization },
      purifier: ko.monitoring.screen.purifier,
    };
    for (const [view, title] of Object.entries(titles)) {
      await go(page, `/monitoring/${view}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(width);
    }
  });
}
