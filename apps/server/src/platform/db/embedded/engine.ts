import { chmodSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '../../free-bytes.ts';
import { explainFullDisk } from '../database-start-error.ts';
import { DATABASE, databasePassword, ROLE, secureAccess } from './access.ts';
import { ballastOf } from './ballast.ts';
import { clusterExists, createCluster } from './cluster.ts';
import { lockDataDir } from './data-lock.ts';
import { engineIdentity } from './identity.ts';
import { locateNative } from './native.ts';
import { prepareNative } from './native-copy.ts';
import { stopOrphans } from './orphan.ts';
import { type Postmaster, type PostmasterOptions, startPostmaster } from './postmaster.ts';
import { prepareRuntimeDir } from './runtime-dir.ts';
import { settingArguments } from './settings.ts';

/** Sorts by code point with full Unicode case mapping, the same on every platform. */
const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** In bytes: two WAL segments and PostgreSQL's other writes. */
const ROOM_TO_START = 48 * 2 ** 20;

export type Engine = {
  /** For pg: `host` is the socket's folder. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  pid: number;
  stop: () => Promise<void>;
};

export type EngineOptions = {
  /** Created if missing; the cluster is its folder `postgres`. One server at a time. */
  dataDir: string;
  log: PostmasterOptions['log'];
  /** Called when the engine exited without being stopped: nothing can be stored any more. */
  onExit: (reason: string) => void;
  /** Progress messages for the person who starts the server. */
  progress?: (message: string) => void;
  /** False: no fsync, for the database of a test run. */
  durable?: boolean;
  /** True: the server's role may create databases and checkpoints, for tests and benches. */
  isWorkshop?: boolean;
};

/**
 * Starts the embedded PostgreSQL on a data directory. The first start creates the database; a start after a crash stops
 * leftover processes and recovers.
 * @throws DatabaseStartError with a message for the operator: directory in use, platform without an engine, …
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    return await startOn(realpathSync(options.dataDir), options);
  } catch (error) {
    throw explainFullDisk(error, options.dataDir);
  }
}

async function startOn(dataDir: string, options: EngineOptions): Promise<Engine> {
  const native = locateNative();
  await makeRoom(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const cluster = join(dataDir, 'postgres');
    const identity = engineIdentity(cluster);
    const exists = clusterExists(cluster);
    const bin = await prepareNative(native, identity !== null, dataDir);
    await prepareCluster({ bin, cluster, identity }, exists, options);
    const password = databasePassword(dataDir);
    const { durable = true, isWorkshop = false, progress = () => {} } = options;
    // No message at a first start.
    const access = { durable, isWorkshop, progress: exists ? progress : () => {} };
    await secureAccess({ bin, cluster, identity }, password, access);
    const host = prepareRuntimeDir(dataDir, identity);
    const postmaster = await launch({ bin, cluster, identity }, host, dataDir, options);
    const connection = { host, port: 5432, user: ROLE, password, database: DATABASE };
    const stop = async () => {
      await postmaster.stop();
      rmSync(host, { recursive: true, force: true });
      lock.release();
    };
    return { connection, pid: postmaster.pid, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function prepareCluster(
  installation: PostmasterOptions['installation'],
  exists: boolean,
  { durable = true, progress = () => {} }: EngineOptions,
): Promise<void> {
  if (exists) {
    // Files from a backup may be readable by others, which PostgreSQL refuses.
    chmodSync(installation.cluster, 0o700);
    await stopOrphans(installation.cluster, progress);
  } else {
    progress('Creating the database');
    await createCluster(installation, durable ? LOCALE : [...LOCALE, '--no-sync']);
  }
}

function launch(
  installation: PostmasterOptions['installation'],
  socketDir: string,
  dataDir: string,
  { log, onExit, durable = true, progress = () => {} }: EngineOptions,
): Promise<Postmaster> {
  progress('Starting the database');
  const args = settingArguments(socketDir, durable);
  const onFull = () => ballastOf(dataDir).giveUp();
  return startPostmaster({ installation, args, log, onExit, onFull, progress });
}

/** A recovery writes; on a full disk the ballast makes room for it. */
async function makeRoom(dataDir: string): Promise<void> {
  const free = await freeBytes(dataDir);
  if (free !== null && free < ROOM_TO_START) ballastOf(dataDir).giveUp();
}
