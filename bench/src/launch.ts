// Runs a program in a process group and a folder of its own, and has everything removed afterwards, however it ends:
// finished, interrupted, or killed together with this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PARENT_LOOK_MS = 1_000;

/** Runs a program of this folder with TMPDIR as its folder, and exits with its status. */
export const launch = (program: string, programArgs: string[]): void => {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  // The database may run as another user.
  chmodSync(folder, 0o777);
  const node = (name: string, args: string[]): string[] => [
    ...process.execArgv,
    join(import.meta.dirname, name),
    ...args,
  ];
  const child = spawn(process.execPath, node(program, programArgs), {
    stdio: 'inherit',
    // A process group, which the database and browsers leave.
    detached: true,
    env: { ...process.env, TMPDIR: folder },
  });
  // Its input closes with this process.
  const remover = spawn(process.execPath, node('remove-run.ts', [String(child.pid), folder]), {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });

  const leave = async (code: number): Promise<never> => {
    const removed = once(remover, 'exit');
    remover.stdin?.end();
    await removed;
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => leave(1));
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && leave(1), PARENT_LOOK_MS);
  child.once('exit', (code) => leave(code ?? 1));
};
