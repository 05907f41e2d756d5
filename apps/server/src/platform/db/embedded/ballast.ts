import { randomFill } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Four segments of PostgreSQL's WAL: a recovery needs at least one. */
const BYTES = 64 * 2 ** 20;
const CHUNK = 2 ** 20;

/** Disk space that is reserved for the moment when the disk is full. */
export interface Ballast {
  readonly bytes: number;
  exists(): boolean;
  /** @throws the file system's error; no partial file remains. */
  make(): Promise<void>;
  /** Releases the space at once; does nothing without a ballast. */
  giveUp(): void;
}

/** The ballast of a data directory; it must be on the database's disk. */
export function ballastOf(dataDir: string, bytes = BYTES): Ballast {
  const path = join(dataDir, 'ballast');
  const draft = `${path}.new`;
  return {
    bytes,
    exists: () => existsSync(path),
    async make() {
      try {
        await fill(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    giveUp() {
      for (const file of [path, draft]) rmSync(file, { force: true });
    },
  };
}

const fillRandom = promisify<Uint8Array, Uint8Array>(randomFill);

/**
 * Random bytes, because zeros take no space on a compressing or sparse file system. In one buffer: of a new one for each
 * part, the supervisor would keep up to 35 MB for good.
 */
async function fill(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600);
  const chunk = new Uint8Array(Math.min(CHUNK, bytes));
  try {
    for (let written = 0; written < bytes; written += CHUNK) {
      await file.writeFile(await fillRandom(chunk.subarray(0, bytes - written)));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
