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
 * A secret of `length` bytes that is made once and kept in a file for its owner's eyes only: on disk, its name too,
 * when this returns. One that a power cut left half-written is replaced.
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
    // Another instance was quicker, and may have taken this draft away: its secret counts.
    if (!['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  syncFolder(dirname(path));
  const made = read(path, length);
  if (!made) throw new Error(`${path} cannot be read back`);
  return made;
}

/** A name in a folder is on disk when the folder is. */
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
    // A backup may have opened it to others.
    chmodSync(path, 0o600);
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
