import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { createCluster } from '../platform/db/embedded/cluster.ts';
import { engineIdentity, giveTo } from '../platform/db/embedded/identity.ts';
import { locateNative } from '../platform/db/embedded/native.ts';
import { prepareNative } from '../platform/db/embedded/native-copy.ts';
import { type Postmaster, startPostmaster } from '../platform/db/embedded/postmaster.ts';
import { clusterProcesses } from '../platform/db/embedded/processes.ts';
import type { Installation } from '../platform/db/embedded/program.ts';
import { prepareRuntimeDir } from '../platform/db/embedded/runtime-dir.ts';
import { settingArguments } from '../platform/db/embedded/settings.ts';
import { oldestDebian } from './debian-postgres.ts';

const SUPERUSER = 'airdeck';
const ROLE = 'airdeck_app';
const DATABASE = 'airdeck';
/** Name of the standby in synchronous_standby_names. */
const STANDBY = 'standby';
const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '4',
  autovacuum: 'off',
  // A killed server must not lose what it acknowledged, and tests cannot cut the power: the system keeps its cache.
  fsync: 'off',
  // A standby waits that long for the primary's next message.
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '100ms',
};

/** A PostgreSQL server that can be killed, stopped and frozen. */
export interface PairedServer {
  /** Its URL alone. */
  url: string;
  /** Folder of its socket. */
  socket: string;
  /** As the superuser. */
  run<Row extends pg.QueryResultRow>(text: string, database?: string): Promise<Row[]>;
  kill(): Promise<void>;
  /** SIGSTOP to all processes: connections stay open and nothing answers, like a machine that is gone. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
  /** Starts it again with the files that it has, if it ended by itself, as its service manager does. */
  revive(): Promise<void>;
}

export interface PostgresPair {
  /** A URL with both hosts. */
  url: string;
  servers: readonly [PairedServer, PairedServer];
  /** The standby becomes the primary. */
  promote(server: PairedServer): Promise<void>;
  /** Copies the other server over this one, which follows it as its standby. */
  follow(server: PairedServer): Promise<void>;
  stop(): Promise<void>;
}

interface Place extends PairedServer {
  installation: Installation;
  start(): Promise<void>;
}

const SOCKET_FILES = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'];
const log = pino({ level: 'silent' });

const signalAll = (cluster: string, signal: NodeJS.Signals): void => {
  for (const pid of clusterProcesses(cluster)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Exited meanwhile.
    }
  }
};

const killAll = async (cluster: string): Promise<void> => {
  while (clusterProcesses(cluster).length > 0) {
    signalAll(cluster, 'SIGKILL');
    await setImmediate();
  }
};

