import { readdirSync, readFileSync } from 'node:fs';

/** Fields of /proc/PID/stat behind the program's name in parentheses, which may contain anything. */
const statOf = (pid: number | string): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};
const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();

export interface ProcessMemory {
  pid: number;
  command: string;
  /** Resident bytes; shared pages (Node's binary) count in each process. */
  rss: number;
  /** The same, with shared pages divided among the processes: the sum is their total use. */
  pss: number;
}

/** Processes and their descendants. */
const descendants = (...roots: number[]): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(statOf(name)[1]));
    } catch {
      // It has exited meanwhile.
    }
  }
  const found = new Set(roots);
  for (const parent of found) {
    for (const [pid, its] of parents) if (its === parent) found.add(pid);
  }
  return [...found];
};

const kilobytes = (rollup: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? Number.NaN);

/** The memory of a process and its descendants. */
export const memoryBelow = (root: number): ProcessMemory[] =>
  descendants(root).flatMap((pid) => {
    try {
      const command = commandOf(pid);
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return [{ pid, command, rss: kilobytes(rollup, 'Rss') * 1024, pss: kilobytes(rollup, 'Pss') * 1024 }];
    } catch {
      // It has exited meanwhile.
      return [];
    }
  });

/** Linux counts processor time in hundredths of a second, on every architecture. */
const TICK_MS = 10;

export interface ProcessTime {
  command: string;
  /** Processor time since it began, ms. */
  ms: number;
}

/** The processor time of a process and its descendants, by process id. */
export const timesBelow = (root: number): Map<number, ProcessTime> =>
  new Map(
    descendants(root).flatMap((pid): [number, ProcessTime][] => {
      try {
        const stat = statOf(pid);
        return [[pid, { command: commandOf(pid), ms: (Number(stat[11]) + Number(stat[12])) * TICK_MS }]];
      } catch {
        // It has exited meanwhile.
        return [];
      }
    }),
  );

const SAMPLE_MS = 250;

export interface OwnTime {
  /** Processor time of this process and of all its descendants, living and ended, ms. */
  read(): number;
  stop(): void;
}

/**
 * Follows the processor time of this process and its descendants. Linux adds the time of an ended process to the parent
 * that waits for it. A browser and a killed server end before their children, which then have another parent, so that
 * their time would be lost: known processes are followed by their ids, and time that vanishes is added again.
 */
export const followOwnTime = (): OwnTime => {
  let known: number[] = [];
  let lost = 0;
  let last = 0;
  const read = (): number => {
    let sum = 0;
    const living: number[] = [];
    for (const pid of descendants(process.pid, ...known)) {
      try {
        const ticks = statOf(pid).slice(11, 15).map(Number);
        sum += ticks.reduce((a, b) => a + b, 0) * TICK_MS;
        living.push(pid);
      } catch {
        // It has exited meanwhile.
      }
    }
    known = living;
    lost += Math.max(0, last - sum);
    last = sum;
    return sum + lost;
  };
  const timer = setInterval(read, SAMPLE_MS).unref();
  read();
  return { read, stop: () => clearInterval(timer) };
};

/** Busy processor time of the whole machine since it started, ms, and that of all processors together. */
export const machineTime = (): { busy: number; all: number } => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = line.split(/ +/).slice(1).map(Number);
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = ticks;
  const busy = (user + nice + system + irq + softirq + steal) * TICK_MS;
  return { busy, all: busy + (idle + wait) * TICK_MS };
};
