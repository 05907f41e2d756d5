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

/** Runs the command of `npm run demo` or `npm start` with an empty data directory. */
export const startAirdeck = async (mode: 'demo' | 'start', options: string[] = []): Promise<Running> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
  chmodSync(dataDir, 0o755);
  const args = ['scripts/lean.sh', 'scripts/run.mjs', mode, '--data', dataDir];
  const local = ['--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1', ...options];
  const child = spawn('sh', [...args, ...local], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
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

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** The server's processes: the supervisor, which `npm` starts, and its roles. */
export const serverProcesses = ({ pid: supervisor = 0 }: ChildProcess): Map<string, number> => {
  const roles = childrenOf(supervisor).flatMap((pid) => {
    const role = /\0role\0(\w+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1];
    return role === undefined ? [] : [[role, pid] as const];
  });
  return new Map([['supervisor', supervisor], ...roles]);
};

/** Resident bytes of each process, without PostgreSQL. Shared pages (Node's binary) count in each. */
export const serverRss = (server: ChildProcess): Map<string, number> => {
  const rssOf = (pid: number): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024;
  return new Map([...serverProcesses(server)].map(([role, pid]) => [role, rssOf(pid)]));
};