const createPlace = async (folder: string, name: string, disk = folder): Promise<Place> => {
  const cluster = join(disk, name);
  const identity = engineIdentity(cluster);
  const debian = process.env.TEST_DEBIAN_POSTGRES ? oldestDebian() : null;
  const bin = debian ?? (await prepareNative(locateNative(), identity !== null, folder));
  const installation = { bin, cluster, identity };
  const socket = prepareRuntimeDir(join(folder, `${name}.socket`), identity);
  const access = join(folder, 'access.conf');
  writeFileSync(access, 'local all all trust\nlocal replication all trust\n', { mode: 0o644 });
  const args = [
    ...settingArguments(socket, true),
    ...Object.entries({ ...SETTINGS, hba_file: access }).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
  let postmaster: Postmaster | null = null;
  let exited = Promise.resolve();
  const host = encodeURIComponent(socket);
  const start = async (): Promise<void> => {
    // A killed server leaves them, and PostgreSQL would mistake a reused process id for their owner.
    for (const name of SOCKET_FILES) rmSync(join(socket, name), { force: true });
    let onExit = (): void => {};
    exited = new Promise((resolve) => {
      onExit = resolve;
    });
    postmaster = await startPostmaster({ installation, args, log, onExit, progress: () => {} });
  };
  return {
    installation,
    socket,
    url: `postgresql://${ROLE}@localhost/${DATABASE}?host=${host}`,
    start,
    async revive() {
      if (clusterProcesses(cluster).length === 0) await start();
    },
    async run<Row extends pg.QueryResultRow>(text: string, database = 'postgres') {
      const client = new pg.Client({ host: socket, user: SUPERUSER, database });
      await client.connect();
      try {
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.end();
      }
    },
    async kill() {
      if (postmaster === null) return;
      postmaster = null;
      await killAll(cluster);
      await exited;
    },
    freeze: () => signalAll(cluster, 'SIGSTOP'),
    thaw: () => signalAll(cluster, 'SIGCONT'),
    async stop() {
      await postmaster?.stop();
      postmaster = null;
    },
  };
};

/** The files of a running primary, between the start and the stop of a backup. */
const copyCluster = async (from: Place, to: Place): Promise<void> => {
  const client = new pg.Client({ host: from.socket, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    rmSync(to.installation.cluster, { recursive: true, force: true });
    // cp keeps owners and modes. Files may be deleted while it runs, which the recovery expects.
    try {
      execFileSync('cp', ['-a', from.installation.cluster, to.installation.cluster], { stdio: 'ignore' });
    } catch {
      // The recovery reports a file that is missing in fact.
    }
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const name of ['postmaster.pid', 'postmaster.opts', 'standby.signal']) {
      rmSync(join(to.installation.cluster, name), { force: true });
    }
    writeFileSync(join(to.installation.cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
};

const followPrimary = async (standby: Place, primary: Place, isSynchronous: boolean): Promise<void> => {
  await standby.kill();
  await primary.run(`alter system set synchronous_standby_names = ''`);
  await primary.run('select pg_reload_conf()');
  await copyCluster(primary, standby);
  const { cluster } = standby.installation;
  writeFileSync(join(cluster, 'standby.signal'), '');
  const address = `host=${primary.socket} user=${SUPERUSER} application_name=${STANDBY}`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`);
  if (standby.installation.identity) giveTo(standby.installation.identity, cluster);
  await standby.start();
  if (isSynchronous) {
    await primary.run(`alter system set synchronous_standby_names = '${STANDBY}'`);
    await primary.run('select pg_reload_conf()');
  }
  const state = isSynchronous ? 'sync' : 'async';
  for (;;) {
    const found = await primary.run(`select from pg_stat_replication where sync_state = '${state}'`);
    if (found.length > 0) return;
    await setImmediate();
  }
};

/**
 * A primary and its standby, synchronous unless told otherwise, made from the built-in engine or, with TEST_DEBIAN_POSTGRES, from Debian's. The
 * database is empty.
 */
export const startPostgresPair = async ({
  isSynchronous = true,
  standbyDisk,
}: {
  isSynchronous?: boolean;
  /** Folder for the files of the second server; default: beside those of the first one. */
  standbyDisk?: string;
} = {}): Promise<PostgresPair> => {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-pair-'));
  execFileSync('chmod', ['711', folder]);
  const places = [await createPlace(folder, 'a'), await createPlace(folder, 'b', standbyDisk)] as const;
  const [first, second] = places;
  const placeOf = (server: PairedServer): Place => (server === first ? first : second);
  await createCluster(first.installation, ['--locale=C', '--no-sync']);
  await first.start();
  await first.run(`create role ${ROLE} login`);
  await first.run(`create database ${DATABASE} owner ${ROLE}`);
  await followPrimary(second, first, isSynchronous);
  return {
    url: `postgresql://${ROLE}@/${DATABASE}?host=${places.map(({ socket }) => encodeURIComponent(socket)).join(',')}`,
    servers: places,
    promote: async (server) => void (await server.run('select pg_promote()')),
    follow: (server) => followPrimary(placeOf(server), server === first ? second : first, isSynchronous),
    async stop() {
      // A primary waits for its standby before it stops.
      for (const place of places) await place.kill();
      for (const { socket } of places) rmSync(socket, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
