import { ko } from '@airdeck/phrases/ko';
import { expect, type Page } from '@playwright/test';
import { servers } from './servers.ts';

/** A line like that of a mobile network in a basement. */
const SLOW = { latency: 200, downloadThroughput: 400_000, uploadThroughput: 100_000 };

export interface Line {
  /** Cuts the connection; resolves when the screen says so. */
  cut(): Promise<void>;
  /** Restores the slow connection; resolves when the screen no longer reports an outage. */
  mend(): Promise<void>;
}

/** The part of a phrase before its time. */
const beginning = (phrase: string): string => phrase.split('{{')[0]?.trim() ?? phrase;

/** Slows down everything that a page loads, from now on. */
export const slowLine = async (page: Page): Promise<Line> => {
  // A page that has been nowhere gets another process for its first address, and once hung with a line set before that.
  await page.goto(`${servers().demo.url}/api/v1/health`);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const set = (offline: boolean) => line.send('Network.emulateNetworkConditions', { offline, ...SLOW });
  const banner = page.getByText(beginning(ko.shell.old.offline));
  const live = page.getByRole('banner').getByText(ko.shell.live.live, { exact: true });
  await set(false);
  return {
    async cut() {
      await set(true);
      await expect(banner).toBeVisible();
      await expect(live).toHaveCount(0);
    },
    async mend() {
      await set(false);
      await expect(banner).toHaveCount(0);
    },
  };
};
