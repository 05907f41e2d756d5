import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 2 ** 20;

/** Only root may mount a disk, and not in every container. */
export const canMount: boolean = ((): boolean => {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return false;
  try {
    mountDisk(MB).remove();
    return true;
  } catch {
    return false;
  }
})();

export interface SmallDisk {
  path: string;
  /** Fills the disk like another program until only these bytes are free. */
  fillUp(rest: number): void;
  /** Deletes the filler. */
  makeRoom(): void;
  remove(): void;
}

/** A disk of `bytes`, in memory. */
export function mountDisk(bytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'airdeck-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', path], { stdio: 'ignore' });
  const filler = join(path, 'filler');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    fillUp(rest) {
      const file = openSync(filler, 'a');
      try {
        while (free() > rest) writeSync(file, Buffer.alloc(Math.min(MB, free() - rest)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
