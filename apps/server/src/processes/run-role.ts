import { hostname } from 'node:os';
import { commandLine } from '@airdeck/domain/command-line';
import { addMachineFigures } from '../features/health/figures.ts';
import { hasPeers, readClocks } from '../features/health/health-queries.ts';
import { createHeartbeat } from '../features/health/heartbeat.ts';
import { createMachineClock } from '../features/health/machine-clock.ts';
import { SILENT_MS } from '../features/health/readiness.ts';
import { systemClock } from '../platform/clock.ts';
import { SERVER_ROLES, type ServerRole } from '../platform/config/server-roles.ts';
import { newestMigration } from '../platform/db/migrate.ts';
import { createDb } from '../platform/db/pool.ts';
import { NoPrimaryError } from '../platform/db/primary.ts';
import { isConnectTimeout } from '../platform/db/refusal.ts';
import { connectionName } from '../platform/db/server-connections.ts';
import { adaptHeapGrowth } from '../platform/heap-growth.ts';
import { loadKeyIds, loadSealKey } from '../platform/installation-keys.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createDurations } from '../platform/metrics/durations.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { lowerPriority } from '../platform/priority.ts';
import { createProbe } from '../platform/probe.ts';
import { systemRandom } from '../platform/random.ts';
import type { FromRole, RoleSettings, ToRole } from './messages.ts';
import { createRoleContext, POOL_SIZE, type RoleContext, type RoleService } from './role.ts';

/** Loads only the code of the role: each role is a process with its own memory. */
const LOAD: Readonly<Record<ServerRole, () => Promise<(context: RoleContext) => Promise<RoleService>>>> = {
  devices: async () => (await import('./devices.ts')).createDevices,
  web: async () => (await import('./web.ts')).createWeb,
  work: async () => (await import('./work.ts')).createWork,
};

/** Background roles get a lower CPU priority than those that serve devices and people. */
const PATIENT: ReadonlySet<ServerRole> = new Set(['work']);
const FAILED = 1;
/** Time to ask whether other processes take over. */
const PEERS_MS = 1_000;
const CLOCK_TRIES = 3;
/** People get an answer while no synchronous standby confirms; devices wait as long as it takes. */
const PEOPLE_WAIT_MS = 10_000;
/** Time for a graceful stop; the supervisor waits no longer. */
const STOP_MS = 5_000;

interface Running {
  handling: RoleService['handling'];
  tell(message: ToRole): void;
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const send = (message: FromRole): void => {
  // The supervisor may be gone; this process is then about to exit.
  process.send?.(message, undefined, undefined, () => undefined);
};

/** Creates the process's metrics on first use; most servers never need them. */
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
  const sealKey = loadSealKey(config.dataDir, systemRandom, config.keys.localServer).key;
  const db = createDb({
    connection,
    log,
    name: connectionName(name, sealKey),
    size: POOL_SIZE[name],
    onQuery: queries.record,
    pipeline: name === 'devices',
    ...(name === 'web' && { commitWait: PEOPLE_WAIT_MS }),
    isPatient: PATIENT.has(name),
  });
  if (PATIENT.has(name)) lowerPriority();
  adaptHeapGrowth(name !== 'devices');
  let isLow = settings.isDiskLow;
  const key = { supervisorId, role: name };
  const machine = hostname();
  const machineClock = createMachineClock({ machine, clock: systemClock, monotonic: () => performance.now(), log });
  // The first answer may be late, because it opens the connection.
  for (let i = 0; i < CLOCK_TRIES && machineClock.offsetMs() === null; i++) {
    await machineClock.measure(() => readClocks(db, key, SILENT_MS));
  }
  const context = createRoleContext({ settings, db, disk: { isLow: () => isLow }, clock: machineClock, log });
  const role = await create(context);
  const { problems } = role;
  const { monotonic } = context;
  const startedAt = machineClock.now();
  const keyIds = loadKeyIds(name, config.dataDir, systemRandom, config.keys);
  const migration = await newestMigration(settings.migrations);
  const facts = () => ({ version: settings.version, migration, startedAt, machine, keyIds, ...role.facts?.() });
  const heartbeat = createHeartbeat({ db, key, problems, facts, machineClock, monotonic, log });
  const metrics =
    config.metricsPort === null
      ? null
      : await openMetrics(name, log, (all) => {
          role.addFigures(all);
          addMachineFigures(all, machineClock);
          all.addDurations('airdeck_database_query_seconds', 'How long the database took for a statement', queries);
        });
  const peers = createProbe({
    ask: () => hasPeers(db, key, SILENT_MS),
    patienceMs: PEERS_MS,
    keepMs: PEERS_MS,
    monotonic,
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
          (error) => log.error({ err: error }, 'collecting metrics failed'),
        );
      }
      if (message.type === 'health') {
        const { id } = message;
        role.health().then(
          (health) => send({ type: 'health', id, health }),
          (error) => log.error({ err: error }, 'the health of the role is unknown'),
        );
      }
    },
    async drain() {
      if (!role.drain || !(await peers().catch(() => false))) return;
      send({ type: 'draining' });
      await role.drain();
    },
    async stop() {
      await role.stop();
      await heartbeat.stop();
      await db.close();
    },
  };
};

/**
 * Runs this process as a role of a server, as a child of the supervisor. Starts on the supervisor's `start` message;
 * stops on its `stop` message or when the supervisor is gone.
 */
export const runRole = (name: string | undefined): void => {
  const role = SERVER_ROLES.find((each) => each === name);
  if (role === undefined || process.send === undefined) {
    process.stderr.write(
      `A role is started by the server: ${commandLine('start', process.env)} --roles devices,web,work\n`,
    );
    process.exit(FAILED);
  }
  // The server that started it has said why it ended.
  if (!process.connected) process.exit(FAILED);
  const log = createLog({ role });
  let running: Running | null = null;
  let isStopping = false;
  // Disk state received before the role started.
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
      log.fatal({ err: error }, 'the role could not stop gracefully');
      process.exit(FAILED);
    });
  };

  const drain = (): void => {
    Promise.resolve(running?.drain()).then(
      () => send({ type: 'drained' }),
      (error) => {
        log.error({ err: error }, 'clients could not be handed over');
        send({ type: 'drained' });
      },
    );
  };

  // Without a supervisor, no process would restart or stop this one.
  process.once('disconnect', () => process.exit(FAILED));
  // A terminal and systemd signal every process of the group; the supervisor decides when each one stops.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // An unhandled error may leave inconsistent state: log it and exit; the supervisor restarts the role.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin, handling: running?.handling() }, 'unhandled error; the role exits');
    end(FAILED);
  });
  process.on('message', (message: ToRole) => {
    if (message.type === 'stop') return end(0);
    if (message.type === 'drain') return drain();
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
        send({ type: 'failed', reason, mayPass: isConnectTimeout(error) || error instanceof NoPrimaryError });
        end(FAILED);
      },
    );
  });
  // Load the code while the supervisor opens the database.
  LOAD[role]().catch(() => undefined);
};
