import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * The processes of PostgreSQL that work in a cluster, found by the folder they stand in and not by a recorded id,
 * which the system may have given to another process since. macOS shows no folder: there, the postmaster alone is found.
 */
export function clusterProcesses(cluster: string): number[] {
  return process.platform === 'linux' ? fromProc(cluster) : fromPs(cluster);
}

function fromProc(cluster: string): number[] {
  const { dev, ino } = statSync(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return false;
        const folder = statSync(`/proc/${pid}/cwd`);
        return folder.dev === dev && folder.ino === ino;
      } catch {
        // Ended meanwhile, a zombie, or another user's.
        return false;
      }
    });
}

function fromPs(cluster: string): number[] {
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`-D ${cluster} `))
    .map((line) => Number.parseInt(line, 10));
}
