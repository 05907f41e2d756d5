import { chmod, cp, lstat, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';
import { type Native, repairLinks } from './native.ts';

/** Folder of the engine's files when the server runs as root: readable by every uid, writable by root only. */
export const ROOT_CACHE = '/var/cache/airdeck';

/**
 * The folder of the engine's programs, complete and readable for the uid that runs them. Root always runs a copy, since
 * PostgreSQL runs as another uid and the checkout may be below a 0700 home. Other users run the installed files, or a
 * copy below `privateCache` if missing links cannot be created.
 */
export async function prepareNative(native: Native, isRoot: boolean, privateCache: string): Promise<string> {
  return join(await findRoot(native, isRoot, privateCache), 'native', 'bin');
}

async function findRoot(native: Native, isRoot: boolean, privateCache: string): Promise<string> {
  if (isRoot) return copyOnce(native, ROOT_CACHE);
  try {
    repairLinks(native.root);
    return native.root;
  } catch {
    return copyOnce(native, privateCache);
  }
}

/**
 * Copies the engine to `cache` unless this version is there. A rename makes the copy visible, so it is never partial.
 */
export async function copyOnce(native: Native, cache: string): Promise<string> {
  const target = join(cache, `postgres-${native.version}`);
  await mkdir(cache, { recursive: true, mode: 0o755 });
  const present = await lstat(target).catch(() => null);
  if (present) {
    if (present.uid !== process.geteuid?.() || (present.mode & 0o022) !== 0) {
      throw new DatabaseStartError(`${target} belongs to another user or can be written by others; remove it.`);
    }
    repairLinks(target);
    return target;
  }
  const draft = await mkdtemp(join(cache, '.copy-'));
  try {
    await cp(join(native.root, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    repairLinks(draft);
    await settle(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another server may have finished the same copy first.
    if (!(await lstat(target).catch(() => null))) throw error;
  }
  return target;
}

/** Readable for every uid, and synced: after a power cut a copy that exists must be complete. */
async function settle(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (!entry.isFile()) continue;
    const file = await open(path, 'r');
    const { mode } = await file.stat();
    await file.chmod(mode & 0o100 ? 0o755 : 0o644);
    await file.sync();
    await file.close();
  }
}
