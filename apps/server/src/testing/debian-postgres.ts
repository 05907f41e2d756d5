import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { databasePassword, ROLE, secureAccess } from '../platform/db/embedded/access.ts';
import { createCluster } from '../platform/db/embedded/cluster.ts';
import { engineIdentity } from '../platform/db/embedded/identity.ts';
import { startPostmaster } from '../platform/db/embedded/postmaster.ts';
import { prepareRuntimeDir } from '../platform/db/embedded/runtime-dir.ts';
import { settingArguments } from '../platform/db/embedded/settings.ts';

const PACKAGES = '/usr/lib/postgresql';

export type DebianPostgres = { version: string; url: string; stop: () => Promise<void> };

/**
 * Starts a temporary cluster of Debian's PostgreSQL without fsync, for a second run of the database tests on another
 * version (TEST_DATABASE_URL). Null if Debian's PostgreSQL is not installed.
 */
export async function startDebianPostgres(): Promise<DebianPostgres | null> {
  const version = oldestInstalled();
  if (!version) return null;
  const log = pino({ level: 'warn' });
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-debian-'));
  // Before 16, PostgreSQL changes into its own folder and back, so the engine's uid needs search permission here.
  chmodSync(folder, 0o711);
  const cluster = join(folder, 'postgres');
  const installation = { bin: join(PACKAGES, version, 'bin'), cluster, identity: engineIdentity(cluster) };
  await createCluster(installation, ['--locale=C.UTF-8', '--no-sync']);
  const password = databasePassword(folder);
  await secureAccess(installation, password, { durable: false, isWorkshop: true, progress: () => {} });
  const host = prepareRuntimeDir(folder, installation.identity);
  const postmaster = await startPostmaster({
    installation,
    args: settingArguments(host, false),
    log,
    onExit: (reason) => log.error(reason),
    progress: () => {},
  });
  const stop = async () => {
    await postmaster.stop();
    for (const path of [host, folder]) rmSync(path, { recursive: true, force: true });
  };
  return { version, url: `postgresql://${ROLE}:${password}@localhost/postgres?host=${encodeURIComponent(host)}`, stop };
}

/** The programs of the oldest installed version; null if there is none. */
export const oldestDebian = (): string | null => {
  const version = oldestInstalled();
  return version === undefined ? null : join(PACKAGES, version, 'bin');
};

/** The oldest installed version, which is most likely to reveal SQL that the embedded version accepts and others do not. */
function oldestInstalled(): string | undefined {
  if (!existsSync(PACKAGES)) return undefined;
  return readdirSync(PACKAGES)
    .filter((version) => existsSync(join(PACKAGES, version, 'bin', 'initdb')))
    .sort((a, b) => Number(a) - Number(b))[0];
}
