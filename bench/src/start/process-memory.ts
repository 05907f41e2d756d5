import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessMemory {
  pid: number;
  command: string;
  /** Resident bytes; what processes share (the program of Node) counts in each. */
  rss: number;
  /** The same, with shared pages divided among those that share them: the sum over processes is what they take together. */
  pss: number;
}

/** The processes that descend from this one, and itself. */
const descendants = (root: number): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The second field is the name of the program in parentheses, which may hold anything.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
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

/** The memory of a process and of all that descend from it. */
export const memoryBelow = (root: number): ProcessMemory[] =>
  descendants(root).flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return [{ pid, command, rss: kilobytes(rollup, 'Rss') * 1024, pss: kilobytes(rollup, 'Pss') * 1024 }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
