import { defineConfig } from '@playwright/test';

/**
 * Chromium obeys the last of several such switches, so this repeats Playwright's own list (`chromiumSwitches.ts`). The
 * additions at the end are pages and processes of the browser's own window: a third of a run's processor time.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // A page below the address bar of each window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process in reserve for the next page.
  'SpareRendererForSitePerProcess',
];

export default defineConfig({
  testDir: './src',
  globalSetup: './src/setup/start-servers.ts',
  outputDir: '../.build/e2e',
  // A test ends when its page says what it should, or here: beside a busy neighbour one took ten times as long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A browser itself may hang, for example when it closes. The run names each test that needed its second try.
  retries: 1,
  // A console that does not open fails every test at its time-out; the cause is as clear after fifteen of them.
  maxFailures: 15,
  fullyParallel: true,
  workers: 2,
  use: {
    // A blocked action fails with its own name, not with that of the test's time-out.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // Animations cost as much processor time as the rest; a test of one switches them on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The emulation of a graphics card takes two fifths of a run's processor time.
        '--disable-gpu',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
        // A line on which screens are loaded when they are opened, and not all of them beforehand in each of a hundred pages.
        '--force-effective-connection-type=3G',
      ],
    },
    // A trace costs a third of what a page does, whether it is kept or not: `--trace on` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
