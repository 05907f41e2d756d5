import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProcessHealth } from '@airdeck/contract/health/routes';
import type { ServerRole } from '../platform/config/server-roles.ts';
import { CALM_GROWTH_PERCENT } from '../platform/heap-growth.ts';
import type { Log } from '../platform/log.ts';
import type { FromRole, RoleSettings, ToRole } from '../processes/messages.ts';

/** Thrown when a role cannot run. The message contains the role and the reason. */
export class RoleError extends Error {
  override name = 'RoleError';
}

/** Delay before each restart; index 0 is the first restart. */
const DELAYS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] as const;
/** A run longer than this resets the restart count. */
const STABLE_RUN_MS = 30_000;
/** Option of the supervisor (`npm start`) that would slow down the roles; it is removed for them. */
const LEAN = '--optimize-for-size';
/**
 * glibc keeps freed memory in per-thread arenas. Limits it to two, and makes it return freed memory to the system. The
 * supervisor got the same from `scripts/lean.sh`, unless it was started otherwise.
 */
export const LEAN_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const;
const GROWTH = `--heap-growing-percent=${CALM_GROWTH_PERCENT}`;
/**
 * Node options for a small machine. The young generation may grow once a process has been busy for a while
 * (`holdYoungGeneration`). The old generation of web and work may grow by 30 % between two collections while they are
 * calm (`adaptHeapGrowth`); by default it grows several-fold, mostly with garbage (`npm run bench -- start-memory`).
 * Devices keep V8's default: the limit costs them about 30 % more processor time per frame, and 8 % with 60 instead of
 * 20 (`npm run bench -- ingest`). Their frames wait for a commit, and those that outlive a collection are copied: with
 * 32 MB instead of 8, `devices` took 6 % less processor time at 10,000 frames/s (`npm run bench -- frame-cost`), and with
 * 2 MB and 100,000 meters a quarter more, and 420 MB instead of 270 (`npm run bench -- scale`).
 */
const NODE_OPTIONS: Readonly<Record<ServerRole, readonly string[]>> = {
  devices: ['--max-semi-space-size=32'],
  web: ['--max-semi-space-size=8', GROWTH],
  work: ['--max-semi-space-size=12', GROWTH],
};
/** Timeout of a metrics request; generous because a busy process responds slowly. */
const METRICS_TIMEOUT_MS = 3_000;
/** Time for a role to begin to drain: one that hangs does not. */
const DRAINING_TIMEOUT_MS = 2_000;
/** Timeout of a health request: a load balancer waits no longer. */
const HEALTH_TIMEOUT_MS = 2_000;

export interface RoleProcessOptions {
  role: ServerRole;
  /** The program that runs a role. */
  program: string;
  log: Log;
  /** Delays before restarts; default: `DELAYS_MS`. */
  delaysMs?: readonly number[];
  /** Called when the process has exited too often and is no longer restarted. */
  onGivenUp(error: RoleError): void;
}

export interface RoleProcess {
  /**
   * Starts the role's work, and restarts it whenever it exits; returns its listening port.
   * @throws RoleError if it does not become ready: at once, or, if the database was too busy, after many attempts.
   */
  start(settings: RoleSettings): Promise<number | null>;
  /** Tells the role whether disk space is low; later restarts inherit the value. */
  setDiskLow(isLow: boolean): void;
  /** Prometheus text of the process; rejects if it does not answer. */
  figures(): Promise<string>;
  /** Health of the process; rejects if it does not answer. */
  health(): Promise<ProcessHealth>;
  /** Number of restarts. */
  restarts(): number;
  /** Lets it hand its clients over to other processes; `stop` follows. Resolves when it has, or after `patienceMs`. */
  drain(patienceMs: number): Promise<void>;
  /** Requests a stop; kills the process after `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
}

type Answer = Extract<FromRole, { id: number }>;

interface End {
  how: string;
  wasReady: boolean;
  /** The failure is temporary: a restart may succeed. */
  mayPass: boolean;
  /** How long it ran. */
  ms: number;
}

/** Forks the process of a role immediately, so that its program loads while the database starts. */
export const createRoleProcess = (options: RoleProcessOptions): RoleProcess => {
  const { role, program, log, delaysMs = DELAYS_MS, onGivenUp } = options;
  let isStopping = false;
  let restarts = 0;
  let asked = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  let onDraining = (): void => undefined;
  let onDrained = (): void => undefined;
  const resting = new AbortController();

  const launch = (): { child: ChildProcess; exited: Promise<string> } => {
    const child = fork(program, ['role', role], {
      serialization: 'advanced',
      execArgv: [...process.execArgv.filter((option) => option !== LEAN), ...NODE_OPTIONS[role]],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...LEAN_MALLOC, ...process.env },
    });
    const exited = new Promise<string>((resolve) => {
      // 'error' is also emitted, possibly repeatedly, when a message could not be sent.
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

  /** Starts the role in the current process and waits for its exit. */
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
      if ('id' in message) waiting.get(message.id)?.(message);
      if (message.type === 'draining') onDraining();
      if (message.type === 'drained') onDrained();
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
        // Reuses the port, so that clients reach the restarted process.
        if (settings && port !== null) settings = { ...settings, port };
        onReady(port);
      });
      if (isStopping) return;
      wasEverReady ||= end.wasReady;
      const isHopeless = !end.mayPass || delaysMs[ends] === undefined;
      if (!wasEverReady && isHopeless) throw new RoleError(`The role ${role} failed to start: ${end.how}`);
      if (end.ms > STABLE_RUN_MS) ends = 0;
      const delay = delaysMs[ends++];
      if (delay === undefined) throw new RoleError(`The role ${role} keeps exiting: ${end.how}`);
      log.error({ role, how: end.how, delay }, 'role exited; restarting');
      await wait(delay, undefined, { signal: resting.signal }).catch(() => undefined);
      if (isStopping) return;
      restarts++;
      current = launch();
    }
  };

  const ask = async (type: Answer['type'], patienceMs: number): Promise<Answer> => {
    const id = ++asked;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        waiting.set(id, resolve);
        setTimeout(() => reject(new Error(`the role ${role} did not return its ${type}`)), patienceMs).unref();
        send({ type, id });
      });
    } finally {
      waiting.delete(id);
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
      const answer = await ask('figures', METRICS_TIMEOUT_MS);
      return answer.type === 'figures' ? answer.text : '';
    },
    async health() {
      const answer = await ask('health', HEALTH_TIMEOUT_MS);
      if (answer.type !== 'health') throw new Error(`the role ${role} returned ${answer.type}`);
      return answer.health;
    },
    restarts: () => restarts,
    async drain(patienceMs) {
      isStopping = true;
      resting.abort();
      const { exited } = current;
      await new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, Math.min(patienceMs, DRAINING_TIMEOUT_MS));
        const end = (): void => {
          clearTimeout(timer);
          resolve();
        };
        onDraining = () => {
          clearTimeout(timer);
          timer = setTimeout(resolve, patienceMs);
        };
        onDrained = end;
        exited.then(end, end);
        send({ type: 'drain' });
      });
    },
    async stop(patienceMs) {
      isStopping = true;
      resting.abort();
      const { child, exited } = current;
      send({ type: 'stop' });
      const timer = setTimeout(() => {
        log.error({ role }, 'role did not stop in time; killing it');
        child.kill('SIGKILL');
      }, patienceMs);
      const how = await exited;
      clearTimeout(timer);
      await running;
      log.info({ role, how }, 'role stopped as requested');
    },
  };
};
