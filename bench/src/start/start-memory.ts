import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { print } from '../figure.ts';
import { memoryBelow, type ProcessMemory } from '../processes.ts';

const root = join(import.meta.dirname, '../../..');
const MB = 1_000_000;
/** From the moment the demo is ready. */
const WAIT_MS = Number(process.env.BENCH_SECONDS ?? 60) * 1000;
/** In MB, without PostgreSQL. It fills its past for some minutes. */
const REACH = WAIT_MS < 600_000 ? 520 : 450;

const BUILD_TOOL = /esbuild|vite|rolldown|run-builds/;
/** Its processes are named `postgres: …`; the first has the name of its program. */
const POSTGRES = /^(?:\S*\/)?postgres(?::|\s|$)/;

const NAMES: readonly (readonly [RegExp, string])[] = [
  [BUILD_TOOL, 'build-tool'],
  [/ role (devices|web|work)$/, ''],
  [/scripts\/run\.mjs/, 'script'],
  [/^npm|npm-cli/, 'npm'],
];

const nameOf = ({ command, pid }: ProcessMemory): string => {
  if (command.startsWith('sh -c')) return 'shell';
  for (const [pattern, name] of NAMES) {
    const match = pattern.exec(command);
    if (match) return name || (match[1] ?? '');
  }
  return `other-${pid}`;
};

const sum = (processes: readonly ProcessMemory[], of: 'rss' | 'pss'): number =>
  processes.reduce((total, each) => total + each[of], 0);

const report = (processes: readonly ProcessMemory[]): void => {
  const own = processes.filter(({ command }) => !POSTGRES.test(command));
  for (const each of own) {
    const name = nameOf(each);
    const reach = name === 'script' ? { reach: '<= 90' } : {};
    print({ name: `start-memory-${name}`, value: each.rss / MB, unit: 'MB RSS', ...reach });
    print({ name: `start-memory-${name}-share`, value: each.pss / MB, unit: 'MB PSS' });
  }
  print({
    name: 'start-memory-build-tools',
    value: own.filter((each) => nameOf(each) === 'build-tool').length,
    unit: 'processes',
    reach: '<= 0',
  });
  print({ name: 'start-memory', value: sum(own, 'rss') / MB, unit: 'MB RSS', reach: `<= ${REACH}` });
  print({ name: 'start-memory-share', value: sum(own, 'pss') / MB, unit: 'MB PSS' });
  print({ name: 'start-memory-postgresql', value: sum(processes, 'rss') / MB, unit: 'MB RSS, with PostgreSQL' });
  print({ name: 'start-memory-postgresql-share', value: sum(processes, 'pss') / MB, unit: 'MB PSS, with PostgreSQL' });
};

/** Memory of `npm run demo` a minute after it is ready, including its build on a fresh checkout. */
export const benchStartMemory = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  chmodSync(dataDir, 0o755);
  for (const name of ['server', 'console']) rmSync(join(root, '.build', `${name}.stamp`), { force: true });
  const args = ['run', 'demo', '--', '--data', dataDir, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('ready: ')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`npm run demo ended with ${code}`)));
    });
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    report(memoryBelow(child.pid ?? 0));
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
};
