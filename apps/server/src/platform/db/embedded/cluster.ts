import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../../secret-file.ts';
import { DatabaseStartError } from '../database-start-error.ts';
import { giveTo } from './identity.ts';
import { clusterArgument, type Installation, programOptions } from './program.ts';

/** Owner of PostgreSQL's own objects; it cannot log in, see access.ts. */
const SUPERUSER = 'airdeck';
const MAJOR = '18';
const DRAFT = 'postgres.new-';

/** Whether the cluster exists. @throws DatabaseStartError if another major version of PostgreSQL created it. */
export function clusterExists(cluster: string): boolean {
  if (!existsSync(cluster)) return false;
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) throw new DatabaseStartError(`${cluster} exists and holds no database. Move it away.`);
  const version = readFileSync(file, 'utf8').trim();
  if (version === MAJOR) return true;
  throw new DatabaseStartError(
    `${cluster} was made by PostgreSQL ${version}, and this server brings PostgreSQL ${MAJOR}. ` +
      'Start the server version that made it, or move the data over.',
  );
}

/**
 * Creates an empty cluster with initdb and further options. A rename makes it visible, so an interrupted start leaves
 * none.
 */
export async function createCluster({ bin, cluster, identity }: Installation, options: string[]): Promise<void> {
  const parent = dirname(cluster);
  for (const name of await readdir(parent)) {
    // An initdb that outlived its killed server may still write there; the next start removes the rest.
    if (name.startsWith(DRAFT)) await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
  const draft = await mkdtemp(join(parent, DRAFT));
  if (identity) giveTo(identity, draft);
  const folder = clusterArgument(draft, identity);
  const args = ['-D', folder, '-U', SUPERUSER, '--encoding=UTF8', '--auth=reject', ...options];
  try {
    await promisify(execFile)(join(bin, 'initdb'), args, programOptions(draft, identity));
    await rename(draft, cluster);
    syncFolder(parent);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw new DatabaseStartError(explain(error as Error & { stderr?: string }));
  }
}

function explain(error: Error & { stderr?: string }): string {
  try {
    userInfo();
  } catch {
    return (
      `The user id ${process.geteuid?.()} has no entry in /etc/passwd, and PostgreSQL cannot create a database ` +
      'without one. Add an entry, start as another user or as root, or set DATABASE_URL.'
    );
  }
  return `The database could not be created: ${error.stderr?.trim() || error.message}`;
}
