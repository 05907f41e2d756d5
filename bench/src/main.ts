// npm run bench [-- [--record] NAME …]: runs benches, with --record also for docs/figures.md, in a folder of their own, and has everything removed afterwards, however they
// end: finished, interrupted, or killed together with this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PARENT_LOOK_MS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
// The database may run as another user.
chmodSync(folder, 0o777);
const node = (program: string, args: string[]): string[] => [
  ...process.execArgv,
  join(import.meta.dirname, program),
  ...args,
];
const benches = spawn(process.execPath, node('benches.ts', process.argv.slice(2)), {
  stdio: 'inherit',
  // A process group, which the database and browsers leave.
  detached: true,
  env: { ...process.env, TMPDIR: folder },
});
// Its input closes with this process.
const remover = spawn(process.execPath, node('remove-run.ts', [String(benches.pid), folder]), {
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
benches.once('exit', (code) => leave(code ?? 1));
