import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { type EngineProcessOptions, startEngineProcess, type TalkingProcess } from '../../../testing/engine-process.ts';
import { createDb } from '../pool.ts';
import { type Engine, startEngine } from './engine.ts';
import { clusterProcesses } from './processes.ts';

const log = pino({ level: 'silent' });
const isRoot = process.geteuid?.() === 0;
const OTHER_UID = 65534;
const SLOW_MACHINE_MS = 60_000;

const folders: string[] = [];
const processes: TalkingProcess[] = [];

function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-engine-'));
  folders.push(folder);
  return join(folder, 'data');
}

function start(options: EngineProcessOptions): TalkingProcess {
  const engineProcess = startEngineProcess(options);
  processes.push(engineProcess);
  return engineProcess;
}

async function open(dataDir: string, progress: string[] = [], onExit: (reason: string) => void = () => {}) {
  const engine = await startEngine({ dataDir, log, onExit, progress: (message) => progress.push(message) });
  const db = createDb({ connection: engine.connection, log });
  return { engine, db };
}

async function countRows(engine: Engine): Promise<number> {
  const db = createDb({ connection: engine.connection, log });
  const { rows } = await db.query<{ count: number }>(sql`select count(*) as count from written`);
  await db.close();
  return rows[0]?.count ?? -1;
}

