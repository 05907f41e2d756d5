import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { DATABASE, databasePassword, ROLE, secureAccess } from '../platform/db/embedded/access.ts';
import { createCluster } from '../platform/db/embedded/cluster.ts';
import { engineIdentity } from '../platform/db/embedded/identity.ts';
import { locateNative } from '../platform/db/embedded/native.ts';
import { prepareNative } from '../platform/db/embedded/native-copy.ts';
import { type Postmaster, startPostmaster } from '../platform/db/embedded/postmaster.ts';
import { clusterProcesses } from '../platform/db/embedded/processes.ts';
import { prepareRuntimeDir } from '../platform/db/embedded/runtime-dir.ts';
import { settingArguments } from '../platform/db/embedded/settings.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createDb } from '../platform/db/pool.ts';

export interface OwnPostgres {
  /** A migrated database. */
  url: string;
  /**
   * Keeps WAL in memory until the next crash unless a commit flushes it: transaction ids assigned since are assigned
   * again afterwards.
   */
  holdWal(): void;
  /** SIGKILL to every process; resolves when it has recovered and accepts connections. */
  crash(): Promise<void>;
  /** SIGKILL to one child process: the postmaster stays, closes all connections and recovers; resolves afterwards. */
  crashChild(): Promise<void>;
  stop(): Promise<void>;
}

const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Exited meanwhile.
  }
};

/** A durable PostgreSQL for one test, reached like an external one, that may crash. */
export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const log = pino({ level: 'silent' });
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-own-'));
  const cluster = join(folder, 'postgres');
  const identity = engineIdentity(cluster);
  const bin = await prepareNative(locateNative(), identity !== null, folder);
  const installation = { bin, cluster, identity };
  await createCluster(installation, ['--locale=C', '--no-sync']);
  const password = databasePassword(folder);
  await secureAccess(installation, password, { durable: false, isWorkshop: true, progress: () => {} });
  const host = prepareRuntimeDir(folder, identity);
  const args = [...settingArguments(host, true), '-c', 'autovacuum=off'];
  let onExit = (): void => {};
  const start = (): Promise<Postmaster> =>
    startPostmaster({ installation, args, log, onExit: () => onExit(), progress: () => {} });
  let postmaster = await start();
  const url = `postgresql://${ROLE}:${password}@localhost/${DATABASE}?host=${encodeURIComponent(host)}`;
  const db = createDb({ connection: url, log });
  await migrate(db, join(import.meta.dirname, '../migrations'));
  await db.close();

  /** Exists while PostgreSQL accepts connections, and not during a recovery. */
  const walWriter = (): number | undefined =>
    clusterProcesses(cluster).find((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walwriter');
      } catch {
        return false;
      }
    });
  const signalWalWriter = (signal: NodeJS.Signals): number => {
    const pid = walWriter();
    if (pid === undefined) throw new Error('PostgreSQL runs no WAL writer');
    process.kill(pid, signal);
    return pid;
  };
  return {
    url,
    holdWal: () => void signalWalWriter('SIGSTOP'),
    async crash() {
      const exited = new Promise<void>((resolve) => {
        onExit = resolve;
      });
      // The postmaster first, so that it starts no recovery.
      process.kill(postmaster.pid, 'SIGKILL');
      for (let left = clusterProcesses(cluster); left.length > 0; left = clusterProcesses(cluster)) {
        for (const pid of left) killIfThere(pid);
        await setImmediate();
      }
      // Its lock file is valid until this process has noticed its exit.
      await exited;
      postmaster = await start();
    },
    async crashChild() {
      const killed = signalWalWriter('SIGKILL');
      for (let now = walWriter(); now === undefined || now === killed; now = walWriter()) await setImmediate();
    },
    async stop() {
      await postmaster.stop();
      for (const path of [host, folder]) rmSync(path, { recursive: true, force: true });
    },
  };
};
