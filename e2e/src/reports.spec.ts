import { ko } from '@airdeck/phrases/ko';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { openAs } from './setup/session.ts';

const TEXT = '복도 끝에서 타는 냄새가 나요';
/** A white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);

test('a caretaker reports on a place with a photo, and sees there who takes care of it', async ({ page, browser }) => {
  await openAs(page, 'LOCAL_USER', '/monitoring/sensor');
  await page.getByRole('main').getByRole('link').filter({ hasText: /./ }).first().waitFor();
  const meter = page.locator('a[href^="/monitoring/sensor/"]').first();
  await meter.click();
  const place = page.getByRole('heading', { level: 1 });
  await expect(place).not.toHaveText(ko.monitoring.screen.sensor);
  // The open dialog hides the heading from assistive technology, and so from roles.
  const name = (await place.textContent()) ?? '-';
  await page.getByRole('button', { name: ko.report.button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: ko.report.title });
  await expect(dialog).toContainText(name);
  await dialog.getByRole('textbox', { name: ko.report.text }).fill(TEXT);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
  await expect(dialog.getByRole('img', { name: ko.report.photoOf })).toBeVisible();
  await expectAccessible(page, 'report dialog', { isStrict: true });
  await dialog.getByRole('button', { name: ko.report.send }).click();

  const reports = page.getByRole('region', { name: ko.report.open });
  await expect(reports.getByRole('link').filter({ hasText: TEXT })).toBeVisible();

  // Another person takes it.
  const other = await (await browser.newContext()).newPage();
  await openAs(
    other,
    'SUPER_ADMIN',
    `/current/error/liveerror?startTime=any&search=${encodeURIComponent('현장 신고')}`,
  );
  await other.getByRole('table').getByRole('row').filter({ hasText: TEXT }).getByRole('button').first().click();
  const panel = other.getByRole('complementary', { name: ko.alarm.panel.label });
  await expect(panel.getByRole('img', { name: /사진/ })).toBeVisible();
  await panel.getByRole('button', { name: ko.alarm.action.ACKNOWLEDGE, exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: ko.alarm.action.ACKNOWLEDGE, exact: true }).click();
  await expect(reports).toContainText(/님이 처리 중/);
});
