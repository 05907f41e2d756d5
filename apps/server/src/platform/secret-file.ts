import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A secret of `length` bytes, created once and stored in a file readable by its owner only. The file and its name are
 * synced when this returns. One that a power cut left incomplete is replaced.
 */
export function keepSecret(path: string, length: number, make: () => Uint8Array): Uint8Array {
  const kept = read(path, length) ?? create(path, length, make);
  removeDrafts(path);
  return kept;
}

function create(path: string, length: number, make: () => Uint8Array): Uint8Array {
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, make());
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process was faster, and may have removed this draft: its secret is used.
    if (!['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  syncFolder(dirname(path));
  const made = read(path, length);
  if (!made) throw new Error(`${path} cannot be read back`);
  return made;
}

/** A file name is on disk when its folder is synced. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, 'r');
  fsyncSync(file);
  closeSync(file);
}

function removeDrafts(path: string): void {
  const isDraft = new RegExp(`^${basename(path).replaceAll('.', '\\.')}\\.\\d+$`);
  for (const name of readdirSync(dirname(path))) {
    if (isDraft.test(name)) rmSync(join(dirname(path), name), { force: true });
  }
}

function read(path: string, length: number): Uint8Array | null {
  try {
    const content = readFileSync(path);
    if (content.length !== length) {
      rmSync(path);
      return null;
    }
    // A backup may have made it readable to others.
    chmodSync(path, 0o600);
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
