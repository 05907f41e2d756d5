import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../demo/demo.ts';
import { DEMO_MARK } from '../demo/demo-mark.ts';
import type { Simulator } from '../demo/start-simulator.ts';
import type { Config } from '../platform/config/config.ts';
import { DatabaseStartError, explainFullDisk } from '../platform/db/database-start-error.ts';
import { ballastOf } from '../platform/db/embedded/ballast.ts';
import { lockDataDir } from '../platform/db/embedded/data-lock.ts';
import { type Engine, startEngine } from '../platform/db/embedded/engine.ts';
import { createDiskSpace, type DiskSpace } from '../platform/disk-space.ts';
import { createKeys } from '../platform/installation-keys.ts';
import type { Log } from '../platform/log.ts';
import { openFileLimit, openFilesAdvice } from '../platform/net/open-files.ts';
import { systemRandom } from '../platform/random.ts';
import { readCertificate } from '../platform/read-certificate.ts';
import { say } from '../platform/say.ts';
import { sayReady } from './banner.ts';
import { findPort } from './listen-port.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import type { Task } from './task.ts';
import { createTaskProcess } from './task-process.ts';

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

/** The embedded engine; null with an external database. */
const startDatabase = ({ databaseUrl }: Config, dataDir: string, options: RunOptions): Promise<Engine | null> => {
  if (databaseUrl) return Promise.resolve(null);
  return startEngine({
    dataDir,
    log: options.log,
    onExit: options.onDatabaseEnd,
    progress: (message) => say(`… ${message}`),
  });
};

/** The virtual building of the demo, whose past gets its alarms when it is stored. */
const startBuilding = async (
  { gateways }: Demo,
  mqttPort: number,
  { config, connection }: Pick<Task, 'connection'> & { config: Config },
  { program }: Places,
): Promise<Simulator> => {
  const { startSimulator } = await import('../demo/start-simulator.ts');
  return startSimulator({
    mqttPort,
    gateways,
    statePath: join(config.dataDir, 'building.json'),
    historyDays: config.historyDays,
    onFilled(past) {
      createTaskProcess(program)
        .run({ name: 'fill-past', config, connection, past })
        .catch(({ message }) => say(`The alarms of the demo's past could not be made: ${message}`));
    },
  });
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
  const preparation = createTaskProcess(places.program);
  const engine = await startDatabase(config, dataDir, options).catch((error) => {
    preparation.cancel();
    throw error;
  });
  const room = new AbortController();
  const disk: DiskSpace | null = engine
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
    await engine?.stop();
  };
  const { version, migrations, consoleFolder } = places;
  const connection = engine?.connection ?? config.databaseUrl ?? '';
  try {
    await disk?.start();
    const task = { name: 'prepare', config, connection, version, migrations } as const;
    const demo = (await preparation.run(task, room.signal)) as Demo | null;
    const settings = { connection, supervisorId: randomUUID(), certificate, mqttCertificate, version, migrations };
    const ports = await supervisor.start({ ...settings, consoleFolder });
    const building = demo && ports.mqtt !== null ? await startBuilding(demo, ports.mqtt, task, places) : null;
    for (const { authority, code, login, password } of demo?.logins ?? []) {
      say(`login: role=${authority} code=${code} id=${login} password=${password}`);
    }
    sayReady(config, ports, demo !== null);
    return {
      async stop() {
        await building?.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw explainFullDisk(error, dataDir);
  }
};
