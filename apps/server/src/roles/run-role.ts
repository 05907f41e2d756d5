import { setPriority } from 'node:os';
import { createHeartbeat } from '../features/health/heartbeat.ts';
import { SERVER_ROLES, type ServerRole } from '../platform/config/server-roles.ts';
import { createDb } from '../platform/db/pool.ts';
import { isConnectTimeout } from '../platform/db/refusal.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createDurations } from '../platform/metrics/durations.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { FromRole, RoleSettings, ToRole } from './messages.ts';
import { createRoleContext, POOL_SIZE, type RoleContext, type RoleService } from './role.ts';

/** Only what a role needs is loaded: each is a process with a memory of its own. */
const LOAD: Readonly<Record<ServerRole, () => Promise<(context: RoleContext) => Promise<RoleService>>>> = {
  devices: async () => (await import('./devices.ts')).createDevices,
  web: async () => (await import('./web.ts')).createWeb,
  work: async () => (await import('./work.ts')).createWork,
};

/** Who does what nobody waits for: devices and people come first on the processor. */
const PATIENT: ReadonlySet<ServerRole> = new Set(['work']);
const NICENESS = 10;

/** Lets other processes go before this one. The built-in database's are of this machine, and may be told so too. */
const giveWay = (processId: number): void => {
  try {
    setPriority(processId, NICENESS);
  } catch {
    // It belongs to somebody else, or has just ended: it works as fast as it may.
  }
};

const FAILED = 1;
/** What is still to be finished when the process is asked to end gets this long; the supervisor waits no longer. */
const STOP_MS = 5_000;

interface Running {
  handling: RoleService['handling'];
  tell(message: ToRole): void;
  stop(): Promise<void>;
}

const send = (message: FromRole): void => {
  // The supervisor may be gone; then this process is about to end.
  process.send?.(message, undefined, undefined, () => undefined);
};

/** The figures of the process; loaded when somebody asks for them, which most servers are never. */
const openMetrics = async (name: ServerRole, log: Log, add: (metrics: Metrics) => void): Promise<Metrics> => {
  const [{ createMetrics }, { addProcessFigures }] = await Promise.all([
    import('../platform/metrics/metrics.ts'),
    import('../platform/metrics/process-figures.ts'),
  ]);
  const metrics = createMetrics({ log, monotonic: () => performance.now(), labels: { role: name } });
  add(metrics);
  addProcessFigures(metrics);
  return metrics;
};

const start = async (name: ServerRole, settings: RoleSettings, log: Log): Promise<Running> => {
  const create = await LOAD[name]();
  const queries = createDurations();
  const { connection, supervisorId, config } = settings;
  const db = createDb({
    connection,
    log,
    size: POOL_SIZE[name],
    onQuery: queries.record,
    ...(PATIENT.has(name) && typeof connection !== 'string' ? { onBackend: giveWay } : {}),
  });
  if (PATIENT.has(name)) giveWay(process.pid);
  let isLow = settings.isDiskLow;
  const context = createRoleContext({ settings, db, disk: { isLow: () => isLow }, log });
  const role = await create(context);
  const { problems } = role;
  const { monotonic } = context;
  const heartbeat = createHeartbeat({ db, key: { supervisorId, role: name }, problems, monotonic, log });
  const metrics =
    config.metricsPort === null
      ? null
      : await openMetrics(name, log, (all) => {
          role.addFigures(all);
          all.addDurations('airdeck_database_query_seconds', 'How long the database took for a statement', queries);
        });
  const port = await role.start();
  await heartbeat.start();
  send({ type: 'ready', port });
  return {
    handling: role.handling,
    tell(message) {
      if (message.type === 'disk') isLow = message.isLow;
      if (message.type === 'figures') {
        const { id } = message;
        metrics?.scrape().then(
          (text) => send({ type: 'figures', id, text }),
          (error) => log.error({ err: error }, 'figures could not be told'),
        );
      }
    },
    async stop() {
      await role.stop();
      await heartbeat.stop();
      await db.close();
    },
  };
};

/**
 * Runs this process as one of a server's roles, for the supervisor that started it: it begins when it is told what it
 * needs, ends when it is told to, and also when the supervisor is gone.
 */
export const runRole = (name: string | undefined): void => {
  const role = SERVER_ROLES.find((each) => each === name);
  if (role === undefined || !process.connected) {
    process.stderr.write('A role is started by the server: npm start -- --roles devices,web,work\n');
    process.exit(FAILED);
  }
  const log = createLog({ role });
  let running: Running | null = null;
  let isStopping = false;
  // What was told before the role could listen to it.
  let isDiskLow: boolean | null = null;

  const stop = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(FAILED), STOP_MS).unref();
    await running?.stop();
    process.exit(code);
  };
  const end = (code: number): void => {
    stop(code).catch((error) => {
      log.fatal({ err: error }, 'the role could not end in order');
      process.exit(FAILED);
    });
  };

  // Nobody would see what it acknowledges, nor ever stop it.
  process.once('disconnect', () => process.exit(FAILED));
  // From a terminal, and from systemd, they reach every process: the supervisor says who ends when.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // What nobody foresaw has left things half-done: they are written down, and the supervisor begins anew.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin, handling: running?.handling() }, 'an error that nobody handles; the role ends');
    end(FAILED);
  });
  process.on('message', (message: ToRole) => {
    if (message.type === 'stop') return end(0);
    if (message.type === 'disk') isDiskLow = message.isLow;
    if (message.type !== 'start') return running?.tell(message);
    log.level = message.settings.config.logLevel;
    start(role, message.settings, log).then(
      (started) => {
        running = started;
        if (isDiskLow !== null) started.tell({ type: 'disk', isLow: isDiskLow });
      },
      (error) => {
        log.debug({ err: error }, 'the role cannot start');
        const reason = error instanceof Error ? error.message : String(error);
        send({ type: 'failed', reason, mayPass: isConnectTimeout(error) });
        end(FAILED);
      },
    );
  });
  // Meanwhile the supervisor opens the database.
  LOAD[role]().catch(() => undefined);
};
