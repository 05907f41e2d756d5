import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerRole } from '../platform/config/server-roles.ts';
import type { Log } from '../platform/log.ts';
import type { FromRole, RoleSettings, ToRole } from '../processes/messages.ts';

/** A role cannot run; the message says which and why. */
export class RoleError extends Error {
  override name = 'RoleError';
}

/** Delays before the first, second … restart: none at first, then longer ones. */
const DELAYS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] as const;
/** After running this long the count starts again. */
const CALM_MS = 30_000;
/**
 * Options of Node for a small machine. A young generation grows while a program starts (up to 3 × 16 MB a process) and
 * hardly shrinks again. The old generation of web and work may grow by a fifth between two collections; by default it
 * grows to a multiple, most of it garbage (`npm run bench -- start-memory`). Not that of devices: it would take about
 * 30 % more processor time per frame, and 8 % more if it may grow by 60 % (`npm run bench -- ingest`).
 */
const LEAN = '--optimize-for-size';
/** glibc keeps freed memory in an arena per thread; two arenas that return it are enough for Node's few threads. */
export const LEAN_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const;
const NODE_OPTIONS: Readonly<Record<ServerRole, readonly string[]>> = {
  devices: ['--max-semi-space-size=2'],
  web: ['--max-semi-space-size=2', '--heap-growing-percent=20'],
  work: ['--max-semi-space-size=2', '--heap-growing-percent=20'],
};
/** A busy process answers late. */
const FIGURES_MS = 3_000;

export interface RoleProcessOptions {
  role: ServerRole;
  /** The program that runs a role. */
  program: string;
  log: Log;
  /** Delays before restarts; default: `DELAYS_MS`. */
  delaysMs?: readonly number[];
  /** Called when it has exited too often. */
  onGivenUp(error: RoleError): void;
}

export interface RoleProcess {
  /**
   * Starts the role's work, and restarts it whenever it exits; returns its listening port.
   * @throws RoleError if it does not become ready: at once, or, if the database was too busy, after many attempts.
   */
  start(settings: RoleSettings): Promise<number | null>;
  /** Also applies to processes that are started later. */
  setDiskLow(isLow: boolean): void;
  /** Prometheus text of the process; rejects if it does not answer. */
  figures(): Promise<string>;
  /** Number of restarts. */
  restarts(): number;
  /** Asks it to stop, and kills it if that takes longer. */
  stop(patienceMs: number): Promise<void>;
}

interface End {
  how: string;
  wasReady: boolean;
  /** It could not start, but may later. */
  mayPass: boolean;
  /** How long it ran. */
  ms: number;
}

/** A process of a role. It is created at once, so that it loads its program while the database starts. */
export const createRoleProcess = (options: RoleProcessOptions): RoleProcess => {
  const { role, program, log, delaysMs = DELAYS_MS, onGivenUp } = options;
  let isStopping = false;
  let restarts = 0;
  let asked = 0;
  const waiting = new Map<number, (text: string) => void>();
  const resting = new AbortController();

  const launch = (): { child: ChildProcess; exited: Promise<string> } => {
    const child = fork(program, ['role', role], {
      serialization: 'advanced',
      execArgv: [...process.execArgv.filter((option) => option !== LEAN), ...NODE_OPTIONS[role]],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...LEAN_MALLOC, ...process.env },
    });
    const exited = new Promise<string>((resolve) => {
      // A message that could not be sent causes such an error too, possibly several times.
      child.on('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    return { child, exited };
  };
  let current = launch();
  let running: Promise<void> = Promise.resolve();

  const send = (message: ToRole): void => {
    // A process that has just exited gets no messages; its exit is reported anyway.
    if (current.child.connected) current.child.send(message, () => undefined);
  };

  /** Lets the current process work until it exits. */
  const live = async (settings: RoleSettings, onReady: (port: number | null) => void): Promise<End> => {
    const { child, exited } = current;
    let readyAt: number | null = null;
    let reason = '';
    let mayPass = false;
    child.on('message', (message: FromRole) => {
      if (message.type === 'ready') {
        readyAt = performance.now();
        onReady(message.port);
      }
      if (message.type === 'failed') ({ reason, mayPass } = message);
      if (message.type === 'figures') waiting.get(message.id)?.(message.text);
    });
    send({ type: 'start', settings });
    const how = await exited;
    const ms = performance.now() - (readyAt ?? performance.now());
    return { how: reason || how, wasReady: readyAt !== null, mayPass, ms };
  };

  let settings: RoleSettings | null = null;
  let wasEverReady = false;

  /** Restarts it until it is stopped, or has exited too often without a longer run. */
  const keepAlive = async (first: RoleSettings, onReady: (port: number | null) => void): Promise<void> => {
    settings = first;
    for (let ends = 0; ; ) {
      const end = await live(settings, (port) => {
        // Clients of the port find the next process there.
        if (settings && port !== null) settings = { ...settings, port };
        onReady(port);
      });
      if (isStopping) return;
      wasEverReady ||= end.wasReady;
      const isHopeless = !end.mayPass || delaysMs[ends] === undefined;
      if (!wasEverReady && isHopeless) throw new RoleError(`The role ${role} does not start: ${end.how}`);
      if (end.ms > CALM_MS) ends = 0;
      const delay = delaysMs[ends++];
      if (delay === undefined) throw new RoleError(`The role ${role} ends again and again: ${end.how}`);
      log.error({ role, how: end.how, delay }, 'a role has ended; it is started again');
      await wait(delay, undefined, { signal: resting.signal }).catch(() => undefined);
      if (isStopping) return;
      restarts++;
      current = launch();
    }
  };

  return {
    start: (given) =>
      new Promise((resolve, reject) => {
        running = keepAlive(given, resolve).catch((error: RoleError) => {
          if (!wasEverReady) reject(error);
          else onGivenUp(error);
        });
      }),
    setDiskLow(isLow) {
      if (settings) settings = { ...settings, isDiskLow: isLow };
      send({ type: 'disk', isLow });
    },
    async figures() {
      const id = ++asked;
      try {
        return await new Promise<string>((resolve, reject) => {
          waiting.set(id, resolve);
          setTimeout(() => reject(new Error(`the role ${role} does not tell its figures`)), FIGURES_MS).unref();
          send({ type: 'figures', id });
        });
      } finally {
        waiting.delete(id);
      }
    },
    restarts: () => restarts,
    async stop(patienceMs) {
      isStopping = true;
      resting.abort();
      const { child, exited } = current;
      send({ type: 'stop' });
      const timer = setTimeout(() => {
        log.error({ role }, 'a role does not end; it is killed');
        child.kill('SIGKILL');
      }, patienceMs);
      const how = await exited;
      clearTimeout(timer);
      await running;
      log.info({ role, how }, 'a role has ended, as it was asked to');
    },
  };
};
