import { setPriority } from 'node:os';

const NICENESS = 10;

/**
 * Lowers the CPU priority of a process, by default of this one: for work that is not urgent. Also used for backends of
 * the built-in database, which run on this machine.
 */
export const lowerPriority = (processId = 0): void => {
  try {
    setPriority(processId, NICENESS);
  } catch {
    // The process belongs to another user or has just ended; keep its priority.
  }
};
