import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';

/** macOS flag of open(2) that locks the file; Node has no name for it. */
const O_EXLOCK = 0x20;

export type DataLock = { release: () => void };

/**
 * Locks the data directory for this process with a kernel lock. It ends with the process, however it exits, and is
 * visible from other containers: no stale lock, no reused process id.
 * @throws DatabaseStartError naming the holder if another server has the lock.
 */
export function lockDataDir(dataDir: string): DataLock {
  const path = join(dataDir, 'server.lock');
  const file = process.platform === 'darwin' ? openLocked(path, dataDir) : openThenLock(path, dataDir);
  ftruncateSync(file);
  writeSync(file, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`, 0);
  let held = true;
  const release = () => {
    // Once only: the descriptor may belong to another file later.
    if (held) closeSync(file);
    held = false;
  };
  return { release };
}

function openThenLock(path: string, dataDir: string): number {
  const file = openFile(path, constants.O_RDWR | constants.O_CREAT);
  // Node has no flock(2). A lock belongs to the open file, so it stays with this process after the child has exited.
  const { status, error } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
  if (status === 0) return file;
  const holder = status === 1 ? describeHolder(file) : null;
  closeSync(file);
  if (holder) throw inUse(dataDir, holder);
  throw new DatabaseStartError(`Cannot lock ${path}: ${error?.message ?? `flock ended with ${status}`}.`);
}

function openLocked(path: string, dataDir: string): number {
  try {
    return openFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    const file = openFile(path, constants.O_RDONLY);
    const holder = describeHolder(file);
    closeSync(file);
    throw inUse(dataDir, holder);
  }
}

function openFile(path: string, flags: number): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') throw error;
    throw new DatabaseStartError(`Cannot write to the data directory: ${path}: ${code}.`);
  }
}

function describeHolder(file: number): string {
  const since = fstatSync(file).mtime.toISOString();
  try {
    const { pid, host } = JSON.parse(readFileSync(file, 'utf8'));
    return `process ${pid} on ${host}, since ${since}`;
  } catch {
    return `since ${since}`;
  }
}

function inUse(dataDir: string, holder: string): DatabaseStartError {
  return new DatabaseStartError(
    `Another server uses the data directory ${dataDir} (${holder}). Stop it, or choose another directory.`,
  );
}