afterAll(() => {
  for (const { child } of processes) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('startEngine', { timeout: SLOW_MACHINE_MS }, () => {
  it('creates the database at the first start, keeps rows over a restart, and is closed to others', async () => {
    const dataDir = newDataDir();
    const progress: string[] = [];
    const first = await open(dataDir, progress);
    const { host } = first.engine.connection;
    expect(statSync(host).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    await first.db.query(sql`create table written (number integer)`);
    await first.db.query(sql`insert into written values (1)`);
    const { rows } = await first.db.query(sql`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('listen_addresses') as addresses, current_setting('ssl') as tls,
        current_setting('server_encoding') as encoding, datlocprovider as locales, lower('ÄÖ') as lower
      from pg_database where datname = current_database()`);
    // No listening address, no TLS, no ICU: the engine's old libraries are unreachable (docs/adr/0007).
    const closed = { addresses: '', tls: 'off', locales: 'b' };
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', encoding: 'UTF8', lower: 'äö', ...closed }]);
    await first.db.close();
    await first.engine.stop();
    expect(progress).toEqual(['Creating the database', 'Starting the database']);

    const again: string[] = [];
    const second = await open(dataDir, again);
    expect(await countRows(second.engine)).toBe(1);
    await second.db.close();
    await second.engine.stop();
    expect(again).toEqual(['Starting the database']);
    expect(clusterProcesses(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('refuses a second server, names the first, and leaves it in peace', async () => {
    const dataDir = newDataDir();
    const first = start({ dataDir, write: true });
    await first.said('row');
    const second = start({ dataDir });
    expect(await second.ended).toBe(1);
    expect(second.lines('error')[0]).toContain(`process ${first.child.pid} on `);
    const { length } = first.lines('row');
    await expect.poll(() => first.lines('row').length).toBeGreaterThan(length);
    first.child.kill('SIGTERM');
    await first.ended;
    const third = await open(dataDir);
    await third.db.close();
    await third.engine.stop();
  });

  it('finds every committed row after kill -9 of its owner, and stops the orphan', async () => {
    const dataDir = newDataDir();
    const owner = start({ dataDir, write: true });
    const { pid } = JSON.parse(await owner.said('ready'));
    await expect.poll(() => owner.lines('row').length).toBeGreaterThan(20);
    owner.child.kill('SIGKILL');
    await owner.ended;
    expect(clusterProcesses(join(dataDir, 'postgres'))).toContain(pid);

    const progress: string[] = [];
    const { engine, db } = await open(dataDir, progress);
    expect(progress[0]).toContain('an earlier server left running');
    expect(engine.pid).not.toBe(pid);
    // The row whose commit was in progress may exist too.
    const committed = owner.lines('row').length;
    expect(await countRows(engine)).toBeGreaterThanOrEqual(committed);
    await db.close();
    await engine.stop();
  });

  it('recovers when the database was killed with its owner', async () => {
    const dataDir = newDataDir();
    const owner = start({ dataDir, write: true });
    const { pid } = JSON.parse(await owner.said('ready'));
    await expect.poll(() => owner.lines('row').length).toBeGreaterThan(20);
    owner.child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await owner.ended;

    const progress: string[] = [];
    const { engine, db } = await open(dataDir, progress);
    expect(progress).toContain('Recovering the database');
    expect(await countRows(engine)).toBeGreaterThanOrEqual(owner.lines('row').length);
    await db.close();
    await engine.stop();
  });

  it('starts afresh when the first start was killed while it created the database', async () => {
    const dataDir = newDataDir();
    const first = start({ dataDir });
    expect(await first.said('progress')).toBe('Creating the database');
    first.child.kill('SIGKILL');
    await first.ended;
    const progress: string[] = [];
    const { engine, db } = await open(dataDir, progress);
    expect(progress).toEqual(['Creating the database', 'Starting the database']);
    await db.close();
    await engine.stop();
  });

  it('is not stopped by a postmaster.pid whose process id another process has now', async () => {
    const dataDir = newDataDir();
    const first = await open(dataDir);
    await first.db.close();
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const text = readFileSync(pidFile, 'utf8');
    await first.engine.stop();
    const stranger = spawn('sleep', ['60'], isRoot ? { uid: OTHER_UID } : {});
    writeFileSync(pidFile, text.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
    const second = await open(dataDir);
    await second.db.close();
    await second.engine.stop();
    expect(stranger.kill('SIGTERM')).toBe(true);
  });

  it('says when the database ended by itself, and why, and starts again', async () => {
    const dataDir = newDataDir();
    let tell = (_reason: string) => {};
    const told = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const { engine, db } = await open(dataDir, [], tell);
    process.kill(engine.pid, 'SIGKILL');
    expect(await told).toContain('SIGKILL');
    await expect(db.query(sql`select`)).rejects.toThrow();
    await db.close();
    await engine.stop();
    const again = await open(dataDir);
    await again.db.close();
    await again.engine.stop();
  });

  it('refuses a cluster of another major version, and a folder that is no cluster', async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    await expect(open(dataDir)).rejects.toThrow('holds no database');
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(open(dataDir)).rejects.toThrow('PostgreSQL 17');
  });
});

describe.skipIf(!isRoot)('startEngine for root', { timeout: SLOW_MACHINE_MS }, () => {
  it('works below a folder that only root can enter, on a cluster that a backup gave to root', async () => {
    const dataDir = newDataDir();
    chmodSync(dirname(dataDir), 0o700);
    const first = await open(dataDir);
    await first.db.query(sql`create table written (number integer)`);
    await first.db.close();
    await first.engine.stop();
    const cluster = join(dataDir, 'postgres');
    expect(statSync(cluster).uid).not.toBe(0);

    const copy = newDataDir();
    mkdirSync(copy, { recursive: true });
    await new Promise((resolve) => spawn('cp', ['-r', cluster, copy]).once('close', resolve));
    expect(statSync(join(copy, 'postgres')).uid).toBe(0);
    const second = await open(copy);
    expect(await countRows(second.engine)).toBe(0);
    await second.db.close();
    await second.engine.stop();
  });

  it('works without root, and refuses a cluster of another user', async (context) => {
    if (!canBeReached(import.meta.dirname)) context.skip('another uid cannot read this checkout');
    const dataDir = newDataDir();
    const folder = dirname(dataDir);
    chmodSync(folder, 0o777);
    const own = start({ dataDir, uid: OTHER_UID });
    await own.said('ready');
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(OTHER_UID);
    own.child.kill('SIGTERM');
    await own.ended;

    chmodSync(dataDir, 0o777);
    chmodSync(join(dataDir, 'server.lock'), 0o666);
    const foreign = start({ dataDir, uid: 12345 });
    expect(await foreign.ended).toBe(1);
    expect(foreign.lines('error')[0]).toMatch(/belongs to uid 65534, and this is uid 12345/);
  });

  it('says that a user without a passwd entry cannot create a database', async (context) => {
    if (!canBeReached(import.meta.dirname)) context.skip('another uid cannot read this checkout');
    const dataDir = newDataDir();
    chmodSync(dirname(dataDir), 0o777);
    const nameless = start({ dataDir, uid: 12345 });
    expect(await nameless.ended).toBe(1);
    expect(nameless.lines('error')[0]).toContain('12345 has no entry in /etc/passwd');
  });
});

/** Whether every uid can enter the folder. */
function canBeReached(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === dirname(folder) || canBeReached(dirname(folder));
}
