import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { prepareDemo } from '../demo/demo.ts';
import { DEMO_MARK, demoPasswords } from '../demo/demo-passwords.ts';
import { ensureFirstAdministrator } from '../features/user/first-administrator.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { DatabaseStartError, explainFullDisk } from '../platform/db/database-start-error.ts';
import { ballastOf } from '../platform/db/embedded/ballast.ts';
import { lockDataDir } from '../platform/db/embedded/data-lock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open.ts';
import { createDiskSpace } from '../platform/disk-space.ts';
import type { Log } from '../platform/log.ts';
import { createDurations } from '../platform/metrics/durations.ts';
import { openFileLimit, openFilesAdvice, shareOpenFiles } from '../platform/net/open-files.ts';
import { systemRandom } from '../platform/password.ts';
import { say } from '../platform/say.ts';
import { sayFirstAdministrator, sayReady } from './banner.ts';
import { findPort } from './listen-port.ts';
import { readCertificate } from './read-certificate.ts';

export interface Places {
  version: string;
  migrations: string;
  consoleFolder: string;
}

export interface RunningServer {
  stop(): Promise<void>;
}

const prepareDataDir = (path: string): string => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw explainFullDisk(new DatabaseStartError(`The data directory ${path} cannot be used: ${reason}`), path);
  }
};

/** Empties the demo's folder, unless a server runs on it. */
const resetDemo = (dataDir: string): void => {
  const lock = lockDataDir(dataDir);
  for (const name of ['postgres', 'database.password', 'ballast', 'building.json', 'token.key', DEMO_MARK]) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  lock.release();
};

/** Made-up air and measured air never come into one database. */
const checkPurpose = (config: Config, dataDir: string): void => {
  const isUsed = existsSync(join(dataDir, 'postgres'));
  const isDemo = existsSync(join(dataDir, DEMO_MARK));
  if (config.mode === 'demo' && isUsed && !isDemo) {
    throw new DatabaseStartError(`${dataDir} holds a server's own data; the demo needs another folder: --data DIR`);
  }
  if (config.mode === 'start' && isDemo) {
    throw new DatabaseStartError(`${dataDir} holds the demo's made-up air; choose another folder: --data DIR`);
  }
};

const choosePorts = async (config: Config): Promise<Config> => {
  const { host } = config;
  const isDemo = config.mode === 'demo';
  const isFlexible = isDemo && !config.isPortGiven;
  const port = await findPort({ what: 'the console', option: '--port', host, port: config.port, isFlexible });
  const mqttPort = await findPort({
    what: 'MQTT',
    option: '--mqtt-port',
    host,
    port: config.mqttPort,
    isFlexible: isDemo && !config.isMqttPortGiven,
    taken: port === 0 ? [] : [port],
  });
  const { metricsPort, metricsHost } = config;
  if (metricsPort !== null) {
    await findPort({
      what: 'metrics',
      option: '--metrics-port',
      host: metricsHost,
      hostOption: '--metrics-host',
      port: metricsPort,
      isFlexible: false,
    });
  }
  return { ...config, port, mqttPort };
};

/**
 * Starts everything: ports, database, first administrator or demo, and the application.
 * @throws DatabaseStartError, PortError, CertificateError: words for the operator. `onEnd` is called when the engine ends by itself.
 */
export const runServer = async (
  given: Config,
  places: Places,
  log: Log,
  onEnd: (reason: string) => void,
): Promise<RunningServer> => {
  const openFiles = openFileLimit();
  const advice = openFilesAdvice(openFiles);
  if (advice !== null) say(`… ${advice}`);
  const dataDir = prepareDataDir(given.dataDir);
  checkPurpose(given, dataDir);
  const certificate = readCertificate(given.tls);
  const mqttCertificate = readCertificate(given.mqttTls);
  const config = { ...(await choosePorts(given)), dataDir };
  if (config.reset) resetDemo(dataDir);
  // Marks the folder before anything else is in it, so that a start that was interrupted can be repeated.
  if (config.mode === 'demo') demoPasswords(dataDir, systemRandom);
  const { databaseUrl } = config;
  const progress = (message: string): void => say(`… ${message}`);
  const queries = createDurations();
  const database = await openDatabase({
    databaseUrl: databaseUrl ?? undefined,
    dataDir,
    log,
    onExit: onEnd,
    progress,
    onQuery: queries.record,
  });
  const { db } = database;
  const disk = database.engine
    ? createDiskSpace({ folder: join(dataDir, 'postgres'), ballast: ballastOf(dataDir), log })
    : null;
  try {
    await disk?.start();
    await migrate(db, places.migrations, progress);
    const demo = config.mode === 'demo' ? await prepareDemo(db, dataDir, config.historyDays) : null;
    if (!demo) await ensureFirstAdministrator(db, systemRandom, sayFirstAdministrator);
    const app = await createApp({
      config,
      db,
      clock: systemClock,
      log,
      certificate,
      mqttCertificate,
      connections: shareOpenFiles(openFiles),
      version: places.version,
      consoleFolder: places.consoleFolder,
      findDemoUser: demo ? (role) => demo.findUser(role) : null,
      disk,
      queries,
    });
    const { port, mqttPort, metricsPort } = await app.start();
    const building = demo && (await demo.startBuilding(mqttPort));
    demo?.sayLogins();
    sayReady(
      {
        scheme: config.tls ? 'https' : 'http',
        host: config.host,
        port,
        mqttScheme: config.mqttTls ? 'mqtts' : 'mqtt',
        mqttPort,
        metrics: metricsPort === null ? null : { host: config.metricsHost, port: metricsPort },
      },
      demo !== null,
    );
    return {
      async stop() {
        await building?.stop();
        await app.stop();
        await disk?.stop();
        await database.close();
      },
    };
  } catch (error) {
    await disk?.stop();
    await database.close();
    throw explainFullDisk(error, dataDir);
  }
};
