import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  process.env.SOFFICE_PATH,
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
];

const find = () => PLACES.find((path) => path && existsSync(path));

/**
 * Path of a LibreOffice for the tests of exported files. It is half a gigabyte, so it is installed only on request, and
 * only on Debian by root. Without one (null) those tests are skipped.
 */
export const findOffice = (mayInstall) => {
  const found = find();
  if (found) return found;
  if (mayInstall && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Installing LibreOffice for the tests of exported files (once) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'libreoffice-calc-nogui'],
    ]) {
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    }
  }
  const installed = find();
  if (installed) return installed;
  console.log(
    'There is no LibreOffice: the tests that open exported files with it are skipped (npm test -- --office).',
  );
  return null;
};
