import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');

export interface Running {
  url: string;
  mqttUrl: string;
  dataDir: string;
  lines: string[];
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Runs what `npm run demo` or `npm start` runs, with an empty data directory. */
export const startAirdeck = async (mode: 'demo' | 'start', options: string[] = []): Promise<Running> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  chmodSync(dataDir, 0o755);
  const args = ['scripts/run.mjs', mode, '--data', dataDir, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  const child = spawn(process.execPath, [...args, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('ready: ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${mode} ended with ${code}:\n${lines.join('\n')}`)));
  });
  const find = (name: string): string =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  return {
    url: find('ready'),
    mqttUrl: find('devices'),
    dataDir,
    lines,
    child,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Resident memory of the server itself, the child of the process that `npm` starts; PostgreSQL's is not in it. */
export const serverRss = (parent: ChildProcess): number => {
  const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ');
  const status = readFileSync(`/proc/${children[0]}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
};
