import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startEngineProcess } from '../../../testing/engine-process.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { canMount, mountDisk } from '../../../testing/small-disk.ts';
import { createDb } from '../pool.ts';
import { ballastOf } from './ballast.ts';
import { startEngine } from './engine.ts';
import { clusterProcesses } from './processes.ts';

const ROUNDS = 30;
const MB = 2 ** 20;

it('loses no committed row in kills at random moments, of the server alone or with its database', async () => {
  const random = seededRandom();
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-kill-'));
  const dataDir = join(folder, 'data');
  let committed: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const owner = startEngineProcess({ dataDir, write: true });
    const { took } = JSON.parse(await owner.said('ready'));
    expect(took).toBeLessThan(10_000);
    // The moment matters: during the first statements, during checkpoints, or in the middle of commits.
    await delay(random() * 300);
    owner.child.kill('SIGKILL');
    if (round % 2) killAll(clusterProcesses(join(dataDir, 'postgres')));
    await owner.ended;
    committed = [...committed, ...owner.lines('row')];
  }
  const log = pino({ level: 'silent' });
  const engine = await startEngine({ dataDir, log, onExit: () => {} });
  const db = createDb({ connection: engine.connection, log });
  const { rows } = await db.query<{ number: number }>(sql`select number from written`);
  const stored = new Set(rows.map(({ number }) => String(number)));
  expect(stored.size).toBe(rows.length);
  expect(committed.filter((number) => !stored.has(number))).toEqual([]);
  await db.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!canMount)('recovers by itself from a disk that is full at once, in the room of the ballast', async () => {
  const disk = mountDisk(240 * MB);
  const dataDir = join(disk.path, 'data');
  const log = pino({ level: 'silent' });
  const ended: string[] = [];
  const engine = await startEngine({ dataDir, log, onExit: (reason) => ended.push(reason) });
  const db = createDb({ connection: engine.connection, log });
  await db.query(sql`create table written (number integer)`);
  await db.query(sql`insert into written values (1)`);
  const ballast = ballastOf(dataDir);
  await ballast.make();
  disk.fillUp(0);
  // One megabyte of WAL each, so that a new segment is needed.
  const fillLog = async (): Promise<void> => {
    for (let i = 0; i < 200; i++) {
      await db.query(sql`select pg_logical_emit_message(false, 'fill', repeat('x', ${MB}::integer))`);
    }
  };
  await expect(fillLog()).rejects.toThrow();
  const read = async () => (await db.query(sql`select number from written`).catch(() => null))?.rows;
  await expect.poll(read, { timeout: 60_000 }).toEqual([{ number: 1 }]);
  expect(ballast.exists()).toBe(false);
  disk.makeRoom();
  await db.query(sql`insert into written values (2)`);
  expect(ended).toEqual([]);
  await db.close();
  await engine.stop();
  disk.remove();
});

const STRACE = '/usr/bin/strace';

it.skipIf(!existsSync(STRACE))(
  'ends, and acknowledges nothing, when the disk does not take what is written',
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'airdeck-eio-'));
    const log = pino({ level: 'silent' });
    const ended: string[] = [];
    const engine = await startEngine({ dataDir: join(folder, 'data'), log, onExit: (reason) => ended.push(reason) });
    const before = createDb({ connection: engine.connection, log });
    await before.query(sql`create table written (number integer)`);
    await before.close();
    // From now on every sync of a process that the postmaster starts returns EIO.
    const calls = ['fsync', 'fdatasync'].flatMap((call) => ['-e', `inject=${call}:error=EIO`]);
    const strace = spawn(STRACE, ['-f', '-p', String(engine.pid), '-e', 'trace=fsync,fdatasync', ...calls], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const attached = new Promise<boolean>((resolve) => {
      strace.stderr.on(
        'data',
        (data) => String(data).includes('attached') && resolve(!/not permitted/.test(String(data))),
      );
      strace.once('close', () => resolve(false));
    });
    if (!(await attached)) {
      await engine.stop();
      context.skip('no process may be traced here');
    }
    const db = createDb({ connection: engine.connection, log });
    await expect(db.query(sql`insert into written values (1)`)).rejects.toThrow();
    await expect.poll(() => ended.join(), { timeout: 60_000 }).toContain('Input/output error');
    await db.close();
    strace.kill('SIGKILL');
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  },
);

function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The exit of the previous ones ended it.
    }
  }
}
