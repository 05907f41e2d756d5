import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * The PostgreSQL processes that run on a cluster, found by their working directory and not by a recorded id, which the
 * system may have reused. macOS does not show the directory: there only the postmaster is found.
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
        // Exited meanwhile, a zombie, or another user's.
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
