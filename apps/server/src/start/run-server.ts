import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../demo/demo.ts';
import { DEMO_MARK } from '../demo/demo-mark.ts';
import { upgrade } from '../operations/backup/upgrade.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { DatabaseStartError, explainFullDisk } from '../platform/db/database-start-error.ts';
import { ballastOf } from '../platform/db/embedded/ballast.ts';
import { lockDataDir } from '../platform/db/embedded/data-lock.ts';
import { type OpenDatabase, openDatabase } from '../platform/db/open.ts';
import { createDiskSpace, type DiskSpace } from '../platform/disk-space.ts';
import { createKeys } from '../platform/installation-keys.ts';
import type { Log } from '../platform/log.ts';
import { openFileLimit, openFilesAdvice } from '../platform/net/open-files.ts';
import { systemRandom } from '../platform/random.ts';
import { readCertificate } from '../platform/read-certificate.ts';
import { say } from '../platform/say.ts';
import { sayFirstAdministrator, sayReady } from './banner.ts';
import { findPort } from './listen-port.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

export interface Places {
  version: string;
  migrations: string;
  consoleFolder: string;
  /** The program that runs a role. */
  program: string;
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

const makeKeys = ({ dataDir, keys }: Config): void => {
  try {
    createKeys(dataDir, systemRandom, keys);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw explainFullDisk(new DatabaseStartError(`No key can be written in ${dataDir}: ${reason}`), dataDir);
  }
};

/** Empties the demo's folder, unless a server runs on it. */
const resetDemo = (dataDir: string): void => {
  const lock = lockDataDir(dataDir);
  for (const name of ['postgres', 'backups', 'database.password', 'ballast', 'building.json', 'token.key', DEMO_MARK]) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  lock.release();
};

/** Simulated and measured air must not share a database. */
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
  let { port, mqttPort } = config;
  if (config.roles.includes('web')) {
    port = await findPort({ what: 'the console', option: '--port', host, port, isFlexible });
  }
  if (config.roles.includes('devices')) {
    mqttPort = await findPort({
      what: 'MQTT',
      option: '--mqtt-port',
      host,
      port: mqttPort,
      isFlexible: isDemo && !config.isMqttPortGiven,
      taken: port === 0 ? [] : [port],
    });
  }
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

type Prepared = Pick<Demo, 'sayLogins' | 'startBuilding'> | null;

/** The demo's sites and users, or the first administrator of a server; created once. */
const preparePeople = async (config: Config, { db }: OpenDatabase): Promise<Prepared> => {
  if (config.mode === 'demo') {
    const { prepareDemo } = await import('../demo/demo.ts');
    return prepareDemo(db, config.dataDir, config.historyDays);
  }
  const { ensureFirstAdministrator } = await import('../features/user/first-administrator.ts');
  const { commandLineEditor } = await import('../operations/cli/command-line-editor.ts');
  const making = { random: systemRandom, editor: commandLineEditor(), now: Date.now() };
  await ensureFirstAdministrator(db, making, sayFirstAdministrator);
  return null;
};

export interface RunOptions {
  config: Config;
  places: Places;
  log: Log;
  /** The engine exited by itself: nothing can continue. */
  onDatabaseEnd(reason: string): void;
  /** A role keeps exiting: the others must be stopped. */
  onRoleGivenUp(reason: string): void;
}

/**
 * Starts everything: ports, database, first administrator or demo, and a process for each role.
 * @throws DatabaseStartError, PortError, CertificateError, RoleError: messages for the operator.
 */
export const runServer = async (options: RunOptions): Promise<RunningServer> => {
  const { config: given, places, log } = options;
  const advice = openFilesAdvice(openFileLimit());
  if (advice !== null) say(`… ${advice}`);
  const dataDir = prepareDataDir(given.dataDir);
  checkPurpose(given, dataDir);
  const certificate = readCertificate(given.tls);
  const mqttCertificate = readCertificate(given.mqttTls);
  const config = { ...(await choosePorts(given)), dataDir };
  if (config.reset) resetDemo(dataDir);
  // Marks the folder before anything else is in it, so that an interrupted start can be repeated.
  if (config.mode === 'demo') (await import('../demo/demo-passwords.ts')).markDemo(dataDir);
  makeKeys(config);
  const supervisor: Supervisor = createSupervisor({
    config,
    program: places.program,
    log,
    onGivenUp: ({ message }) => options.onRoleGivenUp(message),
  });
  const progress = (message: string): void => say(`… ${message}`);
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir,
    log,
    onExit: options.onDatabaseEnd,
    progress,
  });
  const room = new AbortController();
  const disk: DiskSpace | null = database.engine
    ? createDiskSpace({
        folder: join(dataDir, 'postgres'),
        ballast: ballastOf(dataDir),
        log,
        onChange: (isLow) => {
          supervisor.setDiskLow(isLow);
          // A backup must not take the room that PostgreSQL needs.
          if (isLow) room.abort(new DatabaseStartError('the disk is nearly full'));
        },
      })
    : null;
  const stop = async (): Promise<void> => {
    await supervisor.stop();
    await disk?.stop();
    await database.close();
  };
  try {
    await disk?.start();
    await upgrade({
      db: database.db,
      migrations: places.migrations,
      dataDir,
      kept: config.upgradeBackups,
      clock: systemClock,
      version: places.version,
      progress,
      signal: room.signal,
    });
    const demo = await preparePeople(config, database);
    const ports = await supervisor.start({
      connection: database.engine?.connection ?? config.databaseUrl ?? '',
      supervisorId: randomUUID(),
      certificate,
      mqttCertificate,
      version: places.version,
      migrations: places.migrations,
      consoleFolder: places.consoleFolder,
    });
    const building = demo && ports.mqtt !== null && (await demo.startBuilding(ports.mqtt));
    demo?.sayLogins();
    sayReady(config, ports, demo !== null);
    return {
      async stop() {
        if (building) await building.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw explainFullDisk(error, dataDir);
  }
};
