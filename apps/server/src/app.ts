import { randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import type { Role } from '@airdeck/domain/role';
import { createDeviceAccess } from './features/device/device-access.ts';
import { createMeters } from './features/device/meters.ts';
import { addDeviceRoutes } from './features/device/routes.ts';
import { createDeviceService } from './features/device/service.ts';
import { createStatusReceiver } from './features/device/status.ts';
import { createAnswerCounts, createMonitor } from './features/health/monitor.ts';
import { createReadiness } from './features/health/readiness.ts';
import { addHealthRoutes } from './features/health/routes.ts';
import { createHistory } from './features/history/history.ts';
import { createCurrentSaver } from './features/monitoring/current/save-current.ts';
import { createMonitoring } from './features/monitoring/monitoring.ts';
import { createStateReceiver } from './features/purifier/state-receiver.ts';
import { createIngest } from './features/reading/ingest.ts';
import { addReadingRoutes } from './features/reading/routes.ts';
import { addRetentionRoutes } from './features/retention/routes.ts';
import { createLogin } from './features/session/login.ts';
import { addSessionRoutes } from './features/session/routes.ts';
import { Sessions } from './features/session/sessions.ts';
import { createTokens } from './features/session/token.ts';
import { loadTokenKey } from './features/session/token-key.ts';
import { addUserRoutes } from './features/user/routes.ts';
import { loadUser } from './features/user/user.ts';
import { createFeed } from './feed/feed.ts';
import { createBus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/pool.ts';
import { type DiskSpace, whileThereIsRoom } from './platform/disk-space.ts';
import { createHttp } from './platform/http/create-http.ts';
import { createHostCheck } from './platform/http/own-host.ts';
import { consolePage, serveConsole } from './platform/http/serve-console.ts';
import type { Log } from './platform/log.ts';
import { createDurations, type Durations } from './platform/metrics/durations.ts';
import { createBroker } from './platform/mqtt/broker.ts';
import type { ConnectionShares } from './platform/net/open-files.ts';
import { systemRandom, verifyPassword } from './platform/password.ts';
import { createChangeRegistry } from './registry/change-registry.ts';
import type { BusEvents } from './registry/events.ts';
import { createRegistryFollower } from './registry/follow-registry.ts';
import { createMessageStore } from './registry/message-store.ts';
import { createRegistry } from './registry/registry.ts';
import type { Certificate } from './start/read-certificate.ts';
import { createPacker } from './store/packed/packer.ts';
import { createRetention } from './store/retention/retention.ts';
import { createRollup } from './store/rollups/rollup.ts';

export interface AppOptions {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  certificate: Certificate | null;
  mqttCertificate: Certificate | null;
  /** Connections that each listener may have at once. */
  connections: ConnectionShares;
  version: string;
  /** Folder of the built console. */
  consoleFolder: string;
  /** The demo lets anybody in as its user of a role; null everywhere else. */
  findDemoUser: ((role: Role) => Promise<number | undefined>) | null;
  /** How long the database took for the statements of `db`. */
  queries?: Durations;
  /** The disk of the built-in database; an outside one has its own. */
  disk?: Pick<DiskSpace, 'isLow'> | null;
}

export interface App {
  /** Begins to listen, for devices first; answers the ports. */
  start(): Promise<{ port: number; mqttPort: number; metricsPort: number | null }>;
  stop(): Promise<void>;
}

/** Puts the parts together: who hears whom is decided here and nowhere else. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { config, db, clock, log } = options;
  const monotonic = () => performance.now();
  const acknowledgements = createDurations();
  const answers = createAnswerCounts();
  const disk = options.disk ?? { isLow: () => false };
  /** For those that write much; retention is not among them, since it makes room. */
  const roomyDb = whileThereIsRoom(db, disk);
  const bus = createBus<BusEvents>(log);
  const registry = createRegistry(db);
  const registryChanged = (): void => bus.emit('registry.changed', {});
  const feed = createFeed({ db, log, random: Math.random, monotonic });
  const { processId } = feed;
  const registryFollower = createRegistryFollower({ feed, registry, onChanged: registryChanged });
  const changeRegistry = createChangeRegistry({
    db,
    registry,
    clock,
    log,
    feed,
    processId,
    onChanged: registryChanged,
  });

  // Devices
  const ingest = createIngest({ db: roomyDb, registry, bus, feed, clock, log, random: Math.random });
  const messages = createMessageStore({ log, random: Math.random, reject: ingest.reject });
  const rollup = createRollup({ db: roomyDb, registry, bus, clock, log, writer: ingest.writer });
  const packer = createPacker({ db: roomyDb, clock, log, hotDays: config.hotDays });
  const retention = createRetention({ db, registry, clock, log });
  const deviceAccess = createDeviceAccess({
    registry,
    monotonic,
    log,
    receivers: {
      readings: ingest.receive,
      status: createStatusReceiver({ db, feed, clock, store: messages, reject: ingest.reject }),
      purifierState: createStateReceiver({ db, feed, clock, store: messages, reject: ingest.reject }),
      other: (message, done) => {
        ingest.reject(message, 'NOT_SUPPORTED', message.payload.toString('utf8').slice(0, 200));
        done();
      },
      throttled: (message) => ingest.reject(message, 'THROTTLED', ''),
      refused: (message) => ingest.reject(message, 'REFUSED', ''),
      failed: (message) => ingest.reject(message, 'FAILED', message.payload.toString('utf8', 0, 200)),
    },
  });
  const broker = createBroker({
    port: config.mqttPort,
    host: config.host,
    tls: options.mqttCertificate,
    maxPacketBytes: MAX_MESSAGE_BYTES,
    connections: options.connections.mqtt,
    rules: deviceAccess.rules,
    onAcknowledged: acknowledgements.record,
    monotonic,
    log,
  });
  bus.on('registry.changed', () => broker.disconnect((who) => !deviceAccess.isAdmitted(who)));
  const meters = createMeters({
    db,
    registry,
    changeRegistry,
    randomBytes,
    onRegistered: (organizationId, code, meterId) => {
      ingest.release(organizationId, code, meterId).catch((error) => log.error({ err: error, code }, 'release failed'));
    },
  });

  // People
  const tokens = createTokens(loadTokenKey(config.dataDir, systemRandom), clock);
  const sessions = new Sessions({
    db,
    bus,
    clock,
    log,
    tokens,
    newId: randomUUID,
    idleMs: config.sessionIdleMs,
    absoluteMs: config.sessionMs,
  });
  const http = await createHttp({
    log,
    tls: options.certificate,
    version: options.version,
    authenticate: (token) => sessions.authenticate(token),
    page: consolePage(options.consoleFolder),
    connections: options.connections.http,
    onAnswer: answers.add,
    // The demo lets anybody in who reaches it, so a page of somebody else must not.
    ...(config.mode === 'demo' && { isOwnHost: createHostCheck(config.host) }),
  });
  const currentSaver = createCurrentSaver(feed);
  const monitoring = createMonitoring({ db, registry, bus, feed, clock, log, hold: (id) => sessions.hold(id) });
  addSessionRoutes(http, {
    sessions,
    login: createLogin({ db, clock, verifyPassword }),
    loadUser: (id) => loadUser(db, id),
    version: options.version,
    findDemoUser: options.findDemoUser,
  });
  addUserRoutes(http, db);
  addDeviceRoutes(http, { db, meters, service: createDeviceService({ registry, changeRegistry, randomBytes }) });
  addReadingRoutes(http, db);
  addRetentionRoutes(http, { registry, changeRegistry });
  monitoring.addRoutes(http);
  createHistory({ db, registry, bus, clock }).addRoutes(http);
  const readiness = createReadiness({ db, broker, disk, writer: ingest.writer, registry, monotonic });
  addHealthRoutes(http, readiness);
  await serveConsole(http, options.consoleFolder);

  // Whoever runs it
  const { metricsPort, metricsHost } = config;
  const monitor =
    metricsPort === null
      ? null
      : createMonitor({
          port: metricsPort,
          host: metricsHost,
          log,
          sources: {
            db,
            readiness,
            ingest: ingest.counts,
            packedDays: packer.packedSoFar,
            feedLag: feed.lag,
            answers: answers.read,
            mqttConnections: broker.connections,
            httpConnections: promisify(http.server.getConnections.bind(http.server)),
            acknowledgements,
            queries: options.queries ?? createDurations(),
            monotonic,
          },
        });

  return {
    async start() {
      await feed.start();
      await registryFollower.start();
      await sessions.start();
      await ingest.start();
      await monitoring.start();
      await currentSaver.start();
      rollup.start();
      retention.start();
      // After monitoring has caught up: it looks for the newest frames among the hot ones.
      packer.start();
      deviceAccess.start();
      await broker.start();
      await http.listen({ port: config.port, host: config.host });
      const address = http.server.address();
      const port = typeof address === 'object' && address ? address.port : config.port;
      return { port, mqttPort: broker.port(), metricsPort: monitor && (await monitor.start()) };
    },
    async stop() {
      await monitor?.stop();
      // Closing HTTP waits for open streams, which monitoring holds.
      await monitoring.stop();
      await http.close();
      await broker.stop();
      deviceAccess.stop();
      await messages.stop();
      await ingest.stop();
      await packer.stop();
      await rollup.stop();
      await retention.stop();
      await sessions.stop();
      await currentSaver.stop();
      await registryFollower.stop();
      await feed.stop();
    },
  };
};
