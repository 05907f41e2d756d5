import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Four segments of PostgreSQL's log: a recovery wants at least one. */
const BYTES = 64 * 2 ** 20;
const CHUNK = 2 ** 20;

/** Space that is kept for the moment when the disk is full. */
export interface Ballast {
  readonly bytes: number;
  exists(): boolean;
  /** @throws the file system's error; nothing is left of it then. */
  make(): Promise<void>;
  /** Gives the space back, at once; harmless where there is none. */
  giveUp(): void;
}

/** The ballast of a data directory, which must be on the disk of the database. */
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

/** Random, because zeros would take no room on a disk that compresses or leaves holes. */
async function fill(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let written = 0; written < bytes; written += CHUNK) {
      await file.writeFile(randomBytes(Math.min(CHUNK, bytes - written)));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
