import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../../..');
const dist = join(root, 'apps/server/dist');

export interface ServerProcess {
  child: ChildProcess;
  /** Its whole output so far. */
  output(): string;
  url: string;
  mqttUrl: string;
  /** Kills it like a crash. */
  kill(): Promise<void>;
  /** Asks it to stop; returns its exit code. */
  stop(): Promise<number | null>;
  /** Resolves with its exit code when it exits; null after a signal. */
  ended: Promise<number | null>;
}

export interface ProgramSettings {
  /** Limit of open files and sockets (`ulimit -n`); default: the tests' own limit. */
  openFiles?: number;
  /** Options of Node itself. */
  nodeOptions?: string[];
  /** Further variables of its environment. */
  env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program of the server as npm does, as a separate process. It was built when the tests began (global-setup.ts).
 */
export const runProgram = (
  program: 'main' | 'maintenance' | 'device' | 'user',
  args: string[],
  { openFiles, nodeOptions = [], env = {} }: ProgramSettings = {},
): ChildProcess => {
  const command = [process.execPath, '--enable-source-maps', ...nodeOptions, join(dist, `${program}.js`), ...args];
  const [file = '', ...rest] =
    openFiles === undefined ? command : ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command];
  return spawn(file, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, AIRDECK_DATA: '', DATABASE_URL: '', ...env },
  });
};

/** The present processes of a server's roles, by role. */
export const roleProcesses = ({ child }: Pick<ServerProcess, 'child'>): Map<string, number> => {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, pid, parent, role] = /^\s*(\d+)\s+(\d+) .* role (\w+)/.exec(line) ?? [];
      return role !== undefined && Number(parent) === child.pid ? [[role, Number(pid)] as const] : [];
    }),
  );
};

/** Options with which each process of a server throws at SIGUSR2: in a callback, or an unawaited promise. */
export const throwing = (kind: 'callback' | 'promise'): string[] => {
  const wreck =
    kind === 'callback' ? "() => { throw new Error('wrecked'); }" : "() => Promise.reject(new Error('wrecked'))";
  return ['--import', `data:text/javascript,process.on('SIGUSR2', ${encodeURIComponent(wreck)})`];
};

/** Runs a program to its end. */
export const finish = async (child: ChildProcess): Promise<{ code: number | null; output: string }> => {
  let output = '';
  child.stdout?.on('data', (data) => {
    output += data;
  });
  child.stderr?.on('data', (data) => {
    output += data;
  });
  const [code] = await once(child, 'close');
  return { code, output };
};

/** A data directory that another uid may reach, as the engine needs it when the tests run as root. */
export const aDataDir = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'airdeck-data-'));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** Starts the server and waits until it is ready; rejects with its output if it exits before. */
export const startServer = (args: string[], settings: ProgramSettings = {}): Promise<ServerProcess> =>
  untilReady(runProgram('main', args, settings));

/** Waits until a server is ready; rejects with its output if it exits before. */
export const untilReady = async (child: ChildProcess): Promise<ServerProcess> => {
  let output = '';
  let mqttUrl = '';
  child.stderr?.on('data', (data) => {
    output += data;
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const url = await new Promise<string>((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        output += `${line}\n`;
        mqttUrl = /^devices: (\S+)/.exec(line)?.[1] ?? mqttUrl;
        const ready = /^ready(?:: (\S+))?$/.exec(line);
        // A server without pages has no address for them.
        if (ready) resolve(ready[1] ?? '');
      });
    ended.then(() => reject(new Error(`the server ended before it was ready:\n${output}`)), reject);
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  return {
    child,
    ended,
    output: () => output,
    url,
    mqttUrl,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
};
