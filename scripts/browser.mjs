import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = () => PLACES.find((path) => path && existsSync(path));

/** Path of a Chromium for the screen tests; installs one on Debian if there is none. Throws with a clear message. */
export const ensureBrowser = () => {
  const found = find();
  if (found) return found;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Installing Chromium for the screen tests (once) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ]) {
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    }
  }
  const installed = find();
  if (installed) return installed;
  throw new Error(
    'The screen tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
};
