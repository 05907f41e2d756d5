import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const STAMP = join(root, 'node_modules', '.airdeck-installed');

/** The inputs of an installation: the lock file, and the Node version and platform of its binaries. */
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');

/** Installs exactly the lock file's versions, unless that is done already. */
export const installDependencies = async () => {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted()) return;
  console.log('Installing dependencies (about a minute, once) …');
  await run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error']);
  writeFileSync(STAMP, wanted());
};

const run = (command, args) =>
  new Promise((resolve, reject) => {
    const started = Date.now();
    const beat = setInterval(() => {
      console.log(`  … still installing, ${Math.round((Date.now() - started) / 1000)} s`);
    }, 10_000);
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(beat);
      if (code === 0) resolve();
      else reject(new Error(`npm could not install the dependencies (exit code ${code}); its words stand above.`));
    });
  });
