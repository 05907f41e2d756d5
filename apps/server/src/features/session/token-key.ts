import { chmodSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../platform/password.ts';

const BYTES = 32;

/**
 * The key that signs this installation's tokens: made at the first start, kept in the data directory for its owner's
 * eyes only. One that a power cut left half-written is made anew, and everybody logs in again.
 */
export function loadTokenKey(dataDir: string, random: Random): Uint8Array {
  const path = join(dataDir, 'token.key');
  const found = read(path);
  if (found) return found;
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, random(BYTES));
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another instance was quicker; its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = read(path);
  if (!made) throw new Error(`${path} cannot be read back`);
  return made;
}

function read(path: string): Uint8Array | null {
  try {
    const key = readFileSync(path);
    if (key.length !== BYTES) {
      rmSync(path);
      return null;
    }
    // A backup may have opened it to others.
    chmodSync(path, 0o600);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
