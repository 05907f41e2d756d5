import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './src',
  globalSetup: './src/setup/start-servers.ts',
  outputDir: '../.build/e2e',
  // A test ends when its page says what it should, or here: beside a busy neighbour one took ten times as long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A browser itself may hang, for example when it closes. The run names each test that needed its second try.
  retries: 1,
  fullyParallel: true,
  workers: 2,
  use: {
    // What cannot be done ends its test with its own name, not with that of the test's whole time.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // What moves is drawn sixty times a second, by the processor that does everything else; what moves says so in its test.
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
        // A line on which screens are loaded when they are opened, and not all of them beforehand in each of a hundred pages.
        '--force-effective-connection-type=3G',
      ],
    },
    // A trace costs a third of what a page does, whether it is kept or not: `--trace on` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
