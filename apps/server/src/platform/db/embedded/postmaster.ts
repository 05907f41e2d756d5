import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BaseLogger } from 'pino';
import { DatabaseStartError } from '../database-start-error.ts';
import { isBeyondRecovery, isFullDisk, logLevel, parseLogLine } from './log-line.ts';
import { clusterArgument, type Installation, programOptions } from './program.ts';

export type Postmaster = {
  pid: number;
  /** Fast shutdown: rolls back open transactions and writes a checkpoint. */
  stop: () => Promise<void>;
};

export type PostmasterOptions = {
  installation: Installation;
  args: string[];
  log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
  /** Called once when it exits without having been stopped. */
  onExit: (reason: string) => void;
  /** Called when it stopped because the disk is full, before it recovers. */
  onFull?: () => void;
  progress: (message: string) => void;
};

/** In ms; then it is killed and recovers from its WAL at the next start. */
const STOP_LIMIT = 10_000;

/** Starts PostgreSQL; resolves when it accepts connections, however long its recovery takes. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { bin, cluster, identity } = options.installation;
  const child = spawn(join(bin, 'postgres'), ['-D', clusterArgument(cluster, identity), ...options.args], {
    ...programOptions(cluster, identity),
    // In its own session, so that Ctrl+C in the terminal reaches only the server, which then stops in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const state = { ready: false, stopping: false, lastWords: '' };
  const exited = exitOf(child);
  const killAtExit = () => child.kill('SIGINT');
  process.once('exit', killAtExit);
  const ready = new Promise<void>((resolve) => readLog(child, options, state, resolve));

  void exited.then((how) => {
    process.off('exit', killAtExit);
    if (state.ready && !state.stopping) options.onExit(`PostgreSQL ended (${how}): ${state.lastWords}`);
  });
  const failure = await Promise.race([ready, exited]);
  if (failure) throw new DatabaseStartError(`PostgreSQL does not start (${failure}): ${state.lastWords}`);
  state.ready = true;

  const stop = async () => {
    state.stopping = true;
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT);
    await exited;
    clearTimeout(timer);
  };
  return { pid: child.pid ?? 0, stop };
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // 'close' follows the last line of the log; 'exit' may come earlier.
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

function readLog(
  child: ChildProcess,
  { log, onFull, progress }: PostmasterOptions,
  state: { lastWords: string },
  onReady: () => void,
): void {
  if (!child.stderr) return;
  createInterface({ input: child.stderr }).on('line', (text) => {
    const line = parseLogLine(text);
    if (!line) {
      log.debug(`postgres: ${text}`);
      state.lastWords ||= text;
      return;
    }
    const level = logLevel(line);
    log[level](`postgres ${line.source}: ${line.severity}: ${line.message}`);
    if (level === 'error' || line.severity === 'FATAL') state.lastWords = line.message;
    if (line.message.includes('automatic recovery in progress')) progress('Recovering the database');
    if (/ready to accept (read-only )?connections/.test(line.message)) onReady();
    if (isFullDisk(line)) onFull?.();
    if (isBeyondRecovery(line)) child.kill('SIGQUIT');
  });
}
