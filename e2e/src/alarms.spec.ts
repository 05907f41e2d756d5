import { en } from '@airdeck/phrases/en';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { report, speak } from './setup/device.ts';
import { PLACES, servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const LIVE_ERROR = `/current/error/liveerror?startTime=any&meterName=${encodeURIComponent(PLACES.testMeter.name)}`;
const HISTORY = '/current/error/history?search=M003';
const MINUTE_MS = 60_000;
const FAN = '먼지 센서 팬 고장';
const NOTE = '팬을 청소하고 있습니다';

const row = (page: Page, text: string) => page.getByRole('table').getByRole('row').filter({ hasText: text });
const panel = (page: Page) => page.getByRole('complementary', { name: '장애 상세' });

test('an alarm comes by itself, is acknowledged by one and seen by another, ends and is cleared', async ({
  browser,
}) => {
  const { mqttUrl, device } = servers().demo;
  const newPage = async () => (await browser.newContext()).newPage();
  const [first, second] = [await newPage(), await newPage()];
  await openAs(first, 'SUPER_ADMIN', LIVE_ERROR);
  // All open ones: an acknowledged alarm is no longer among those to handle.
  await openAs(second, 'SUPER_USER', `${LIVE_ERROR}&state=OPEN`);
  await expect(row(first, FAN)).toHaveCount(0);

  await report(mqttUrl, device, PLACES.testMeter, { code: 'M003', state: 'RAISED', time: new Date().toISOString() });
  await expect(row(first, FAN)).toContainText('미확인');
  await expect(first.getByRole('link', { name: /처리할 장애/ }).first()).toBeVisible();

  await row(first, FAN).getByRole('button', { name: FAN }).click();
  await panel(first).getByRole('button', { name: '확인', exact: true }).click();
  await first.getByRole('textbox', { name: '메모' }).fill(NOTE);
  await first.getByRole('dialog').getByRole('button', { name: '확인', exact: true }).click();
  await expect(row(second, FAN)).toContainText(NOTE);

  await report(mqttUrl, device, PLACES.testMeter, { code: 'M003', state: 'ENDED', time: new Date().toISOString() });
  await expect(panel(first)).toContainText('종료됨');
  await panel(first).getByRole('button', { name: '해제', exact: true }).click();
  await first.getByRole('dialog').getByRole('button', { name: '해제', exact: true }).click();
  await expect(panel(first).getByText('해제', { exact: false }).first()).toBeVisible();

  await second.goto(servers().demo.url + HISTORY);
  await expect(row(second, FAN).first()).toContainText('해제');
  await expectAccessible(second, 'alarm history', { isStrict: true });
});

test('values beyond a bound for ten minutes are a row of the open list, in English too', async ({ page }) => {
  const { mqttUrl, device } = servers().demo;
  await openAs(page, 'SUPER_ADMIN', LIVE_ERROR, 'en');
  await expect(page.getByRole('heading', { level: 1, name: en.menu.item.liveError })).toBeVisible();
  const now = Date.now();
  const frames = Array.from({ length: 16 }, (_, i) => ({
    time: new Date(now - (15 - i) * MINUTE_MS).toISOString(),
    readings: { CO2: 2_400 + i },
  }));
  await speak(mqttUrl, device, PLACES.testMeter, frames);
  const alarm = row(page, 'Air quality very bad for 10 min');
  await expect(alarm).toContainText(en.alarm.open);

  // It is deleted from the list after a question, in which Cancel has the focus, and brought back.
  await alarm.getByRole('button', { name: 'Air quality very bad for 10 min' }).click();
  await page.getByRole('button', { name: en.alarm.action.remove }).click();
  const asked = page.getByRole('alertdialog', { name: en.alarm.removal.title });
  await expect(asked.getByRole('button', { name: en.button.cancel })).toBeFocused();
  await asked.getByRole('button', { name: en.admin.remove }).click();
  await page.getByRole('button', { name: en.screen.undo }).click();
  await expect(page.getByText(en.screen.undone)).toBeVisible();
  await expect(alarm).toContainText(en.alarm.open);
});
