import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessMemory {
  pid: number;
  command: string;
  /** Resident bytes; shared pages (Node's binary) count in each process. */
  rss: number;
  /** The same, with shared pages divided among the processes: the sum is their total use. */
  pss: number;
}

/** A process and its descendants. */
const descendants = (root: number): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The second field is the program's name in parentheses, which may contain anything.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has exited meanwhile.
    }
  }
  const found = [root];
  for (const parent of found) {
    for (const [pid, its] of parents) if (its === parent) found.push(pid);
  }
  return found;
};

const kilobytes = (rollup: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? Number.NaN);

/** The memory of a process and its descendants. */
export const memoryBelow = (root: number): ProcessMemory[] =>
  descendants(root).flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return [{ pid, command, rss: kilobytes(rollup, 'Rss') * 1024, pss: kilobytes(rollup, 'Pss') * 1024 }];
    } catch {
      // It has exited meanwhile.
      return [];
    }
  });
