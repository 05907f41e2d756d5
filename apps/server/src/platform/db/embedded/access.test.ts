import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { createDb } from '../pool.ts';
import { DATABASE, ROLE, recordedConnection } from './access.ts';
import { type Engine, startEngine } from './engine.ts';
import { engineIdentity } from './identity.ts';
import { locateNative } from './native.ts';
import { prepareNative } from './native-copy.ts';
import { startPostmaster } from './postmaster.ts';
import { prepareRuntimeDir } from './runtime-dir.ts';
import { settingArguments } from './settings.ts';

const log = pino({ level: 'silent' });
const SLOW_MACHINE_MS = 60_000;
/** The superuser login of earlier versions, without a password. */
const EARLIER = 'airdeck';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-access-'));
  folders.push(folder);
  return join(folder, 'data');
}

const start = (dataDir: string): Promise<Engine> => startEngine({ dataDir, log, onExit: () => {} });

async function withDb<T>(engine: Engine, run: (db: ReturnType<typeof createDb>) => Promise<T>): Promise<T> {
  const db = createDb({ connection: engine.connection, log });
  try {
    return await run(db);
  } finally {
    await db.close();
  }
}

/** Connects like any process that can enter the socket's folder. */
async function tryToConnect({ host, port }: Engine['connection'], login: pg.ClientConfig): Promise<string> {
  const client = new pg.Client({ host, port, database: DATABASE, ...login });
  try {
    await client.connect();
    return 'connected';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => {});
  }
}

describe('the database of the embedded engine', () => {
  it(
    'refuses every login without the password, which only the server can read',
    async () => {
      const dataDir = newDataDir();
      const engine = await start(dataDir);
      const file = join(dataDir, 'database.password');
      const password = readFileSync(file, 'utf8');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      for (const user of [EARLIER, 'postgres', ROLE]) {
        for (const login of [{ user }, { user, password: 'guessed' }, { user, database: 'postgres' }]) {
          expect(await tryToConnect(engine.connection, login)).not.toBe('connected');
        }
      }
      expect(await tryToConnect(engine.connection, { user: EARLIER, password })).toContain('no pg_hba.conf entry');
      expect(await tryToConnect(engine.connection, { user: ROLE, password })).toBe('connected');
      // A command can log in beside a running server.
      expect(recordedConnection(dataDir)).toEqual(engine.connection);
      await engine.stop();
    },
    SLOW_MACHINE_MS,
  );

  it(
    'lets the server do what it does, and no more',
    async () => {
      const engine = await start(newDataDir());
      await withDb(engine, async (db) => {
        const { rows } = await db.query(sql`
          select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles
          where rolname = current_user`);
        expect(rows).toEqual([
          { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
        ]);
        await db.query(sql`create table mine (line text)`);
        for (const text of [
          `copy mine from program 'id'`,
          `copy mine to program 'cat'`,
          `copy mine from '/etc/passwd'`,
          `copy mine to '/tmp/airdeck-copied'`,
          `select pg_read_file('/etc/passwd')`,
          `select pg_ls_dir('.')`,
          `select rolpassword from pg_authid`,
          `alter system set fsync = off`,
          `create role other superuser`,
          `set role airdeck`,
          `create extension dblink`,
        ]) {
          await expect(db.query({ text }), text).rejects.toThrow(/permission denied|must be superuser/);
        }
      });
      await engine.stop();
    },
    SLOW_MACHINE_MS,
  );

  it(
    "takes over an earlier version's, which trusted all local users and belonged to the superuser",
    async () => {
      const dataDir = newDataDir();
      await (await start(dataDir)).stop();
      await makeAsEarlier(dataDir);

      const engine = await start(dataDir);
      expect(await tryToConnect(engine.connection, { user: EARLIER })).not.toBe('connected');
      await withDb(engine, async (db) => {
        const { rows: owners } = await db.query(sql`
          select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace`);
        expect(owners).toEqual([{ owner: ROLE }]);
        expect((await db.query(sql`select * from day order by number`)).rows).toEqual([{ number: 1 }, { number: 11 }]);
        await db.query(sql`create table day_3 partition of day for values from (20) to (30)`);
        await db.query(sql`insert into counted default values`);
        await db.query(sql`drop table day_1`);
      });
      await engine.stop();
    },
    SLOW_MACHINE_MS,
  );

  it(
    'opens what a backup brought back with another password, or with none',
    async () => {
      const dataDir = newDataDir();
      const first = await start(dataDir);
      await withDb(first, (db) => db.query(sql`create table kept (number integer)`));
      await first.stop();
      for (const spoil of [rmSync, (file: string) => writeFileSync(file, 'x'.repeat(32))]) {
        spoil(join(dataDir, 'database.password'));
        const engine = await start(dataDir);
        await withDb(engine, (db) => db.query(sql`insert into kept values (1)`));
        await engine.stop();
      }
    },
    SLOW_MACHINE_MS,
  );
});

/** The state left by versions without the role: trust authentication, and the superuser owns everything. */
async function makeAsEarlier(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  rmSync(join(dataDir, 'database.password'));
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n');
  const identity = engineIdentity(cluster);
  const bin = await prepareNative(locateNative(), identity !== null, dataDir);
  const host = prepareRuntimeDir(dataDir, identity);
  const postmaster = await startPostmaster({
    installation: { bin, cluster, identity },
    args: settingArguments(host, true),
    log,
    onExit: () => {},
    progress: () => {},
  });
  const client = new pg.Client({ host, port: 5432, user: EARLIER, database: DATABASE });
  await client.connect();
  await client.query(`
    alter database ${DATABASE} owner to ${EARLIER};
    drop owned by ${ROLE};
    drop role ${ROLE};
    create table day (number integer primary key) partition by range (number);
    create table day_1 partition of day for values from (0) to (10);
    create table day_2 partition of day for values from (10) to (20);
    insert into day values (1), (11);
    create table counted (number integer generated always as identity)`);
  await client.end();
  await postmaster.stop();
}
