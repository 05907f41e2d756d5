import { createHash } from 'node:crypto';
import { chmodSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';
import type { Identity } from './identity.ts';

const SOCKET = '.s.PGSQL.5432';
/** The kernel's limit for a socket's path. macOS allows four bytes less than Linux; the lower limit applies to both. */
const LONGEST_PATH = 103;

/**
 * The folder of the engine's socket: short, 0700, owned by the engine. The same for a data directory at every start, or
 * with a random name if another user has created it first. Call it only while no engine runs on the data directory.
 */
export function prepareRuntimeDir(dataDir: string, identity: Identity | null): string {
  const name = `airdeck-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  // The engine's uid may have no access to root's own TMPDIR.
  const base = identity || join(tmpdir(), `${name}-XXXXXX`, SOCKET).length > LONGEST_PATH ? '/tmp' : tmpdir();
  try {
    return prepareBelow(base, name, identity);
  } catch (error) {
    const { message } = error as Error;
    throw new DatabaseStartError(
      `The database's socket needs a folder below ${base}: ${message}. Set TMPDIR to a folder that can be written.`,
    );
  }
}

function prepareBelow(base: string, name: string, identity: Identity | null): string {
  const owners = [process.geteuid?.(), identity?.uid];
  for (const other of readdirSync(base)) {
    // Left by a killed server that had to use another folder.
    const path = join(base, other);
    if (other.startsWith(`${name}-`) && isOwn(path, owners)) rmSync(path, { recursive: true, force: true });
  }
  const folder = ownFolder(join(base, name), owners);
  if (identity) lchownSync(folder, identity.uid, identity.gid);
  chmodSync(folder, 0o700);
  // A killed engine leaves these files, and PostgreSQL would mistake a zombie or a reused process id for their owner.
  for (const name of [SOCKET, `${SOCKET}.lock`]) rmSync(join(folder, name), { force: true });
  return folder;
}

function ownFolder(path: string, owners: (number | undefined)[]): string {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return isOwn(path, owners) ? path : mkdtempSync(`${path}-`);
}

/** Whether it is a folder owned by this identity, and not a link. */
function isOwn(path: string, owners: (number | undefined)[]): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return Boolean(found?.isDirectory() && owners.includes(found.uid));
}
