import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AlarmCounts } from '@airdeck/contract/alarm/routes';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import { expect, test } from '@playwright/test';
import { servers } from './setup/servers.ts';
import { askApi, openAs } from './setup/session.ts';

const run = promisify(execFile);
const MAINTENANCE = join(import.meta.dirname, '../../apps/server/dist/maintenance.js');

test('the server contradicts itself nowhere: all addresses and files, every role, both languages', async () => {
  const { dataDir, url } = servers().demo;
  const args = [MAINTENANCE, 'check', '--facts', '--data', dataDir, '--url', url];
  const { stdout } = await run(process.execPath, args);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^… \d{4,} comparisons, 0 contradictions$/);
});

for (const language of ['ko', 'en'] as const) {
  test(`screens show the same numbers, in ${language}: badge, title, list and banner`, async ({ page }) => {
    await openAs(page, 'LOCAL_USER', '/monitoring/agency', language);
    const { title } = (language === 'ko' ? ko : en).monitoring.attention;
    await expect(page.getByRole('region', { name: title })).toHaveAttribute('aria-busy', 'false');
    // Alarms come and go while other tests run: until all places have caught up with the same moment.
    await expect(async () => {
      const { open } = await askApi<AlarmCounts>('LOCAL_USER', 'alarms/counts');
      const badge = page.getByRole('banner').getByRole('link', { name: /처리할 장애|alarms? to handle/i });
      await expect(badge).toContainText(String(open), { timeout: 3_000 });
      expect(await page.title()).toContain(`(${open})`);
      await badge.click();
      const all = page.getByRole('status').filter({ hasText: String(open) });
      await expect(all.first()).toBeVisible({ timeout: 3_000 });
      await page.goBack();
    }).toPass();
  });
}
