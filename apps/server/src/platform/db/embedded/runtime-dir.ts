import { createHash } from 'node:crypto';
import { chmodSync, lchownSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';
import type { Identity } from './identity.ts';

const SOCKET = '.s.PGSQL.5432';
/** The kernel's limit for a socket's path; one byte less on macOS, four fewer than Linux to be equal on both. */
const LONGEST_PATH = 103;

/**
 * The folder of the engine's socket: short, 0700, the engine's own; the same for a data directory at every start.
 * Whoever can enter it is trusted by the database, so a folder that somebody else made there is refused. No engine
 * runs on the data directory when this is called.
 */
export function prepareRuntimeDir(dataDir: string, identity: Identity | null): string {
  const name = `airdeck-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  // Root's own TMPDIR may lie where the engine's uid cannot go.
  const base = identity || join(tmpdir(), name, SOCKET).length > LONGEST_PATH ? '/tmp' : tmpdir();
  const folder = join(base, name);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const me = process.geteuid?.();
  const owner = identity?.uid ?? me;
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== me)) {
    throw new DatabaseStartError(
      `${folder} is needed for the database's socket and belongs to somebody else; remove it.`,
    );
  }
  if (identity) lchownSync(folder, identity.uid, identity.gid);
  chmodSync(folder, 0o700);
  // A killed engine leaves them, and PostgreSQL would take a zombie or a reused process id for their owner.
  for (const name of [SOCKET, `${SOCKET}.lock`]) rmSync(join(folder, name), { force: true });
  return folder;
}
