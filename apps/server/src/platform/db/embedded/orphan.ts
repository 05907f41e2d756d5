import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseStartError } from '../database-start-error.ts';
import { clusterProcesses } from './processes.ts';

/** Time limits of a fast shutdown (its checkpoint writes at most the buffers) and then of an immediate one, ms. */
const FAST_LIMIT = 10_000;
const IMMEDIATE_LIMIT = 6_000;

/**
 * Stops processes that a killed server left running on the cluster. The caller holds the data lock, so they have no
 * owner. Removes a postmaster.pid whose id now belongs to another process: PostgreSQL would mistake that process for a
 * postmaster.
 */
export async function stopOrphans(cluster: string, progress: (message: string) => void): Promise<void> {
  const recorded = recordedPid(cluster);
  const found = clusterProcesses(cluster);
  if (found.length > 0) {
    progress('Stopping the database that an earlier server left running');
    if (recorded && found.includes(recorded)) signal([recorded], 'SIGINT');
    if (!(await gone(cluster, FAST_LIMIT))) signal(clusterProcesses(cluster), 'SIGQUIT');
    if (!(await gone(cluster, IMMEDIATE_LIMIT))) {
      throw new DatabaseStartError(
        `PostgreSQL processes ${clusterProcesses(cluster).join(', ')} still use ${cluster} and do not end. Kill them.`,
      );
    }
  }
  if (recorded && isAlive(recorded)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function recordedPid(cluster: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

async function gone(cluster: string, limit: number): Promise<boolean> {
  const end = performance.now() + limit;
  while (clusterProcesses(cluster).length > 0) {
    if (performance.now() > end) return false;
    await delay(20);
  }
  return true;
}

function signal(pids: number[], name: 'SIGINT' | 'SIGQUIT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It exited by itself.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
