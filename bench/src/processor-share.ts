import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Short, so that a held process answers after a few milliseconds. */
const PERIOD_US = 20_000;

/** A group of processes that together get a share of one core. Linux only, by cgroups of either version. */
export interface HeldProcesses {
  add(pid: number): void;
  /** When they have ended. */
  remove(): void;
}

/** @throws Error where processes cannot be held */
export const holdProcesses = (name: string, share: number): HeldProcesses => {
  const isFirstVersion = existsSync(join(ROOT, 'cpu'));
  const group = join(ROOT, isFirstVersion ? 'cpu' : '', `${name}-${process.pid}`);
  const write = (file: string, value: string | number): void => writeFileSync(join(group, file), String(value));
  const quota = Math.round(PERIOD_US * share);
  try {
    if (!isFirstVersion) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu');
    mkdirSync(group);
    if (isFirstVersion) {
      write('cpu.cfs_period_us', PERIOD_US);
      write('cpu.cfs_quota_us', quota);
    } else write('cpu.max', `${quota} ${PERIOD_US}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Processes cannot be held to a share of a core here; that needs root and the cpu controller of cgroups below ${ROOT}: ${reason}`,
    );
  }
  return { add: (pid) => write('cgroup.procs', pid), remove: () => rmdirSync(group) };
};
